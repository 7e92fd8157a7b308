/** Moments of a match as somebody's eye sees them: pictures fetched in pages ahead of the one looked at. */
import type { FromServer, Log, Look, Past as Pictures, Row } from '../wire/messages'
import type { Unnumbered } from './connection'

export type Eye = NonNullable<Look['eye']>
type Ask = (message: Unnumbered) => boolean | undefined

const PAGE = 32 // pictures asked for at once
const NEAR = 10 // events before the end of a page: there the next one is asked for too

const keyOf = (eye: Eye, n: number): string => `${eye} ${n}`

export class TableHistory {
  eye: Eye = $state('own') // whose eye the board is drawn with
  wanted: Eye = $state('own') // the same, but while it is fetched already the next

  #pictures: Map<string, unknown> = $state.raw(new Map())
  #logs: Map<Eye, Row[]> = $state.raw(new Map())
  #coming = new Set<string>() // first pictures of pages on their way
  #ask: Ask
  #at = 0 // the moment wanted last

  constructor(ask: Ask) {
    this.#ask = ask
  }

  /** The log with that eye; null: the one everybody's own eye has. */
  rows: Row[] | null = $derived(this.eye === 'own' ? null : (this.#logs.get(this.eye) ?? null))

  /** The picture after n events; the nearest before it while it is on its way. */
  at(n: number): unknown {
    for (let m = n; m >= Math.max(0, n - PAGE); m--) {
      const found = this.#pictures.get(keyOf(this.eye, m))
      if (found !== undefined) return found
    }
    return undefined
  }

  /** Somebody looks at this moment, or soon will. */
  want(n: number, top: number): void {
    this.#at = n
    this.#fetch(n, top)
    if (n % PAGE > PAGE - NEAR) this.#fetch(n + NEAR, top)
    if (n % PAGE < NEAR) this.#fetch(n - NEAR, top)
  }

  /** Another eye. The board changes when its first pictures and its log are here. */
  choose(eye: Eye, n: number, top: number): void {
    this.wanted = eye
    if (eye !== 'own' && !this.#logs.has(eye)) this.#ask({ type: 'read', eye })
    this.want(n, top)
    this.#turn()
  }

  heard(message: Pictures | Log, top: number): void {
    if (message.type === 'log') this.#logs = new Map(this.#logs).set(message.eye, message.rows)
    else {
      this.#coming.delete(keyOf(message.eye, message.n))
      const pictures = new Map(this.#pictures)
      for (const [i, picture] of [message.picture, ...message.more].entries())
        pictures.set(keyOf(message.eye, message.n + i), picture)
      this.#pictures = pictures
      if (message.eye === this.wanted) this.#fetch(this.#at, top) // a frame may have ended before the page did
    }
    this.#turn()
  }

  /** The server would not: the eye stays as it was. */
  refused(): void {
    this.wanted = this.eye
    this.#coming.clear()
  }

  /** The line was broken: what was on its way is lost. */
  restart(): void {
    this.#coming.clear()
  }

  /** Pictures of events that were taken back are no longer true, and nor is what other eyes saw. */
  forget(from: number): void {
    this.#pictures = new Map([...this.#pictures].filter(([key]) => Number(key.split(' ')[1]) < from))
    this.#logs = new Map()
    this.eye = this.wanted = 'own'
  }

  #turn(): void {
    if (this.eye === this.wanted) return
    const here = this.#pictures.has(keyOf(this.wanted, this.#at))
    if (this.wanted === 'own' || (here && this.#logs.has(this.wanted))) this.eye = this.wanted
  }

  #fetch(n: number, top: number): void {
    if (n < 0 || n > top) return
    const eye = this.wanted
    const end = Math.min(n - (n % PAGE) + PAGE - 1, top)
    for (let from = n - (n % PAGE); from <= end; from++) {
      if (this.#pictures.has(keyOf(eye, from))) continue
      if (this.#coming.has(keyOf(eye, from))) return
      if (this.#ask({ type: 'look', n: from, many: end - from + 1, eye })) this.#coming.add(keyOf(eye, from))
      return
    }
  }
}

export const isPast = (message: FromServer): message is Pictures | Log =>
  message.type === 'past' || message.type === 'log'
