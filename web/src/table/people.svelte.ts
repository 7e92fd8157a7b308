/** What happens between the people at a table: proposals and answers, reactions, arrivals and departures. */
import type { FromClient, Proposal, Reacted, Row, Table } from '../wire/messages'
import { speak } from '../lib/announce.svelte'
import { agreedWords, askedWords, refusedWords, sameOffer } from './proposals'
import { refusing, speaker } from './move_list'
import { settings } from '../lib/settings.svelte'
import { signOf, type Sign } from './chat/reactions'
import { freshId } from './connection'
import { play } from '../lib/sound'

type Numbered = Extract<FromClient, { id: string }>

interface ShownSign {
  key: number
  seat: number | null
  by: string
  sign: Sign
}

/** The parts of a table's store that this module reads. */
export interface Place {
  readonly table: Table | null
  readonly yours: number[]
  readonly names: string[]
  readonly acting: number | null
  readonly log: Row[]
}

const SIGN_FOR = 6000 // ms that a sign is shown
const VERDICT_FOR = 8000 // ms that the result of a proposal is shown
const ROW_OF = { undo: 'undo', draw: 'draw', bot: 'seat', end: 'abort' } // the text of its row in the log

export class TablePeople {
  signs: ShownSign[] = $state.raw([])
  verdict = $state('') // the result of the last proposal, in a sentence
  patient = $state(false) // I wait for the absent player, and want no more questions about it

  readonly #place: Place
  readonly #send: (message: Numbered) => void
  #key = 0
  #rows: Row[] = [] // rows since the proposal was made
  #leaving = false // I get up by myself
  #away = new Set<number>() // seats whose players went away; a player who has just sat down is not "back"
  #timers = new Set<ReturnType<typeof setTimeout>>()
  #clear: ReturnType<typeof setTimeout> | undefined

  constructor(place: Place, send: (message: Numbered) => void) {
    this.#place = place
    this.#send = send
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    clearTimeout(this.#clear)
  }

  // Messages to the server

  /** Makes a proposal for a seat of mine; to take back, for the seat that acted last. */
  offer(what: Proposal['what'], more: { absent?: number; level?: string } = {}): void {
    const { yours, acting, log } = this.#place
    const last = log.findLast((row) => yours.includes(row.by))?.by
    const seat = (what === 'undo' ? last : acting) ?? acting ?? yours[0]
    if (seat === undefined) return
    this.#send({ type: 'offer', id: freshId(), seat, what, ...more })
  }

  /** Answers for every seat of mine that is asked; a no to my own proposal withdraws it. */
  answer(yes: boolean): void {
    const offer = this.#place.table?.offer
    if (!offer) return
    const mine = this.#place.yours.includes(offer.by)
      ? [offer.by]
      : offer.waits.filter((seat) => this.#place.yours.includes(seat))
    const { what, kept } = offer
    for (const seat of yes ? mine : mine.slice(0, 1))
      this.#send({ type: 'answer', id: freshId(), seat, yes, what, kept })
  }

  ready(ready: boolean): void {
    this.#send({ type: 'ready', id: freshId(), ready })
  }

  leave(): void {
    this.#leaving = true
    this.#send({ type: 'leave', id: freshId() })
  }

  fill(level: string): void {
    this.#send({ type: 'fill', id: freshId(), level })
  }

  /** Frees a seat that is kept for a player who does not come. */
  free(seat: number): void {
    this.#send({ type: 'free', id: freshId(), seat })
  }

  react(sign: Sign): void {
    this.#send({ type: 'react', id: freshId(), sign })
  }

  // Messages from the server

  reacted({ by: name, seat, sign }: Reacted): void {
    const by = speaker({ by: name, seat }, this.#place.table, this.#place.names)
    if (settings.muted.includes(by)) return
    const key = (this.#key += 1)
    const stays = this.signs.filter((one) => one.seat !== seat || one.by !== by)
    this.signs = [...stays, { key, seat, by, sign }]
    if (seat === null || !this.#place.yours.includes(seat)) speak(`${by}: ${signOf(sign).words}.`)
    this.#later(SIGN_FOR, () => (this.signs = this.signs.filter((one) => one.key !== key)))
  }

  /** Takes new rows: the proposal may have been carried out, or a player moved instead. */
  happened(rows: Row[]): void {
    if (this.#place.table?.offer) this.#rows.push(...rows)
  }

  /** Tells a player who reconnects that a bot has played for them. */
  returned(rows: Row[]): void {
    const bot = rows.find((row) => row.text === 'seat' && this.#place.yours.includes(row.by))
    if (bot) this.tell('A bot played for you while you were away.')
  }

  /** Announces what changed at the table since `before`. */
  changed(before: Table | null, table: Table): void {
    if (!before) return this.#arrived(table)
    this.#offers(before.offer ?? null, table.offer ?? null)
    this.#arrivals(before, table)
    if (table.rematch && !before.rematch) speak('There is a rematch.')
    if (!table.seats.some((seat) => seat.gone)) this.patient = false
  }

  #offers(was: Proposal | null, is: Proposal | null): void {
    const { names, yours } = this.#place
    if (is && (!was || !sameOffer(was, is))) {
      this.#rows = []
      this.verdict = ''
      speak(askedWords(is, names, yours))
      if (is.waits.some((seat) => yours.includes(seat))) play('turn')
    } else if (is && was) this.tell(agreedWords(was, is, names, yours))
    else if (was && !is) {
      const no = this.#rows.findLast(refusing)
      if (no)
        this.#show(refusedWords(no, names, yours)) // its row was spoken
      else this.tell(this.#outcome(was))
    }
  }

  /** The result of a proposal that is gone. Empty where its own row in the log tells it. */
  #outcome(offer: Proposal): string {
    const { table } = this.#place
    if (this.#rows.some((row) => row.text === ROW_OF[offer.what]) || table?.status === 'over') return ''
    const played = (row: Row) => table?.seats[row.by]?.kind === 'person' && !table.seats[row.by]?.level
    return this.#rows.some(played) ? 'The proposal has lapsed.' : 'The proposal no longer stands.'
  }

  #arrived(table: Table): void {
    if (table.status !== 'playing') return
    table.seats.forEach((seat, i) => seat.kind === 'person' && !seat.here && this.#away.add(i))
  }

  #arrivals(before: Table, table: Table): void {
    if (before.status === 'waiting' && table.status === 'waiting') {
      const sat = (one: Table) =>
        one.seats.filter((seat) => seat.kind === 'person' && !seat.you).map((seat) => seat.name)
      this.#seatLost(before, table)
      for (const name of sat(table)) if (!sat(before).includes(name)) speak(`${name} sits down.`)
      for (const name of sat(before)) if (!sat(table).includes(name)) speak(`${name} gets up.`)
      const kept = (one: Table) => one.seats.filter((seat) => seat.kept && !seat.you).map((seat) => seat.kept)
      for (const name of kept(before))
        if (!kept(table).includes(name) && !sat(table).includes(name)) speak(`The seat of ${name} is free.`)
      return
    }
    if (before.status !== 'playing' || table.status !== 'playing') return
    table.seats.forEach((seat, i) => {
      const was = before.seats[i]
      if (seat.kind !== 'person' || !was) return
      const name = this.#place.names[i] ?? seat.name
      if (seat.you || seat.level || was.level) return // the log tells of bots that stand in, and of players who are back
      if (was.here && !seat.here) {
        this.#away.add(i)
        speak(`${name} is away.`)
      } else if (!was.here && seat.here) {
        if (this.#away.delete(i)) speak(`${name} is back.`)
      } else if (seat.gone && !was.gone) speak(`${name} has been away for a while.`)
    })
  }

  /** Tells a player whose seat became free why, unless they got up. */
  #seatLost(before: Table, table: Table): void {
    const seated = (one: Table) => one.seats.some((seat) => seat.you && seat.kind === 'person')
    if (!seated(before) || seated(table)) return
    if (!this.#leaving) this.tell('Your part of the dice did not come in time, so your seat is free. Sit down again.')
    this.#leaving = false
  }

  /** Shows a sentence for a while, and announces it to screen readers. */
  tell(sentence: string): void {
    if (!sentence) return
    speak(sentence)
    this.#show(sentence)
  }

  #show(sentence: string): void {
    this.verdict = sentence
    clearTimeout(this.#clear)
    this.#clear = setTimeout(() => (this.verdict = ''), VERDICT_FOR)
  }

  #later(after: number, then: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      then()
    }, after)
    this.#timers.add(timer)
  }
}
