/** Where the thirty squares lie. The track is a snake of three rows; upright it is turned by a quarter. */
import { STEPS, type Heading, type Rect } from '../../ui/grid'

export type Point = readonly [x: number, y: number]

/** Measures in the drawing's own units. */
export interface Frame {
  upright: boolean
  cell: number // side of a square
  gap: number // between two squares
  rim: number // of the box
  columns: number
  rows: number
  width: number
  height: number
}

export const SQUARES = 30
export const WATER = 27
export const OFF = 31 // where a piece is that left the board

function framed(upright: boolean, cell: number, gap: number, rim: number): Frame {
  const columns = upright ? 3 : 10
  const rows = upright ? 10 : 3
  const length = (count: number) => count * cell + (count - 1) * gap + 2 * rim
  return { upright, cell, gap, rim, columns, rows, width: length(columns), height: length(rows) }
}

const WIDE = framed(false, 72, 6, 15)
const UPRIGHT = framed(true, 50, 4, 9)

export const frameOf = (upright: boolean): Frame => (upright ? UPRIGHT : WIDE)

/** Column and row of a square as drawn, from the top left. */
export function place(frame: Frame, square: number): Point {
  const row = Math.floor((square - 1) / 10)
  const along = (square - 1) % 10
  const across = row === 1 ? 9 - along : along
  return frame.upright ? [row, 9 - across] : [across, row]
}

/** The square in a column and row as drawn; 0 outside the board. */
export function squareIn(frame: Frame, column: number, row: number): number {
  if (column < 0 || row < 0 || column >= frame.columns || row >= frame.rows) return 0
  const [third, across] = frame.upright ? [column, 9 - row] : [row, column]
  return third * 10 + (third === 1 ? 9 - across : across) + 1
}

/** Top left corner of a square. */
export function corner(frame: Frame, square: number): Point {
  const [column, row] = place(frame, square)
  const step = frame.cell + frame.gap
  return [frame.rim + column * step, frame.rim + row * step]
}

/** Centre of a square; of `OFF` the middle of the way out. */
export function centre(frame: Frame, square: number): Point {
  if (square >= OFF) {
    const out = exit(frame)
    return [out.x + out.width / 2, out.y + out.height / 2]
  }
  const [x, y] = corner(frame, square)
  return [x + frame.cell / 2, y + frame.cell / 2]
}

/** The way out past 30: it sits on the rim of the box and reaches a little beyond it. */
export function exit(frame: Frame): Rect {
  const [x, y] = corner(frame, SQUARES)
  const side = frame.cell * 0.72
  const inset = (frame.cell - side) / 2
  return frame.upright
    ? { x: x + inset, y: -7, width: side, height: frame.rim + 5 }
    : { x: frame.width - frame.rim + 2, y: y + inset, width: frame.rim + 11, height: side }
}

/** What a finger may touch to take that way: larger than what is drawn. */
export function exitReach(frame: Frame): Rect {
  const [x, y] = corner(frame, SQUARES)
  return frame.upright
    ? { x, y: -8, width: frame.cell, height: frame.rim + 20 }
    : { x: frame.width - frame.rim - 10, y, width: frame.rim + 28, height: frame.cell }
}

const within = (rect: Rect, x: number, y: number) =>
  x >= rect.x && y >= rect.y && x <= rect.x + rect.width && y <= rect.y + rect.height

/** The square under a point; `OFF` on the way out and on its side of the box, 0 elsewhere. */
export function squareAt(frame: Frame, x: number, y: number): number {
  const step = frame.cell + frame.gap
  const inside = within({ x: 0, y: 0, width: frame.width, height: frame.height }, x, y)
  if (!inside) {
    const [left, top] = corner(frame, SQUARES)
    const past = frame.upright
      ? y < 0 && x >= left && x <= left + frame.cell
      : x > frame.width && y >= top && y <= top + frame.cell
    return past ? OFF : 0
  }
  // A gap belongs to the nearer square, so that no drop falls between two.
  const column = Math.floor((x - frame.rim + frame.gap / 2) / step)
  const row = Math.floor((y - frame.rim + frame.gap / 2) / step)
  return squareIn(frame, column, row)
}

/** The neighbour as drawn, for the arrow keys; `OFF` past 30 where there is a way out; else the square itself. */
export function beside(frame: Frame, square: number, heading: Heading, out: boolean): number {
  const outward: Heading = frame.upright ? 'up' : 'right'
  const inward: Heading = frame.upright ? 'down' : 'left'
  if (square === OFF) return heading === inward ? SQUARES : OFF
  if (square === SQUARES && heading === outward && out) return OFF
  const [column, row] = place(frame, square)
  const [dx, dy] = STEPS[heading]
  return squareIn(frame, column + dx, row + dy) || square
}

/** Rows as drawn from the top, each from the left: the order in which a reader meets the squares. */
export function rowsOf(frame: Frame): number[][] {
  return Array.from({ length: frame.rows }, (_, row) =>
    Array.from({ length: frame.columns }, (_, column) => squareIn(frame, column, row)),
  )
}
