/** Which ratings the player wants to see at this table; this browser remembers it for the next one. */
import { keep, kept } from '../../lib/settings.svelte'

interface Wishes {
  meter: boolean // what can still be reached is always told, not only when asked
  ratings: boolean // every hop carries its rating
}

const KEY = 'benben.solitaire.wishes'
const FIRST: Wishes = { meter: true, ratings: false }

export class Preferences {
  #wishes: Wishes = $state({ ...FIRST, ...kept<Partial<Wishes>>(KEY, {}) })

  get meter(): boolean {
    return this.#wishes.meter
  }

  get ratings(): boolean {
    return this.#wishes.ratings
  }

  wishFor<K extends keyof Wishes>(name: K, value: Wishes[K]): void {
    this.#wishes[name] = value
    keep(KEY, $state.snapshot(this.#wishes))
  }
}
