/** Moves in the rows of the log, read from notation. */
import type { Sound } from '../../lib/sound'
import type { Row } from '../../wire/messages'
import { statueName } from './pieces'

const TAKE = /^(\d+)$/
const REVEAL = /^reveal /
const BUILD = /^build (\S+)$/

/** The cell that a row takes; 0: none. */
export const takenBy = (row: Row): number => Number(TAKE.exec(row.text)?.[1] ?? 0)

/** The statue that a row builds, as its pieces' text; empty: none. */
const builtBy = (row: Row): string => BUILD.exec(row.text)?.[1] ?? ''

export function sounds(row: Row): Sound[] {
  if (/\blast turn\b/.test(row.words)) return ['jewel']
  if (takenBy(row)) return ['land']
  if (builtBy(row)) return ['stone']
  if (REVEAL.test(row.text)) return ['sticks']
  if (row.text === 'retire') return ['step']
  return []
}

/** A row as the log shows it: "takes 27, large carnelian", "three large carnelian". */
export function print(row: Row): string {
  const cell = takenBy(row)
  if (cell) return /^takes \d+, an? [a-z]+ [a-z]+/.exec(row.words)?.[0].replace(/ an? /, ' ') ?? `takes ${cell}`
  const statue = builtBy(row)
  if (statue) return statueName(statue)
  if (row.text === 'choose ?') return 'has chosen'
  if (row.text.startsWith('choose ')) return `chooses ${row.text.slice(7)}`
  if (REVEAL.test(row.text)) return `reveal ${row.text.slice(7).replaceAll(',', ', ').replaceAll('-', '–')}`
  if (row.text === 'end') return ''
  if (row.text === 'retire') return 'retires'
  if (row.text === 'decline') return 'declines'
  return row.text
}

/** Cells of the last move, for the wash; with dice those of the whole round. */
export function washedBy(rows: readonly Row[]): number[] {
  const last = rows.findLast((row) => takenBy(row) || REVEAL.test(row.text))
  if (!last) return []
  if (takenBy(last)) return [takenBy(last)]
  return [...last.words.matchAll(/\btakes (\d+)/g)].map((found) => Number(found[1]))
}

/** The numbers of the last reveal, by seat; 0: this seat had none. Null before the first. */
export function revealedIn(log: readonly Row[]): number[] | null {
  const row = log.findLast((each) => REVEAL.test(each.text))
  return row
    ? row.text
        .slice(7)
        .split(',')
        .map((each) => Number(each) || 0)
    : null
}
