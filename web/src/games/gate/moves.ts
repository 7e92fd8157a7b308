/** Rows of the log: how the Gate prints them, and which sounds they make. */
import type { Sound } from '../../lib/sound'
import type { Row } from '../../wire/messages'

const TILE = /^(put|lift) /
const DEAL = /^board /

/** A cover that this row completed: its time in words, "0:41.2"; empty: none. */
export const coveredIn = (row: Row): string =>
  TILE.test(row.text) && row.note ? (/\b(\d+:\d\d\.\d)\b/.exec(row.words)?.[1] ?? row.note) : ''

/** Whether a row is left out of the list: single tiles and dealt boards are, a completed cover is not. */
export const minor = (row: Row): boolean => DEAL.test(row.text) || (TILE.test(row.text) && !coveredIn(row))

/** "solved in 0:41.2", "move 5", "die: eye"; what time does has only words. */
export function print(row: Row): string {
  const time = coveredIn(row)
  if (time) return `solved in ${time}`
  if (row.text === 'roll') return 'rolls'
  return row.text.replace(/^die /, 'die: ') || row.words
}

/** The sounds of a row. Placed tiles have none here: they sound before the server answers. */
export function sounds(row: Row): Sound[] {
  if (coveredIn(row)) return ['stone']
  if (row.text.startsWith('die ')) return ['sticks']
  if (/^(move|start) /.test(row.text)) return ['jewel']
  if (row.note === 'flip' || row.note === 'sand') return ['water']
  return []
}

/** The last cover of this round, for the call; null: none yet. */
export function lastCover(log: readonly Row[]): Row | null {
  const die = log.findLastIndex((row) => row.text.startsWith('die '))
  return log.slice(die + 1).findLast((row) => coveredIn(row)) ?? null
}
