/** Where things are on a puzzle board: notation to cells and back, and cells to the drawing. */
import { shares } from '../../ui/grid'
import type { SeatPicture } from '../../wire/gate'
import { boxOf, same, shifted, type Cell } from './tiles'

export const SIZE = 66 // of a cell, in units of the drawing
export const PAD = 20 // of the frame round the cells
export const SLAB = { columns: 6, rows: 5 } // cells of a slab; a smaller region lies in its middle

export interface Ground {
  columns: number
  rows: number
  white: ReadonlySet<string> // cells by name
}

/** A board; without a region it is the empty slab. */
export function groundOf(region: string): Ground {
  const lines = region ? region.split('/') : Array<string>(SLAB.rows).fill('#'.repeat(SLAB.columns))
  const [rows, columns] = [lines.length, Math.max(...lines.map((line) => line.length))]
  const white = new Set<string>()
  lines.forEach((line, y) => {
    for (const [x, sign] of [...line].entries()) if (sign === '.') white.add(nameOf([x, y], rows))
  })
  return { columns, rows, white }
}

export const nameOf = ([x, y]: Cell, rows: number): string => `${String.fromCharCode(97 + x)}${rows - y}`

/** Cells out of "a1a2b2". */
export function cellsOf(text: string, rows: number): Cell[] {
  return [...text.matchAll(/([a-h])([1-8])/g)].map(([, file, rank]) => [
    (file as string).charCodeAt(0) - 97,
    rows - Number(rank),
  ])
}

/** Cells as notation writes them: by file, then by rank. */
export const textOf = (cells: readonly Cell[], rows: number): string =>
  cells
    .map((cell) => nameOf(cell, rows))
    .sort()
    .join('')

export const inside = (cells: readonly Cell[], { columns, rows }: Ground): boolean =>
  cells.every(([x, y]) => x >= 0 && y >= 0 && x < columns && y < rows)

/** Cells moved onto the board, by as little as it takes. */
export function clamped(cells: readonly Cell[], { columns, rows }: Ground): Cell[] {
  const { left, top, width, height } = boxOf(cells)
  const push = (from: number, size: number, room: number) => Math.min(0, room - from - size) || Math.max(0, -from)
  return shifted(cells, push(left, width, columns), push(top, height, rows))
}

/** Cells in reading order, row by row, for the grid of buttons. */
export const rowsOf = ({ columns, rows }: Ground): Cell[][] =>
  Array.from({ length: rows }, (_, y) => Array.from({ length: columns }, (_, x) => [x, y] as const))

export interface Frame {
  left: number // of the slab, seen from the corner of the first cell
  top: number
  width: number
  height: number
}

/** The slab round the cells, in units of the drawing. */
export function frameOf({ columns, rows }: Ground, size = SIZE, pad = PAD): Frame {
  const width = Math.max(SLAB.columns, columns) * size + 2 * pad
  const height = Math.max(SLAB.rows, rows) * size + 2 * pad
  return { left: (columns * size - width) / 2, top: (rows * size - height) / 2, width, height }
}

/** A cell as parts of the slab, for what lies over the drawing. */
export const share = (frame: Frame, [x, y]: Cell): string =>
  shares({ x: x * SIZE - frame.left, y: y * SIZE - frame.top, width: SIZE, height: SIZE }, frame)

/** The tile that lies on a cell; empty: none. */
export function tileAt(seat: SeatPicture, cell: Cell, rows: number): string {
  return seat.tiles.find((tile) => tile.cells && cellsOf(tile.cells, rows).some((one) => same(one, cell)))?.name ?? ''
}

/** The outline of a shape, for frames: a line round every side that no other cell of it shares. */
export function rim(cells: readonly Cell[], size: number, inset = 0): string {
  const has = (x: number, y: number) => cells.some((cell) => same(cell, [x, y]))
  let path = ''
  for (const [x, y] of cells) {
    const [left, right, up, down] = [has(x - 1, y), has(x + 1, y), has(x, y - 1), has(x, y + 1)]
    const x0 = x * size + (left ? 0 : inset)
    const x1 = (x + 1) * size - (right ? 0 : inset)
    const y0 = y * size + (up ? 0 : inset)
    const y1 = (y + 1) * size - (down ? 0 : inset)
    if (!up) path += `M${x0} ${y0}H${x1}`
    if (!down) path += `M${x0} ${y1}H${x1}`
    if (!left) path += `M${x0} ${y0}V${y1}`
    if (!right) path += `M${x1} ${y0}V${y1}`
  }
  return path
}

/** Corners of a hexagon that points left and right, as text for a polygon. */
export function hexagon(x: number, y: number, radius: number): string {
  return Array.from({ length: 6 }, (_, i) => {
    const angle = (Math.PI / 3) * i
    return `${(x + radius * Math.cos(angle)).toFixed(1)},${(y + radius * Math.sin(angle)).toFixed(1)}`
  }).join(' ')
}
