/** Rows of the log, how they are printed and which sounds they make; read from notation and notes. */
import type { Sound } from '../../lib/sound'
import type { Row } from '../../wire/messages'

const CHANCE = -1
const DIE = /^die (\d)$/

const isDie = (row: Row): boolean => row.by === CHANCE && DIE.test(row.text)
const pipsOf = (row: Row): string => DIE.exec(row.text)?.[1] ?? ''

/** Whether a row gets no line of its own: dice fall one by one, and only the last die of a cast has a line. */
export const minor = (row: Row): boolean => isDie(row) && !row.note && !/\bred die\b/.test(row.words)

/** The pips of the dice of one cast, of which this row is the last. */
export function castOf(row: Row, log: readonly Row[]): string[] {
  const at = log.findIndex((each) => each.n === row.n)
  const found: string[] = [pipsOf(row)]
  for (const each of log.slice(0, Math.max(0, at)).reverse()) {
    if (!minor(each) || found.length === 5) break
    found.unshift(pipsOf(each))
  }
  return found
}

/** A row as the log shows it. */
export function print(row: Row, log: readonly Row[] = []): string {
  if (isDie(row)) {
    const rest = row.words.replace(/^rolls \d with the \w+ die(?:, and |, | and )?/, '')
    return [`rolls ${castOf(row, log).join(' ')}`, rest].filter(Boolean).join(', ')
  }
  return row.words || row.text
}

export function sounds(row: Row): Sound[] {
  const word = row.text.split(' ')[0] ?? ''
  if (row.note === 'eliminated') return ['stone']
  if (row.note === 'escaped') return ['win']
  if (row.note === 'idol') return ['jewel']
  if (isDie(row)) return minor(row) ? [] : ['sticks']
  if (word === 'block' && row.seat === null) return ['stone']
  if (word === 'go' || word === 'exit') return ['step']
  if (word === 'search') return ['land']
  if (word === 'card' && row.note === 'wound') return ['refused']
  if (word === 'take' || word === 'content') return ['jewel']
  if (word === 'shoot') return ['stone']
  return []
}

/** The block that the newest rows tell of; 0: none. */
export function fallenIn(rows: readonly Row[]): number {
  const row = rows.findLast((each) => each.seat === null && /^block \d+$/.test(each.text))
  return row ? Number(row.text.slice(6)) : 0
}
