/**
 * Match time, as this browser can know it: its own clock and an offset between two bounds. A message cannot come before
 * it was sent, so each raises the lower bound; a ping was answered after it was sent, so each pong lowers the upper one.
 * The middle is off by half the shortest round trip at most, however much longer others took.
 */
const EAGER = 4 // pongs until it is asked less often
const SOON = 400 // ms between the first pings
const LATER = 10_000 // and between those that follow

export class ServerClock {
  #low = -Infinity // bounds of match time less own time
  #high = Infinity
  #pongs = 0
  #asked = -Infinity

  /** Forgets the bounds: match time stood still, because the connection was lost or the match had not begun. */
  reset(): void {
    this.#low = -Infinity
    this.#high = Infinity
    this.#pongs = 0
    this.#asked = -Infinity
  }

  /** Notes a message that came now and was sent at a match time. */
  heard(at: number, now: number): void {
    this.#low = Math.max(this.#low, at - now)
    // Clocks drift apart: bounds that contradict each other are measured again.
    if (this.#low > this.#high) {
      this.#low = at - now
      this.#high = Infinity
      this.#pongs = 0
    }
  }

  /** Notes a pong that came now, for a ping that was sent then. */
  answered(sent: number, at: number, now: number): void {
    if (at - sent < this.#low) this.#low = at - now
    this.#high = Math.min(this.#high, at - sent)
    this.#pongs += 1
    this.heard(at, now)
  }

  /** Whether it is time for a ping; the caller then sends one. */
  due(now: number): boolean {
    if (now - this.#asked < (this.#pongs < EAGER ? SOON : LATER)) return false
    this.#asked = now
    return true
  }

  /** By how many ms the match time can be off; unknown before the first pong. */
  get doubt(): number {
    return (this.#high - this.#low) / 2
  }

  time(now: number): number {
    if (this.#low === -Infinity) return 0
    return Math.max(0, now + (this.#high === Infinity ? this.#low : (this.#low + this.#high) / 2))
  }
}
