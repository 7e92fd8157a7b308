/** Times of practice that this browser remembers: the best of each puzzle, and of each kind of puzzle. */
import { keep, kept } from '../../lib/settings.svelte'
import type { Picture } from '../../wire/gate'
import { timeText } from './sentences'

const KEY = 'benben.gate.times'
const MOST = 400 // puzzles remembered

interface Times {
  puzzles: Record<string, number> // best, ms, by region and symbol
  kinds: Record<string, { best: number; solved: number; total: number }> // by side and grade
}

const times = (): Times => ({ puzzles: {}, kinds: {}, ...kept<Partial<Times>>(KEY, {}) })

/** The key of the present puzzle, the same for boards of every box. */
function puzzleKey(picture: Picture): string {
  const one = picture.seats[0]
  return one?.region && picture.symbol ? `${one.region} ${picture.symbol}` : ''
}

const kindKey = (picture: Picture): string => `${picture.side} ${picture.grade}`

export const bestOf = (picture: Picture): number | null => times().puzzles[puzzleKey(picture)] ?? null

export const kindOf = (picture: Picture): { best: number; solved: number; total: number } | null =>
  times().kinds[kindKey(picture)] ?? null

/** What is said of a puzzle solved with a hint: its time is not kept. */
export const helpedWords = (picture: Picture): string => {
  const best = bestOf(picture)
  return `With a hint, so it is not your best here${best === null ? '' : `: ${timeText(best)}`}`
}

/** Keeps a time; returns the best time before it, and whether the new one is better. */
export function keepTime(picture: Picture, time: number): { before: number | null; better: boolean } {
  const all = times()
  const key = puzzleKey(picture)
  const before = all.puzzles[key] ?? null
  const kind = all.kinds[kindKey(picture)] ?? { best: time, solved: 0, total: 0 }
  const { [key]: _, ...others } = all.puzzles
  const puzzles = Object.fromEntries(Object.entries(others).slice(1 - MOST))
  puzzles[key] = before === null ? time : Math.min(before, time)
  const sum = { best: Math.min(kind.best, time), solved: kind.solved + 1, total: kind.total + time }
  keep(KEY, { puzzles, kinds: { ...all.kinds, [kindKey(picture)]: sum } })
  return { before, better: before === null || time < before }
}
