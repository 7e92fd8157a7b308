/** Notation as the client needs it: read leniently from rows, written for actions that the server then judges. */
import type { Row } from '../../wire/messages'
import type { Picture } from '../../wire/senet'
import type { Sound } from '../../lib/sound'
import { OFF } from './geometry'
import { ownerOf } from './track'

export interface Move {
  start: number
  land: number // 27 for the water, 31 off the board
  end: number // where it stands afterwards
  swap: boolean
}

const MOVE = /^\s*(\d{1,2})\s*([-–x×])\s*(\d{1,2}|off)(?:\s*~\s*(\d{1,2}))?\s*$/i

export function readMove(text: string): Move | null {
  const match = MOVE.exec(text)
  if (!match) return null
  const [, start, sign, to, swum] = match as unknown as [string, string, string, string, string | undefined]
  const land = to.toLowerCase() === 'off' ? OFF : Number(to)
  return { start: Number(start), land, end: swum ? Number(swum) : land, swap: /[x×]/i.test(sign) }
}

const THROW = /^\s*throw\s+(\d)\s*$/i

/** The count of a throw; 0 where the row tells of something else. */
export const readThrow = (text: string): number => Number(THROW.exec(text)?.[1] ?? 0)

/** A player's action in notation. The server decides whether it is allowed. */
export function wish(picture: Picture, start: number, to: number): string {
  if (to >= OFF) return `${start}-off`
  const mine = ownerOf(picture.squares, start)
  const theirs = ownerOf(picture.squares, to)
  return `${start}${theirs >= 0 && theirs !== mine ? 'x' : '-'}${to}`
}

/** The square a refused action aimed at, for the red frame; 0 where it named none. */
export function aimOf(text: string): number {
  const bare = /^\s*(\d{1,2})\s*$/.exec(text)
  return bare ? Number(bare[1]) : (readMove(text)?.land ?? 0)
}

/** Notation as a label: 20×23, 28–off, 24–27. Where a piece swims to stands in the sentence beside it. */
export const label = (text: string): string => text.replace(/~.*$/, '').replace('x', '×').replace('-', '–')

/** The last row that moved a piece, if nothing was taken back after it. */
export function lastMove(rows: readonly Row[]): { move: Move; row: Row } | null {
  for (const row of [...rows].reverse()) {
    if (row.text === 'undo') return null
    const move = readMove(row.text)
    if (move) return { move, row }
  }
  return null
}

/** What a row sounds like. */
export function sounds(row: Row): Sound[] {
  if (readThrow(row.text)) return ['sticks']
  const move = readMove(row.text)
  if (!move) return []
  return move.end !== move.land ? ['water'] : ['land']
}
