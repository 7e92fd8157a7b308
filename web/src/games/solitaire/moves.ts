/** Hops in the rows of the log, read from notation and words. */
import type { Sound } from '../../lib/sound'
import type { Row } from '../../wire/messages'
import type { Picture } from '../../wire/solitaire'
import { nameOf, squareOf } from './geometry'
import { NAMES, PIPS, SIZES, type Size } from './nest'

export interface Hop {
  start: string // squares by name
  end: string
}

const HOP = /^([a-h][1-8])>([a-h][1-8])$/

export function readHop(text: string): Hop | null {
  const found = HOP.exec(text)
  return found ? { start: found[1] as string, end: found[2] as string } : null
}

/** The square that is hopped over; empty where there is none, as in an action that is no hop. */
export function middle({ start, end }: Hop): string {
  const file = start.charCodeAt(0) + end.charCodeAt(0)
  const rank = Number(start[1]) + Number(end[1])
  if (file % 2 || rank % 2 || start === end) return ''
  return `${String.fromCharCode(file / 2)}${rank / 2}`
}

/** A player's action in notation. The server decides whether it is allowed. */
export const wish = (picture: Picture, start: number, end: number): string =>
  `${nameOf(start, picture.files)}>${nameOf(end, picture.files)}`

/** The size that a hop took, as its row tells. */
export function takenBy(row: Row): Size | null {
  const told = /\btakes a (small|medium|large)\b/.exec(row.words)?.[1]
  const noted = /[-−]([123])$/.exec(row.note)?.[1]
  return SIZES.find((size) => NAMES[size] === told || String(PIPS[size]) === noted) ?? null
}

/** Rows of hops on one board: of a seat in Quicksand, of the present game in King Tut, else all. */
export function hopsOf(log: readonly Row[], picture: Picture, seat: number): Row[] {
  if (picture.mode === 'quicksand') return log.filter((row) => row.seat === seat && readHop(row.text))
  if (picture.mode === 'solo') return log.filter((row) => readHop(row.text))
  if (picture.phase === 'ready') return []
  // A game of King Tut begins with a start, or with the clock that ran by itself.
  const begun = log.findLastIndex((row) => row.text === 'start' || (row.by === -4 && row.note === 'clock'))
  return log.slice(begun + 1).filter((row) => readHop(row.text))
}

/** The last hop that stands on a board. */
export function lastHop(log: readonly Row[], picture: Picture, seat: number): Hop | null {
  const row = hopsOf(log, picture, seat).at(-1)
  return row ? readHop(row.text) : null
}

/** Pips after each hop, from the first to now. They are counted back from now, so any first position will do. */
export function fall(log: readonly Row[], picture: Picture, seat: number): number[] {
  const board = picture.boards[picture.mode === 'quicksand' ? seat : 0]
  const taken = hopsOf(log, picture, seat).map(takenBy)
  const pips = [board?.score ?? 0]
  for (const size of taken.reverse()) pips.unshift((pips[0] ?? 0) + (size ? PIPS[size] : 0))
  return pips
}

/** The position that the solo game began with: the hops of the log, made backwards. */
export function firstOf(log: readonly Row[], picture: Picture): string[] {
  const squares = [...(picture.boards[0]?.squares ?? [])]
  const change = (name: string, by: (stack: string) => string) => {
    const square = squareOf(name, picture.ranks, picture.files)
    squares[square] = by(squares[square] ?? '')
  }
  for (const row of hopsOf(log, picture, 0).reverse()) {
    const hop = readHop(row.text) as Hop
    const top = squares[squareOf(hop.end, picture.ranks, picture.files)]?.at(-1) ?? ''
    change(hop.end, (stack) => stack.slice(0, -1))
    change(hop.start, (stack) => stack + top)
    change(middle(hop), (stack) => stack + (takenBy(row) ?? ''))
  }
  return squares
}

/** How many events stand, as the log tells. */
export const eventsIn = (log: readonly Row[]): number => log.at(-1)?.n ?? 0

/** The match time when the sand of Quicksand began to run, by the log; null before. */
export function sandSince(log: readonly Row[]): number | null {
  const row = log.findLast((each) => each.text === 'start' || (each.by === -4 && each.note === 'sand'))
  return row?.at ?? null
}

/** What a row sounds like. */
export function sounds(row: Row): Sound[] {
  if (row.note === 'bell' || row.note === 'limit') return ['jewel']
  if (readHop(row.text)) return ['land']
  return row.text === 'start' ? ['step'] : []
}
