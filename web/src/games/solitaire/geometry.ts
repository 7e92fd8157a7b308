/** The board as drawn: a slab with a square for every file and rank, a1 at the bottom left. Units, not pixels. */
import { shares, STEPS, type Heading } from '../../ui/grid'

export type Point = readonly [x: number, y: number]

export interface Frame {
  ranks: number
  files: number
  cell: number
  gap: number
  rim: number
  width: number
  height: number
}

export const NOWHERE = -1 // no square
const [CELL, GAP, RIM] = [150, 10, 20]
const GROUND = 20 // from the foot of a nest to the lower edge of its square
const FINGER = 44 // px: the least a square may measure on the screen

export function frameOf(ranks: number, files: number): Frame {
  const along = (many: number) => many * CELL + (many - 1) * GAP + 2 * RIM
  return { ranks, files, cell: CELL, gap: GAP, rim: RIM, width: along(files), height: along(ranks) }
}

/** The least width in pixels: below it the board scrolls. */
export const leastWidth = (frame: Frame): number => Math.ceil((frame.width * FINGER) / frame.cell)

/** "b2" of a square's number; numbers run along the ranks from a1. */
export const nameOf = (square: number, files: number): string =>
  `${String.fromCharCode(97 + (square % files))}${Math.floor(square / files) + 1}`

/** The number of "b2"; NOWHERE where the board has no such square. */
export function squareOf(name: string, ranks: number, files: number): number {
  const file = name.charCodeAt(0) - 97
  const rank = Number(name.slice(1)) - 1
  const there = name.length === 2 && file >= 0 && file < files && rank >= 0 && rank < ranks
  return there ? rank * files + file : NOWHERE
}

/** Column and row as drawn, from the top left. */
export const place = (frame: Frame, square: number): Point => [
  square % frame.files,
  frame.ranks - 1 - Math.floor(square / frame.files),
]

export function squareIn(frame: Frame, column: number, row: number): number {
  const there = column >= 0 && row >= 0 && column < frame.files && row < frame.ranks
  return there ? (frame.ranks - 1 - row) * frame.files + column : NOWHERE
}

/** Upper left corner of a square. */
export function corner(frame: Frame, square: number): Point {
  const [column, row] = place(frame, square)
  const step = frame.cell + frame.gap
  return [frame.rim + column * step, frame.rim + row * step]
}

/** Where a nest stands: the middle of its foot. */
export function foot(frame: Frame, square: number): Point {
  const [x, y] = corner(frame, square)
  return [x + frame.cell / 2, y + frame.cell - GROUND]
}

/** The square under a point; NOWHERE off the slab. A gap belongs to the nearer square, so no drop falls between. */
export function squareAt(frame: Frame, x: number, y: number): number {
  if (x < 0 || y < 0 || x > frame.width || y > frame.height) return NOWHERE
  const step = frame.cell + frame.gap
  const along = (at: number, many: number) =>
    Math.min(many - 1, Math.max(0, Math.floor((at - frame.rim + frame.gap / 2) / step)))
  return squareIn(frame, along(x, frame.files), along(y, frame.ranks))
}

/** The neighbour as drawn, for the arrow keys; the square itself at the edge. */
export function beside(frame: Frame, square: number, heading: Heading): number {
  const [column, row] = place(frame, square)
  const [dx, dy] = STEPS[heading]
  const next = squareIn(frame, column + dx, row + dy)
  return next === NOWHERE ? square : next
}

/** Rows as drawn from the top, each from the left: the order in which a reader meets the squares. */
export function rowsOf(frame: Frame): number[][] {
  return Array.from({ length: frame.ranks }, (_, row) =>
    Array.from({ length: frame.files }, (_, column) => squareIn(frame, column, row)),
  )
}

/** A square in shares of the frame, for what lies over the drawing. */
export function share(frame: Frame, square: number): string {
  const [x, y] = corner(frame, square)
  return shares({ x, y, width: frame.cell, height: frame.cell }, frame)
}

/** Where rivals' boards stand: beside the player's own, or under it where the board is long and low. */
export const rivalsBelow = (frame: Frame): boolean => frame.height / frame.width < 0.5

/** Columns of small boards beside the large one. */
export const rivalColumns = (rivals: number): number => (rivals > 3 ? 2 : 1)

/** The width of the small boards together, as a part of the whole: so that they stand no taller than the large one. */
export const rivalShare = (rivals: number): number => [0, 0.26, 0.26, 0.2, 0.36][rivals] ?? 0.3

const TALLEST = 0.764 // of what follows the shape: a tall board stands in the middle of a wider dock

/** Height of all boards together as a part of their width. */
export function shapeOf(frame: Frame, rivals: number): number {
  const ratio = frame.height / frame.width
  if (!rivals) return Math.min(TALLEST, ratio)
  return Math.min(TALLEST, rivalsBelow(frame) ? ratio * 1.24 + 0.06 : ratio * (1 - rivalShare(rivals)))
}
