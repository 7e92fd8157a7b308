/** A review on the page: asked for until it is there, then stepped through. */
import { reviewPath } from '../app/router.svelte'
import { speak } from '../lib/announce.svelte'
import { api, Refusal } from '../lib/api'
import type { TableStore } from '../table/store.svelte'
import type { MatchReview } from '../wire/messages'
import { beyond, indexOf, indexOfTurn, momentsOf, type Moment } from './moments'
import { betterWords, spokenMoment } from './words'

const AGAIN = 1000 // ms until it is asked again how far the review is
const LATER = 4000 // ms, where the server could not answer
const QUIET = 500 // ms after the last step until it is announced to screen readers
const SETTLED = 300 // ms after the last step until the address follows

export class ReviewRun {
  done = $state(0) // steps judged
  of = $state(0) // steps in all
  review: MatchReview | null = $state.raw(null)
  refused = $state('') // why there is none, in a sentence
  waits = $state('') // why it takes longer
  better = $state(true) // the better move is drawn
  readonly room: TableStore
  readonly what: () => string // the word for a moment: "throw"

  #asked: number | null // the step that the address asked for
  #index: number | null = $state(null) // null: nothing was chosen yet
  #told: number | null = $state(null) // the seat that was chosen to be told
  #closed = false
  #timers: Record<'poll' | 'speech' | 'address', ReturnType<typeof setTimeout> | undefined> = {
    poll: undefined,
    speech: undefined,
    address: undefined,
  }

  constructor(room: TableStore, asked: number | null, what: () => string) {
    this.room = room
    this.what = what
    this.#asked = asked
  }

  // Getting it

  async ask(): Promise<void> {
    let wait = AGAIN
    try {
      const found = await api.review(this.room.code)
      if (this.#closed) return
      this.waits = ''
      this.of = found.of
      this.done = Math.max(this.done, found.done)
      this.review = found.review
    } catch (fault) {
      if (this.#closed) return
      const { status = 0, message } = fault as Refusal
      if (![0, 408, 429, 503].includes(status)) this.refused = message
      else this.waits = message
      wait = LATER
    }
    if (!this.review && !this.refused) this.#timers.poll = setTimeout(() => void this.ask(), wait)
    else if (this.review) speak('The review is here.')
  }

  close(): void {
    this.#closed = true
    for (const timer of Object.values(this.#timers)) clearTimeout(timer)
  }

  // Whom it is told to

  yours = $derived.by(() => (this.room.yours.length === 1 ? (this.room.yours[0] ?? null) : null))
  seat = $derived.by(() => this.#told ?? this.yours ?? 0)
  to = $derived.by(() => ({ names: this.room.names, seat: this.seat, you: this.seat === this.yours }))

  tell(seat: number): void {
    this.#told = seat
  }

  // Stepping

  moments: Moment[] = $derived.by(() => {
    const { review, room } = this
    return review && room.confirmed ? momentsOf(review, room.lines, room.rows) : []
  })
  last = $derived.by(() => Math.max(0, this.moments.length - 1))
  turns = $derived.by(() => (this.review?.turns ?? []).map((turn) => indexOfTurn(this.moments, turn)))

  /** The moment shown: the one that was asked for, else the first turning point. */
  index = $derived.by(() => {
    if (this.#index !== null) return Math.min(this.#index, this.last)
    if (this.#asked !== null && this.moments.length) return Math.max(0, indexOf(this.moments, this.#asked))
    return this.turns[0] ?? 0
  })
  moment: Moment | null = $derived.by(() => this.moments[this.index] ?? null)
  turn = $derived.by(() => this.turns.indexOf(this.index)) // the turning point shown; -1: none
  path = $derived.by(() => reviewPath(this.room.code, this.moment?.at ?? null))

  goTo(index: number): void {
    if (!this.moments.length) return
    this.#index = Math.min(this.last, Math.max(0, index))
    this.better = true
    this.#later('address', SETTLED, () => {
      if (location.pathname === reviewPath(this.room.code)) history.replaceState(history.state, '', this.path)
    })
    this.#later('speech', QUIET, () => speak(this.sentence))
  }

  by(step: number): void {
    this.goTo(this.index + step)
  }

  byTurn(way: 1 | -1): void {
    this.goTo(beyond(this.turns, this.index, way))
  }

  /** Draws the better move, or leaves it out. */
  toggleBetter(): void {
    if (!this.moment?.choice) return
    this.better = !this.better
    const words = betterWords(this.moment, this.room.names) || 'As good as the best'
    speak(this.better ? `${words}.` : 'As it stood.')
  }

  sentence = $derived.by(() =>
    this.moment && this.review ? spokenMoment(this.moment, this.review.unit, this.room.names, this.what()) : '',
  )

  #later(what: 'speech' | 'address', after: number, then: () => void): void {
    clearTimeout(this.#timers[what])
    this.#timers[what] = setTimeout(then, after)
  }
}
