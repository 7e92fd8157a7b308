/**
 * The connection to one table. It opens, says hello, and reconnects when it is lost. A message with an id is kept until the
 * server has answered that id, and sent again with the same id after every reconnection: resends are harmless there.
 */
import type { FromClient, FromServer } from '../wire/messages'

export type ConnectionState =
  | { kind: 'opening' }
  | { kind: 'open' }
  | { kind: 'dropped'; until: number } // trying again at that moment, in ms of the given clock
  | { kind: 'closed' }

type Hello = Extract<FromClient, { type: 'hello' }>
type Numbered = Extract<FromClient, { id: string }>
export type Unnumbered = Exclude<FromClient, Numbered | Hello>

/** The part of a WebSocket that a connection uses. */
export interface Wire {
  onopen: ((event: Event) => void) | null
  onclose: ((event: CloseEvent) => void) | null
  onmessage: ((event: MessageEvent) => void) | null
  onerror: ((event: Event) => void) | null
  send(text: string): void
  close(code?: number, reason?: string): void
}

interface LineParts {
  url: string
  hello: () => Hello
  hear: (message: FromServer) => void
  change: (state: ConnectionState) => void
  refused?: (code: number) => boolean // the server closed with this code; true: do not try again
  make?: (url: string) => Wire
  now?: () => number
}

export const WAITS = [1, 2, 3, 5, 8, 10] // seconds before each try; the last one stays
export const QUIET = 20_000 // ms without a message until a ping is sent
export const SILENCE = 15_000 // ms without an answer to the ping until the connection counts as lost
export const WAKING = 4_000 // ms without an answer when the page was just shown again

export class TableConnection {
  readonly #parts: Required<LineParts>
  readonly #unanswered = new Map<string, Numbered>()
  #wire: Wire | null = null
  #tries = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #watch: ReturnType<typeof setTimeout> | undefined
  #welcomed = false
  #ended = false

  constructor(parts: LineParts) {
    this.#parts = { make: (url) => new WebSocket(url), now: () => performance.now(), refused: () => false, ...parts }
  }

  open(): void {
    if (this.#ended || this.#wire) return
    clearTimeout(this.#retry)
    this.#parts.change({ kind: 'opening' })
    const wire = this.#parts.make(this.#parts.url)
    this.#wire = wire
    this.#welcomed = false
    wire.onopen = () => {
      wire.send(JSON.stringify(this.#parts.hello()))
      this.#heard()
    }
    wire.onmessage = (event) => {
      if (wire === this.#wire) this.#take(String(event.data))
    }
    wire.onclose = (event) => {
      if (wire !== this.#wire) return
      if (this.#parts.refused(event.code)) this.close()
      else this.#broken()
    }
    wire.onerror = () => {} // a close follows
    this.#watch = setTimeout(() => this.#drop(), QUIET + SILENCE)
  }

  /** Sends a message now, or after the next reconnection; it is kept until answered. */
  send(message: Numbered): void {
    this.#unanswered.set(message.id, message)
    if (this.#welcomed) this.#wire?.send(JSON.stringify(message))
  }

  /** Sends a message without an id now, or never: it is useful only on an open connection. */
  tell(message: Unnumbered): boolean {
    if (!this.#welcomed || !this.#wire) return false
    this.#wire.send(JSON.stringify(message))
    return true
  }

  /** True while the server has not answered this id. */
  waits(id: string): boolean {
    return this.#unanswered.has(id)
  }

  /** Reconnects without waiting for the next try. */
  tryNow(): void {
    if (!this.#ended && !this.#wire) this.open()
  }

  /** After the computer slept: pings an open connection, and reconnects a lost one. */
  wake(): void {
    if (!this.#wire) this.tryNow()
    else if (this.tell({ type: 'ping' })) {
      clearTimeout(this.#watch)
      this.#watch = setTimeout(() => this.#drop(), WAKING)
    }
  }

  /** Gives the connection up, because the browser has no network. */
  lost(): void {
    if (!this.#ended) this.#drop()
  }

  close(): void {
    this.#ended = true
    clearTimeout(this.#retry)
    clearTimeout(this.#watch)
    const wire = this.#wire
    this.#wire = null
    wire?.close(1000)
    this.#parts.change({ kind: 'closed' })
  }

  #take(text: string): void {
    let message: FromServer
    try {
      message = JSON.parse(text) as FromServer
    } catch {
      return // unreadable; the next welcome brings everything
    }
    this.#heard()
    if ('id' in message) this.#unanswered.delete(message.id) // every answer carries the id of its question
    if (message.type === 'welcome') {
      this.#welcomed = true
      this.#tries = 0
      this.#parts.change({ kind: 'open' })
      this.#parts.hear(message)
      for (const kept of Array.from(this.#unanswered.values())) this.#wire?.send(JSON.stringify(kept))
      return
    }
    this.#parts.hear(message)
  }

  /** A message came, so the connection is alive. After a quiet while a ping checks it again. */
  #heard(): void {
    clearTimeout(this.#watch)
    this.#watch = setTimeout(() => {
      this.tell({ type: 'ping' })
      this.#watch = setTimeout(() => this.#drop(), SILENCE)
    }, QUIET)
  }

  #drop(): void {
    const wire = this.#wire
    if (!wire) return
    this.#broken()
    wire.close()
  }

  #broken(): void {
    clearTimeout(this.#watch)
    this.#wire = null
    this.#welcomed = false
    if (this.#ended) return
    const wait = (WAITS[Math.min(this.#tries, WAITS.length - 1)] ?? 10) * 1000
    this.#tries += 1
    this.#parts.change({ kind: 'dropped', until: this.#parts.now() + wait })
    this.#retry = setTimeout(() => this.open(), wait)
  }
}

/** An id for a message: unlike any other of this person. */
export function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** A seat's own part of the dice: 32 hexadecimal digits. */
export function freshSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
