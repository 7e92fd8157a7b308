/** The tutor at a table: what matters now, and warnings after blunders. The server does the thinking. */
import type { Focused, FromClient, Judged, Metered, Now, Row, Table } from '../wire/messages'
import { speak } from '../lib/announce.svelte'
import { settings } from '../lib/settings.svelte'
import { freshId } from './connection'
import { tabled } from './move_list'

type Numbered = Extract<FromClient, { id: string }>

/** An action of mine that gives much away. */
interface Warning {
  seat: number
  kept: number // events that stand if it is taken back
  sentence: string
}

/** What shows how the match stands; its code is fetched when it is first wanted. */
interface Gauge {
  heard: (message: Metered) => void
  answered: (id: string) => boolean // whether this answers its question
}

/** The parts of a table's store that this module uses. */
export interface Pupil {
  readonly yours: number[]
  readonly acting: number | null
  readonly hand: number | null
  readonly advised: boolean
  readonly over: boolean
  readonly table: Table | null
  readonly now: Now | null
  readonly log: Row[]
  asked: boolean
}

const OTHER = ['undo', 'resign'] // rows of mine that are no actions to be judged

export class TableTutor {
  taught = $state(false) // this table was opened with the tutor on
  focus = $state('') // what matters now; empty: not asked
  warning: Warning | null = $state.raw(null)

  meter: Gauge | null = null

  readonly #pupil: Pupil
  readonly #send: (message: Numbered) => void
  #judging = new Map<string, number>() // id of a question, and the seat that it is about

  constructor(pupil: Pupil, send: (message: Numbered) => void) {
    this.#pupil = pupil
    this.#send = send
  }

  /** The tutor looks on: it was asked to, at a table without other people. */
  get on(): boolean {
    return (settings.tutor || this.taught) && this.#pupil.advised && this.#pupil.yours.length > 0
  }

  /** There is something to choose, about which the tutor can be asked. */
  get askable(): boolean {
    return this.on && this.#pupil.acting !== null && this.#pupil.hand === null
  }

  /** At this table I may see all the time how the match stands. */
  get metered(): boolean {
    const { advised, over, table, yours } = this.#pupil
    return advised && !over && table?.meter === true && yours.length > 0
  }

  /** Asks how the match stands. Gives the id of the question. */
  askMeter(): string {
    const id = freshId()
    this.#send({ type: 'meter', id, seat: this.#pupil.yours[0] ?? 0 })
    return id
  }

  askFocus(): void {
    const { acting } = this.#pupil
    if (this.askable && acting !== null) this.#send({ type: 'focus', id: freshId(), seat: acting })
  }

  /** Takes back the action warned of, and what bots and chance did since. Bots agree; one's own moves need nobody. */
  takeBack(): void {
    const { warning } = this
    if (!warning || this.#pupil.asked) return
    const { seat, kept } = warning
    const id = freshId()
    const own = this.#pupil.log.every((row) => row.n <= kept || row.by === seat)
    this.warning = null
    this.#pupil.asked = true
    this.#send(own ? { type: 'undo', id, seat, kept } : { type: 'offer', id, seat, what: 'undo', kept })
  }

  /** The player goes on: what was said is no longer of use. */
  dismiss(): void {
    this.warning = null
  }

  // Messages from the server

  /** Has the last of my actions among these rows judged, if it could have been another. */
  judge(rows: Row[], before: Now | null): void {
    if (!this.on) return
    const { yours } = this.#pupil
    const row = rows.findLast((each) => yours.includes(each.by) && !tabled(each) && !OTHER.includes(each.text))
    if (!row || (before?.choices[row.by]?.length ?? 0) < 2) return
    const id = freshId()
    this.#judging.set(id, row.by)
    this.#send({ type: 'judge', id, seat: row.by, n: row.n })
  }

  heard(message: Focused | Judged | Metered): void {
    if (message.type === 'metered') return this.meter?.heard(message)
    const n = this.#pupil.now?.n ?? 0
    if (message.type === 'focused') {
      if (message.n === n) this.focus = message.sentence
      return speak(message.sentence)
    }
    const seat = this.#judging.get(message.id)
    this.#judging.delete(message.id)
    if (seat === undefined || !message.sentence || message.kept >= n) return
    this.warning = { seat, kept: message.kept, sentence: message.sentence }
    speak(`${message.sentence} You can take it back.`)
  }

  /** Whether this answers a question of the tutor, which then has nothing to say. */
  answered(id: string): boolean {
    return this.#judging.delete(id) || (this.meter?.answered(id) ?? false)
  }

  /** Another moment: `n` events stand. */
  moved(n: number): void {
    this.focus = ''
    if (this.warning && n <= this.warning.kept) this.warning = null
  }
}
