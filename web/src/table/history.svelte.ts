/** History of a match in some perspective: pictures are fetched in pages ahead of the one that is shown. */
import type { FromServer, Log, Look, Past as Pictures, Row } from '../wire/messages'
import type { Unnumbered } from './connection'

export type Eye = NonNullable<Look['eye']>
type Ask = (message: Unnumbered) => boolean | undefined

const PAGE = 32 // pictures asked for at once
const NEAR = 10 // events before the end of a page: there the next one is asked for too

const keyOf = (eye: Eye, n: number): string => `${eye} ${n}`

export class TableHistory {
  eye: Eye = $state('own') // the perspective in which the board is drawn
  wanted: Eye = $state('own') // the perspective that was asked for; differs from `eye` while it is fetched

  #pictures: Map<string, unknown> = $state.raw(new Map())
  #logs: Map<Eye, Row[]> = $state.raw(new Map())
  #coming = new Set<string>() // first pictures of pages on their way
  #ask: Ask
  #at = 0 // the moment wanted last

  constructor(ask: Ask) {
    this.#ask = ask
  }

  /** The log in that perspective; null: the player's own. */
  rows: Row[] | null = $derived(this.eye === 'own' ? null : (this.#logs.get(this.eye) ?? null))

  /** The picture after n events; the nearest before it while it is on its way. */
  at(n: number): unknown {
    for (let m = n; m >= Math.max(0, n - PAGE); m--) {
      const found = this.#pictures.get(keyOf(this.eye, m))
      if (found !== undefined) return found
    }
    return undefined
  }

  /** Fetches the picture of a moment and those around it. */
  want(n: number, top: number): void {
    this.#at = n
    this.#fetch(n, top)
    if (n % PAGE > PAGE - NEAR) this.#fetch(n + NEAR, top)
    if (n % PAGE < NEAR) this.#fetch(n - NEAR, top)
  }

  /** Changes the perspective. The board follows when the first pictures and the log are here. */
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

  /** The server refused: the perspective stays as it was. */
  refused(): void {
    this.wanted = this.eye
    this.#coming.clear()
  }

  /** The connection was lost, and with it what was on its way. */
  restart(): void {
    this.#coming.clear()
  }

  /** Drops pictures of events that were taken back, and those of all other perspectives. */
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
