/** Asks the server again and again how the match stands: one question at a time, and only about the present. */
import type { Metered } from '../../wire/messages'

export class TableMeter {
  shown: Metered | null = $state.raw(null) // the newest figures; null: nothing can be said yet

  readonly #send: () => string // sends a question, and gives its id
  #asked = '' // id of the question on its way
  #again = false // the position has changed since
  #untrue = false // what the question on its way is about was taken back
  #n = 0 // events that stood last

  constructor(send: () => string) {
    this.#send = send
  }

  /** Another position: `n` events stand. Where bots move without a pause, figures may be a moment old. */
  moved(n: number): void {
    if (n < this.#n) {
      this.shown = null
      this.#untrue = Boolean(this.#asked)
    }
    this.#n = n
    if (this.#asked) this.#again = true
    else this.#asked = this.#send()
  }

  heard(message: Metered): void {
    if (message.id !== this.#asked) return
    if (!this.#untrue) this.shown = message
    this.#next()
  }

  /** Whether this was the question on its way, to which there are no figures. */
  answered(id: string): boolean {
    if (!id || id !== this.#asked) return false
    if (!this.#again) this.shown = null
    this.#next()
    return true
  }

  #next(): void {
    this.#asked = ''
    this.#untrue = false
    if (!this.#again) return
    this.#again = false
    this.#asked = this.#send()
  }
}
