/** The pyramid as a drawing: where spaces lie, what divides them, where people and mummies stand. No rules. */
import { shares, STEPS, type Heading } from '../../ui/grid'

type Zone = 'rubble' | 'sand' | 'pond' | 'corridor'
export type Point = [number, number]

export const CELL = 72
export const LEFT = 22
export const TOP = 22
export const WIDTH = 9 * CELL + 2 * LEFT
export const HEIGHT = 8 * CELL + TOP + 62
export const FLOOR = TOP + 8 * CELL // where the door is
export const DOOR = 'door' // the name of the way out

export const COLUMNS = 'abcdefghi'
export const ROWS = [1, 2, 3, 4, 5, 6, 7, 8] as const

function zoneAt(x: number, row: number): Zone | null {
  if (row < 1 || row > 8 || x < 0 || x > 8) return null
  if (row <= 2) return x >= 2 && x <= 6 ? 'rubble' : null
  if (x === 0 || x === 8 || row === 8) return 'corridor'
  return x >= 3 && x <= 5 && row >= 4 && row <= 6 ? 'pond' : 'sand'
}

const nameAt = (x: number, row: number): string => `${COLUMNS[x] ?? ''}${row}`
const columnOf = (space: string): number => COLUMNS.indexOf(space.charAt(0))
const rowOf = (space: string): number => Number(space.charAt(1))

export const zoneOf = (space: string): Zone | null =>
  space.length === 2 ? zoneAt(columnOf(space), rowOf(space)) : null

/** All spaces as they are read: from the door inwards, from west to east. */
export const SPACES: readonly string[] = ROWS.flatMap((row) =>
  [...COLUMNS].flatMap((_, x) => (zoneAt(x, row) ? [nameAt(x, row)] : [])),
)

/** The number of the block that falls on a space; 0: none does. */
export const NUMBERS: Readonly<Record<string, number>> = Object.fromEntries(
  SPACES.filter((space) => zoneOf(space) === 'rubble' || zoneOf(space) === 'sand').map((space, i) => [space, i + 1]),
)

/** The way of the mummies, from a3 round to i3. */
export const WALK: readonly string[] = 'a3 a4 a5 a6 a7 a8 b8 c8 d8 e8 f8 g8 h8 i8 i7 i6 i5 i4 i3'.split(' ')

const GATES = new Set(['a3b3', 'a5b5', 'a7b7', 'h3i3', 'h5i5', 'h7i7', 'c7c8', 'e7e8', 'g7g8'])

/** Whether two spaces are open to each other, without a wall between them. */
export function joined(one: string, other: string): boolean {
  const [a, b] = [zoneOf(one), zoneOf(other)]
  if (!a || !b) return false
  return (a === 'corridor') === (b === 'corridor') || GATES.has([one, other].sort().join(''))
}

/** The upper left corner of a space. */
export const corner = (space: string): Point => [LEFT + columnOf(space) * CELL, TOP + (8 - rowOf(space)) * CELL]
export const centre = (space: string): Point => {
  const [x, y] = corner(space)
  return [x + CELL / 2, y + CELL / 2]
}

/** The space that lies in a direction, over walls and gaps too; from the first row downwards the door. */
export function beside(space: string, heading: Heading): string {
  if (space === DOOR) return heading === 'up' ? 'e1' : DOOR
  const [across, down] = STEPS[heading]
  let [x, row] = [columnOf(space), rowOf(space)]
  for (;;) {
    x += across
    row -= down
    if (x < 0 || x > 8 || row > 8) return space
    if (row < 1) return DOOR
    if (zoneAt(x, row)) return nameAt(x, row)
    if (row < 3 && down === 0) return space
  }
}

/** Hairlines between open neighbours, and walls. */
function lines(): { thin: string; thick: string } {
  let [thin, thick] = ['', '']
  for (const space of SPACES) {
    const [x, y] = corner(space)
    const [column, row] = [columnOf(space), rowOf(space)]
    const sides: [number, number, string][] = [
      [1, 0, `M${x + CELL} ${y}v${CELL}`],
      [-1, 0, `M${x} ${y}v${CELL}`],
      [0, 1, `M${x} ${y}h${CELL}`],
      [0, -1, `M${x} ${y + CELL}h${CELL}`],
    ]
    for (const [dx, dr, path] of sides) {
      const other = zoneAt(column + dx, row + dr) ? nameAt(column + dx, row + dr) : ''
      if (!other && row === 1 && dr < 0) thin += path
      else if (!other || !joined(space, other)) thick += path
      else if (dx + dr > 0) thin += path
    }
  }
  return { thin, thick }
}
export const LINES = lines()

/** Where on the page a space's button lies, in shares of the drawing. */
export function share(space: string): string {
  const [x, y] = space === DOOR ? [LEFT + 2 * CELL, FLOOR] : corner(space)
  const [width, height] = space === DOOR ? [5 * CELL, HEIGHT - FLOOR] : [CELL, CELL]
  return shares({ x, y, width, height }, { width: WIDTH, height: HEIGHT })
}

export interface Stand {
  x: number // of the middle of the foot
  y: number
  width: number
}

/** Where the nth of several people stands on a space; they share it with what lies there. */
export function standing(space: string, nth: number, many: number, mummies: number, lying: boolean): Stand {
  const [x, y] = corner(space)
  const aside = mummies > 0 || lying
  const width = many === 1 ? (aside ? 26 : 32) : many === 2 ? 24 : many <= 4 ? 20 : 17
  const row = Math.min(many, 3)
  const first = Math.floor(nth / 3) === 0
  const inRow = first ? row : many - 3
  const place = first ? nth : nth - 3
  const step = Math.min(width + 2, (CELL - 8) / Math.max(1, inRow))
  const middle = aside && many === 1 ? (mummies ? x + CELL - 17 : x + 19) : x + CELL / 2
  return {
    x: middle + (place - (inRow - 1) / 2) * step,
    y: y + CELL - (many > 3 && first ? 10 + width * 0.85 : 9) - (mummies ? 8 : 0),
    width,
  }
}

/** Where the adventurers stand who are not inside. */
export function apart(place: string, nth: number): Stand {
  if (place === 'dead') return { x: LEFT + 24 + (nth % 3) * 36, y: FLOOR - 16 - Math.floor(nth / 3) * 44, width: 24 }
  const y = FLOOR + 52
  const width = 24
  if (place === 'escaped') return { x: LEFT + 7 * CELL - 14 - nth * 23, y, width }
  return { x: LEFT + 2 * CELL + 14 + nth * 23, y, width }
}

/** A mummy's place on its space, the nth of those there. */
export function mummyAt(space: string, nth: number): Point {
  const [x, y] = corner(space)
  return [x + 2 + nth * 15, y + 2]
}

/** Spaces that a mummy passes in a number of steps, turning at the ends without losing one. */
export function marched(from: string, next: string, steps: number): string[] {
  let at = WALK.indexOf(from)
  let heading = WALK.indexOf(next) > at ? 1 : -1
  const out: string[] = []
  for (let n = 0; n < steps && at >= 0; n++) {
    if (at + heading < 0 || at + heading >= WALK.length) heading = -heading
    at += heading
    out.push(WALK[at] ?? from)
  }
  return out
}
