/** The line as drawn: a square coil cut into one slab, inwards and clockwise from the top left. Units, not pixels. */
import { shares, STEPS, type Heading } from '../../ui/grid'

export type Point = readonly [x: number, y: number]

export interface Frame {
  cells: number // pyramids in the line
  columns: number
  rows: number
  cellWidth: number
  cellHeight: number
  lane: number // left of the slab, where tokens queue
  rim: number
  width: number
  height: number
  upright: boolean
  path: readonly Point[] // column and row of each cell, in line order; longer than the line where cells are spare
}

export const NOWHERE = 0 // no cell: cells count from 1
export const FINGER = 40 // px: cells narrower than this are drawn plainer, and the line can be zoomed
const WIDE = { width: 82, height: 76, lane: 44, shape: 1.75 }
const UPRIGHT = { width: 66, height: 62, lane: 34, shape: 0.63 }
const FLAT = { ...WIDE, shape: 3.6 } // short lines, as the rules draw them
const RIM = 14

/** Columns and rows that leave each cell the most room; a spare cell counts against them a little. */
export function gridOf(cells: number, upright: boolean, flat = false): [columns: number, rows: number] {
  const { width, height, shape } = upright ? UPRIGHT : flat ? FLAT : WIDE
  let best: { at: [number, number]; room: number } | null = null
  for (let rows = 1; rows <= Math.max(1, cells); rows++) {
    const columns = Math.ceil(cells / rows)
    const spare = columns * rows - cells
    const room = Math.min(shape / (columns * width), 1 / (rows * height)) * (1 - 0.004 * spare)
    if (!best || room > best.room) best = { at: [columns, rows], room }
  }
  return best?.at ?? [1, 1]
}

/** A rectangular coil from the top left, clockwise and inwards. */
export function coil(columns: number, rows: number): Point[] {
  const path: Point[] = []
  let [left, top, right, bottom] = [0, 0, columns - 1, rows - 1]
  while (left <= right && top <= bottom) {
    for (let x = left; x <= right; x++) path.push([x, top])
    for (let y = top + 1; y <= bottom; y++) path.push([right, y])
    if (bottom > top) for (let x = right - 1; x >= left; x--) path.push([x, bottom])
    if (right > left) for (let y = bottom - 1; y > top; y--) path.push([left, y])
    left += 1
    top += 1
    right -= 1
    bottom -= 1
  }
  return path
}

export function frameOf(cells: number, upright: boolean, flat = false): Frame {
  const { width, height, lane } = upright ? UPRIGHT : WIDE
  const [columns, rows] = gridOf(cells, upright, flat)
  return {
    cells,
    columns,
    rows,
    cellWidth: width,
    cellHeight: height,
    lane,
    rim: RIM,
    width: lane + columns * width + 2 * RIM,
    height: rows * height + 2 * RIM,
    upright,
    path: coil(columns, rows),
  }
}

/** Upper left corner of a cell. */
export function corner(frame: Frame, cell: number): Point {
  const [column, row] = frame.path[cell - 1] ?? [0, 0]
  return [frame.lane + frame.rim + column * frame.cellWidth, frame.rim + row * frame.cellHeight]
}

export function centre(frame: Frame, cell: number): Point {
  const [x, y] = corner(frame, cell)
  return [x + frame.cellWidth / 2, y + frame.cellHeight / 2]
}

/** Where a pyramid or a token stands: the middle of its foot. */
export function foot(frame: Frame, cell: number): Point {
  const [x, y] = centre(frame, cell)
  return [x, y + frame.cellHeight * 0.26]
}

/** Where a token queues: the first next to cell 1, the others behind it down the lane. */
export function queued(frame: Frame, place: number, waiting: number): Point {
  const [, y] = foot(frame, 1)
  const step = Math.min(frame.cellHeight * 0.66, (frame.height - y - 8) / Math.max(1, waiting - 1))
  return [frame.lane / 2 - 4, y + place * step]
}

/** Where a retired token stands: at the threshold of the last cell, one beside the other. */
export function retiredAt(frame: Frame, place: number): Point {
  const [x, y] = corner(frame, frame.cells)
  const step = frame.cellWidth * 0.24
  return [x + step * (0.6 + (place % 4)), y + frame.cellHeight * (0.4 + 0.5 * Math.floor(place / 4))]
}

/** The cell in a column and row; NOWHERE off the line. */
export function cellIn(frame: Frame, column: number, row: number): number {
  const at = frame.path.findIndex(([x, y]) => x === column && y === row) + 1
  return at > frame.cells ? NOWHERE : at
}

/** The neighbour as drawn, for the arrow keys; the cell itself at the edge. */
export function beside(frame: Frame, cell: number, heading: Heading): number {
  const [column, row] = frame.path[cell - 1] ?? [0, 0]
  const [dx, dy] = STEPS[heading]
  return cellIn(frame, column + dx, row + dy) || cell
}

/** Walls between turns of the coil, as one path: where neighbours as drawn are no neighbours in line. */
export function walls(frame: Frame): string {
  const order = new Map(frame.path.map(([x, y], i) => [`${x},${y}`, i]))
  const apart = (a: number | undefined, b: number | undefined) =>
    a !== undefined && b !== undefined && Math.min(a, b) < frame.cells && Math.abs(a - b) > 1
  const at = (column: number, row: number) =>
    `${frame.lane + frame.rim + column * frame.cellWidth} ${frame.rim + row * frame.cellHeight}`
  let path = ''
  for (let y = 0; y < frame.rows; y++) {
    for (let x = 0; x < frame.columns; x++) {
      const here = order.get(`${x},${y}`)
      if (apart(here, order.get(`${x},${y - 1}`))) path += `M${at(x, y)}L${at(x + 1, y)}`
      if (apart(here, order.get(`${x - 1},${y}`))) path += `M${at(x, y)}L${at(x, y + 1)}`
    }
  }
  return path
}

/** The stretch from one cell to another as corners of its path, both ends included. */
export function way(frame: Frame, from: number, to: number): Point[] {
  const points: Point[] = []
  for (let cell = from; cell <= to; cell++) {
    const [x, y] = foot(frame, cell)
    const [before, last] = [points.at(-2), points.at(-1)]
    const straight =
      before && last && ((before[0] === last[0] && last[0] === x) || (before[1] === last[1] && last[1] === y))
    if (straight) points.pop()
    points.push([x, y])
  }
  return points
}

/** A cell in shares of the frame, for what lies over the drawing. */
export function share(frame: Frame, cell: number): string {
  const [x, y] = corner(frame, cell)
  return shares({ x, y, width: frame.cellWidth, height: frame.cellHeight }, frame)
}
