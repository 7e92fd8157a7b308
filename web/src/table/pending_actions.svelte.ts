/** Actions on their way to the server, which are shown as if they were done until it has answered. */
import type { Now, Row } from '../wire/messages'
import type { GameClient } from './game_client'

type Foresee = GameClient<any, any, any>['foresee']

/** An action that was sent. It stands until the server has answered and told the news of it. */
interface Pending {
  id: string
  seat: number
  text: string
  n: number // events that stood when it was asked
  done: boolean // stored; its news come next
  again: boolean // sent once more after a break: its news may have come with the welcome
}

export class PendingActions {
  #all: Pending[] = $state.raw([]) // oldest first

  get count(): number {
    return this.#all.length
  }

  add(id: string, seat: number, text: string, n: number): void {
    this.#all = [...this.#all, { id, seat, text, n, done: false, again: false }]
  }

  /** The present as it will be once they are done, as far as the game foresees it. */
  foreseen(now: Now | null, foresee: Foresee): Now | null {
    let then = now
    for (const { seat, text } of this.#all) {
      const seen = then && foresee?.(then.picture, then.choices[seat] ?? [], seat, text)
      if (then && seen) then = { ...then, picture: seen.picture, choices: then.choices.with(seat, seen.choices) }
    }
    return then
  }

  /** After a break all that were not answered are sent once more. */
  markResent(): void {
    this.#all = this.#all.map((each) => ({ ...each, again: true }))
  }

  /** Stored. Its news come next, unless they came with a welcome before. */
  settle(id: string, log: readonly Row[]): void {
    const stored = this.#all.find((one) => one.id === id)
    if (!stored) return
    const told = (row: Row) => row.n > stored.n && row.by === stored.seat && row.text === stored.text
    const known = stored.again && log.some(told)
    this.#all = known
      ? this.#all.filter((one) => one !== stored)
      : this.#all.map((one) => (one === stored ? { ...one, done: true } : one))
  }

  /** Its news have come: what is done stands in the server's picture. */
  dropDone(): void {
    this.#all = this.#all.filter((each) => !each.done)
  }

  drop(id: string): void {
    this.#all = this.#all.filter((each) => each.id !== id)
  }
}
