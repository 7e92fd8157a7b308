/** Puzzles that were begun and not solved: tries, help and time survive a reload. */
import { keep, kept } from '../lib/settings.svelte'

const KEY = 'benben.puzzle-tries'
const MOST = 40 // begun puzzles remembered

export interface Begun {
  since: number // Unix time in ms of the first look
  tries: number // answers given so far
  first: string // the first of them; empty: none yet
  helped: boolean
}

const all = () => kept<Record<string, Begun>>(KEY, {})
const keyOf = (date: string, game: string) => `${date} ${game}`

/** What is known of a puzzle that was begun; begins it if it was not. */
export function begun(date: string, game: string, now = Date.now()): Begun {
  const known = all()[keyOf(date, game)]
  if (known) return known
  const first = { since: now, tries: 0, first: '', helped: false }
  keepBegun(date, game, first)
  return first
}

export function keepBegun(date: string, game: string, one: Begun): void {
  const { [keyOf(date, game)]: _, ...others } = all()
  keep(KEY, Object.fromEntries([...Object.entries(others).slice(1 - MOST), [keyOf(date, game), one]]))
}

export function forgetBegun(date: string, game: string): void {
  const { [keyOf(date, game)]: _, ...others } = all()
  keep(KEY, others)
}
