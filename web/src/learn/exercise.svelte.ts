/** An exercise at a real board: the moment that it stands at, what was done so far, and the next try. */
import type { Moment, RefusedTry, Row } from '../wire/messages'
import { guest } from '../account/person.svelte'
import type { AnyClient } from '../games/catalog'
import { speak } from '../lib/announce.svelte'
import { calm } from '../lib/motion'
import { play } from '../lib/sound'
import { told } from '../table/move_list'

/** What the server answers to a try: the moment after it, or the present one again with the reason. */
export interface Answer {
  moment: Moment
  done: string[] // to be sent with the next try
  refused: RefusedTry | null
}

/** Asks the server: what was done so far, and the next try ("go" throws); null only asks where things stand. */
type Ask<A> = (done: readonly string[], attempt: string | null) => Promise<A>

export const GO = 'go' // the try that throws
const SHOWN = 1100 // ms that a move which is only shown stands on the board
const RIVALS = ['Bek', 'Ramose', 'Iset', 'Nofret', 'Hori', 'Tiy', 'Meryt', 'Kha', 'Senbi'] // the other seats

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Boards of exercises are drawn from this, as those of tables are drawn from a TableStore. */
export class Exercise<A extends Answer = Answer> {
  answer: A | null = $state.raw(null) // the last one that was no refusal
  last: Row[] = $state.raw([]) // the rows of the last try, for motion
  refused: (RefusedTry & { key: number }) | null = $state.raw(null)
  tries = $state(0) // that were refused since the last one taken
  asked = $state(false) // an answer is on its way
  showing = $state(false) // a move is being shown, and will be taken back
  trouble = $state('')
  readonly tableState: unknown // what the game's parts share
  #shown: Moment | null = $state.raw(null) // foreseen, or only shown
  #ask: Ask<A>
  #run = 0 // answers to an earlier run are dropped
  #key = 0

  constructor(
    readonly client: AnyClient,
    ask: Ask<A>,
  ) {
    this.#ask = ask
    this.tableState = client.makeTableState?.()
  }

  /** What the board draws. */
  get moment(): Moment | null {
    return this.#shown ?? this.answer?.moment ?? null
  }

  get done(): readonly string[] {
    return this.answer?.done ?? []
  }

  /** Whether the player may try something now. */
  get open(): boolean {
    return !this.asked && !this.showing && !this.closed
  }

  /** Whether nothing is to be tried any more. */
  get closed(): boolean {
    return this.answer?.moment.over ?? true
  }

  /** The seat that acts, as boards have it. While an answer is awaited it stays, so that nothing flickers. */
  get seat(): number | null {
    const { moment } = this
    return this.showing || this.closed || !moment || moment.go ? null : moment.seat
  }

  get choices(): unknown[] {
    return this.seat === null ? [] : (this.moment?.choices ?? [])
  }

  /** Names by seat: the player's own, and others for the others. */
  get names(): string[] {
    const { seats = 2, you = 0 } = this.moment ?? {}
    const others = RIVALS.filter((name) => name !== guest.name)
    return Array.from({ length: seats }, (_, seat) => (seat === you ? guest.name : (others.shift() ?? '')))
  }

  /** Begins, or begins again; with what was done already, there. */
  async start(done: readonly string[] = []): Promise<void> {
    this.#run += 1
    this.#shown = null
    this.showing = this.asked = false
    this.refused = null
    this.tries = 0
    await this.#send(done, null)
  }

  act(text: string): Promise<void> {
    return this.open ? this.#send(this.done, text) : Promise.resolve()
  }

  go(): Promise<void> {
    return this.open && this.answer?.moment.go ? this.#send(this.done, GO) : Promise.resolve()
  }

  /** Plays a few tries slowly, one after the other, and takes them back. */
  async show(tries: readonly string[]): Promise<void> {
    if (!this.open || !tries.length) return
    const run = this.#run
    this.refused = null
    this.showing = true
    let done = this.done
    for (const attempt of tries) {
      const answer = await this.#ask(done, attempt).catch(() => null)
      if (run !== this.#run) return
      if (!answer || answer.refused) break
      done = answer.done
      this.#shown = answer.moment
      this.last = answer.moment.rows
      this.#tell(answer.moment)
      await pause(SHOWN)
      if (run !== this.#run) return
    }
    this.#shown = null
    this.last = []
    this.showing = false
  }

  async #send(done: readonly string[], attempt: string | null): Promise<void> {
    const run = this.#run
    this.asked = true
    this.trouble = ''
    if (attempt) this.#foresee(attempt)
    try {
      const answer = await this.#ask(done, attempt)
      if (run !== this.#run) return
      this.asked = false
      this.#shown = null
      if (answer.refused) this.#refuse(answer.refused)
      else this.#take(answer, attempt === null)
    } catch (fault) {
      if (run !== this.#run) return
      this.asked = false
      this.#shown = null
      this.trouble = (fault as Error).message
      speak(this.trouble)
    }
  }

  #take(answer: A, silent: boolean): void {
    this.refused = null
    this.tries = 0
    this.last = silent ? [] : answer.moment.rows
    this.answer = answer
    if (!silent) this.#tell(answer.moment)
  }

  #refuse(refused: RefusedTry): void {
    // No rule forbids a legal try: it gets no cross, which the board would draw where the text aims.
    this.refused = { ...refused, text: refused.clause ? refused.text : '', key: (this.#key += 1) }
    this.tries += 1
    play('refused')
    speak(refused.sentence)
  }

  #foresee(text: string): void {
    const { moment, seat, client } = this
    if (!moment || seat === null) return
    const seen = client.foresee?.(moment.picture, moment.choices, seat, text)
    if (seen) this.#shown = { ...moment, picture: seen.picture, choices: seen.choices, rows: [] }
  }

  /** Rows are heard, and spoken for screen readers. */
  #tell({ rows }: Moment): void {
    for (const row of rows) for (const sound of this.client.sounds?.(row) ?? []) play(sound)
    const heard = rows.filter((row) => !this.client.minor?.(row))
    for (const sentence of told(heard, this.names)) speak(sentence)
  }
}

/** Slows down what moves inside an element; nothing where motion is unwanted. */
export function slowDown(root: Element | undefined, rate: number): void {
  if (!root || calm()) return
  requestAnimationFrame(() => {
    for (const animation of root.getAnimations({ subtree: true })) animation.playbackRate = rate
  })
}
