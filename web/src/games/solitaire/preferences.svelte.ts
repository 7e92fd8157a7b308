/** What the player wishes to see of the ratings; this browser remembers it. */
import { keep, kept } from '../../lib/settings.svelte'

interface Wishes {
  meter: boolean // what can still be reached is always told, not only when asked
  ratings: boolean // every hop carries its rating
}

const KEY = 'benben.solitaire.wishes'
const FIRST: Wishes = { meter: true, ratings: false }

export const wishes: Wishes = $state({ ...FIRST, ...kept<Partial<Wishes>>(KEY, {}) })

export function wishFor<K extends keyof Wishes>(name: K, value: Wishes[K]): void {
  wishes[name] = value
  keep(KEY, $state.snapshot(wishes))
}
