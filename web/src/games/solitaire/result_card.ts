/** The result of a finished solo game: a text to share that gives nothing away, and the personal best. */
import type { Day } from '../../lobby/daily'
import { keep, kept } from '../../lib/settings.svelte'
import type { Picture } from '../../wire/solitaire'
import { GOAL_PIPS } from './ratings'
import { figures } from '../../lib/text'

const BLOCKS = [...'▁▂▃▄▅▆▇█']
const LONGEST = 24 // signs in a line
const KEY = 'benben.solitaire.bests'

/** The pips as they fell, one block for each of some moments. The height tells how many were left, not where. */
export function glyphs(pips: readonly number[]): string {
  const most = Math.max(1, pips[0] ?? 1)
  const many = Math.min(LONGEST, pips.length)
  return Array.from({ length: many }, (_, i) => {
    const at = many === 1 ? 0 : Math.round((i * (pips.length - 1)) / (many - 1))
    const share = (pips[at] ?? 0) / most
    return BLOCKS[Math.min(BLOCKS.length - 1, Math.floor(share * BLOCKS.length))] ?? ''
  }).join('')
}

/** Success is exactly one pyramid of the goal's size. */
export function reached(picture: Picture): boolean {
  const board = picture.boards[0]
  return board?.pieces === 1 && board.score === GOAL_PIPS[picture.goal]
}

/** The result in one line: "Perfect: one small, 35 hops". */
export function resultLine(picture: Picture, hops: number, helped = false): string {
  const board = picture.boards[0]
  if (!board) return ''
  const way = `${figures(hops, 'hop')}${helped ? ', with hints' : ''}`
  if (reached(picture)) return `Perfect: one ${picture.goal}, ${way}`
  const lowest = board.score === picture.minimum && picture.minimum > 1 ? ', the best of this board' : ''
  return `${figures(board.score, 'pip')} in ${figures(board.pieces, 'pyramid')}${lowest}, ${way}`
}

/** The text that goes to the clipboard. */
export function shareText(picture: Picture, pips: readonly number[], day: Day | null = null, helped = false): string {
  const sign = reached(picture) ? ' ▲' : ''
  const which = day
    ? `puzzle of ${day.date}, ${day.grade}`
    : `${picture.ranks} × ${picture.files}, goal one ${picture.goal}`
  return [`Egyptian Solitaire, ${which}`, `${glyphs(pips)}${sign}`, resultLine(picture, pips.length - 1, helped)].join(
    '\n',
  )
}

export interface Best {
  score: number
  reached: boolean
}

/** Bests are kept for each board and goal, and for each first position that is not all nests. */
export function bestKey(picture: Picture, first: readonly string[]): string {
  const whole = first.every((stack) => stack === 'SML')
  const from = whole ? '' : ` ${first.map((stack) => stack || '-').join()}`
  return `${picture.ranks}x${picture.files} ${picture.goal}${from}`
}

export const bestOf = (key: string): Best | null => kept<Record<string, Best>>(KEY, {})[key] ?? null

const beats = (a: Best, b: Best): boolean => (a.reached === b.reached ? a.score < b.score : a.reached)

/** Keeps a result if it is the best so far; returns whether it is, and the best before it. */
export function keepBest(key: string, result: Best): { better: boolean; before: Best | null } {
  const all = kept<Record<string, Best>>(KEY, {})
  const before = all[key] ?? null
  const better = before === null || beats(result, before)
  if (better) keep(KEY, { ...all, [key]: result })
  return { better, before }
}
