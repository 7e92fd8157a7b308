/** Answers, without asking the player, what the dice need of this device before the start. */
import type { Commit, Open, Table } from '../wire/messages'
import { freshId } from './connection'
import { freshCommitment, seedToOpen } from './dice_part'

const ELSEWHERE = 2000 // ms in which another device of the player may open the seed that this one does not have

export class DiceAnswers {
  readonly #send: (message: Open | Commit) => void
  readonly #ids = new Set<string>()
  #answered = '' // the last question, which comes with every news of the table until the answer is stored
  #later: ReturnType<typeof setTimeout> | undefined

  constructor(send: (message: Open | Commit) => void) {
    this.#send = send
  }

  close(): void {
    clearTimeout(this.#later)
  }

  /** Whether the message with this id was sent here: its refusal is no answer to the player. */
  sent(id: string): boolean {
    return this.#ids.has(id)
  }

  /** Takes the table as the server tells it. */
  heard(table: Table): void {
    const mine = table.seats.find((seat) => seat.you)?.commitment ?? ''
    const question = table.dice && `${table.dice} ${mine}`
    if (question === this.#answered) return
    this.#answered = question
    clearTimeout(this.#later)
    if (table.dice === 'commit') this.#commit(table)
    if (table.dice !== 'open') return
    const seed = seedToOpen(table)
    if (seed) this.#send({ type: 'open', id: this.#id(), seed })
    else this.#later = setTimeout(() => this.#commit(table), ELSEWHERE)
  }

  #commit(table: Table): void {
    this.#send({ type: 'commit', id: this.#id(), commitment: freshCommitment(table) })
  }

  #id(): string {
    const id = freshId()
    this.#ids.add(id)
    return id
  }
}
