/** Results of puzzles in words: in panels, in the text to share, and on its picture. */
import { capital, count, plural } from '../lib/text'
import type { Solved } from './days'

const NTH = ['', 'first', 'second', 'third']

/** "first try", "4 tries"; of a puzzle at a table its time, "0:41", or what the game says: "1 pip". */
export function reachedWords({ tries, words, part, ms }: Solved): string {
  if (words) return words
  if (part) return timeWords(ms)
  return NTH[tries] ? `${NTH[tries]} try` : `${tries} tries`
}

/** "1 pip, with a hint". */
export const resultWords = (solved: Solved): string => `${reachedWords(solved)}${solved.helped ? ', with a hint' : ''}`

/** "three of five today", "one of five". */
export const laidWords = (many: number): string => `${many ? count(many) : 'none'} of five`

/** "twelve days in a row"; "" before the first day. */
export const rowWords = (days: number): string => (days ? `${plural(days, 'day')} in a row` : '')

/** "Three of five, one with a hint". */
export function dayLine(solved: readonly (Solved | null)[]): string {
  const laid = solved.filter((one) => one !== null)
  const helped = laid.filter((one) => one.helped).length
  const one = helped === 1 ? 'with a hint' : 'with hints'
  const hints = helped ? `, ${helped === laid.length ? one : `${count(helped)} with a hint`}` : ''
  return `${capital(laidWords(laid.length))}${hints}`
}

/** A time of play: "0:41". */
export function timeWords(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
