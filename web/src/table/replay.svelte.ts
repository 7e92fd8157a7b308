/** Replay of a match: the moment shown, what happened there, and playing on by itself. */
import { speak } from '../lib/announce.svelte'
import { named } from './move_list'
import type { Eye } from './history.svelte'
import { tablePath } from '../app/router.svelte'
import type { TableStore } from './store.svelte'

export const SPEEDS = [0.5, 1, 2, 4]
const STEP = 1000 // ms of a moment at speed 1
const QUIET = 500 // ms after the last step until it is announced to screen readers
const SETTLED = 300 // ms after the last step until the address follows

export class Replay {
  playing = $state(false)
  speed = $state(1)
  readonly room: TableStore
  readonly byEvent: () => boolean // moves are numbered by event, else by turn

  #timer: ReturnType<typeof setTimeout> | undefined
  #telling: ReturnType<typeof setTimeout> | undefined
  #writing: ReturnType<typeof setTimeout> | undefined

  constructor(room: TableStore, byEvent: () => boolean) {
    this.room = room
    this.byEvent = byEvent
  }

  top = $derived.by(() => this.room.now?.n ?? 0)
  n = $derived.by(() => this.room.looking ?? this.top) // events that stand in the picture
  stops = $derived.by(() => this.room.stops)
  index = $derived.by(() =>
    Math.max(
      0,
      this.stops.findLastIndex((n) => n <= this.n),
    ),
  )
  last = $derived.by(() => this.stops.length - 1)

  /** "move 12 of 88", as the log numbers them. */
  where = $derived.by(() => {
    const { lines } = this.room
    const line = lines.findLast((one) => one.n <= this.n)
    if (!line || this.n === 0) return 'the start'
    const count = (one: { n: number; turn: number } | undefined) => (this.byEvent() ? one?.n : one?.turn) ?? 0
    return `move ${count(line)} of ${count(lines.at(-1))}`
  })

  /** "Anna throws 4"; empty at the start. */
  what = $derived.by(() => {
    const { room } = this
    const line = this.n === 0 ? undefined : room.lines.findLast((one) => one.n <= this.n)
    if (!line) return ''
    return `${line.seat === null ? '' : (room.names[line.seat] ?? '')} ${named(line.words || line.text, room.names)}`.trim()
  })

  sentence = $derived.by(() => (this.what ? `${this.where}: ${this.what}` : this.where))

  /** Goes to one of the stops, by its index. */
  to(index: number): void {
    const n = this.stops[Math.min(Math.max(index, 0), this.last)] ?? 0
    this.room.look(index >= this.last ? null : n)
    this.#moved()
  }

  by(step: number): void {
    this.pause()
    this.to(this.index + step)
    this.#tell()
  }

  first(): void {
    this.by(-this.stops.length)
  }

  end(): void {
    this.by(this.stops.length)
  }

  /** Goes to a stop for the slider, which announces its value itself. */
  slide(index: number): void {
    this.pause()
    this.to(index)
  }

  toggle(): void {
    if (this.playing) {
      this.pause()
      this.#tell()
      return
    }
    this.playing = true
    if (this.index >= this.last) this.to(0)
    this.#run()
  }

  pause(): void {
    this.playing = false
    clearTimeout(this.#timer)
  }

  see(eye: Eye): void {
    this.room.past.choose(eye, this.n, this.top)
    this.#moved()
  }

  /** The address of this moment in this perspective. */
  path = $derived.by(() => {
    const { room } = this
    const own = room.past.wanted === 'own' && room.over && room.yours.length === 1 ? room.yours[0] : undefined
    return tablePath(room.code, room.looking, own ?? room.past.wanted)
  })

  close(): void {
    this.pause()
    clearTimeout(this.#telling)
    clearTimeout(this.#writing)
  }

  #run(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      if (!this.playing) return
      this.to(this.index + 1)
      if (this.index >= this.last) {
        this.pause()
        this.#tell()
      } else this.#run()
    }, STEP / this.speed)
  }

  #tell(): void {
    clearTimeout(this.#telling)
    this.#telling = setTimeout(() => speak(`${this.sentence.charAt(0).toUpperCase()}${this.sentence.slice(1)}.`), QUIET)
  }

  /** Updates the address, but not at every step of a drag: browsers allow few changes a second. */
  #moved(): void {
    clearTimeout(this.#writing)
    const here = tablePath(this.room.code)
    this.#writing = setTimeout(() => {
      if (location.pathname !== here) return // another page by now
      const { past, looking } = this.room
      history.replaceState(history.state, '', tablePath(this.room.code, looking, past.wanted))
    }, SETTLED)
  }
}
