/** The twelve tiles: shape, colour, and what turning and flipping does to cells. */
export type Cell = readonly [x: number, y: number] // columns from the left, rows from the top

interface Kind {
  shape: string // rows from the top
  fill: string
}

/* prettier-ignore */
export const TILES: Readonly<Record<string, Kind>> = {
  I2: { shape: '##', fill: '#97261a' },
  I3: { shape: '###', fill: '#84d8e0' },
  V3: { shape: '##/#.', fill: '#e587bc' },
  I4: { shape: '####', fill: '#5b6b2e' },
  O4: { shape: '##/##', fill: '#f5d263' },
  T4: { shape: '###/.#.', fill: '#9068bd' },
  S4: { shape: '.##/##.', fill: '#41a187' },
  L4: { shape: '###/#..', fill: '#b8af9c' },
  P5: { shape: '##/##/#.', fill: '#de701c' },
  L5: { shape: '####/#...', fill: '#1f3f9b' },
  Y5: { shape: '####/.#..', fill: '#7a4a2b' },
  Z5: { shape: '##./.#./.##', fill: '#3e7fb8' },
}

const INK: Record<string, string> = {
  I3: '#1a2032',
  V3: '#1a2032',
  O4: '#1a2032',
  S4: '#0b1226',
  L4: '#1a2032',
  P5: '#1a2032',
}

export const fillOf = (name: string): string => TILES[name]?.fill ?? '#888888'

/** The colour of the name that is written on a tile. */
export const inkOf = (name: string): string => INK[name] ?? '#ffffff'

/** A tile as it lies in the box. */
export const shapeOf = (name: string): Cell[] =>
  (TILES[name]?.shape ?? '')
    .split('/')
    .flatMap((row, y) => [...row].flatMap((sign, x): Cell[] => (sign === '#' ? [[x, y]] : [])))

/** Turned by a quarter to the right about the origin; each cell keeps its place in the list. */
export const turned = (cells: readonly Cell[]): Cell[] => cells.map(([x, y]) => [0 - y, x])

/** The mirror image, left and right exchanged. */
export const flipped = (cells: readonly Cell[]): Cell[] => cells.map(([x, y]) => [0 - x, y])

export const shifted = (cells: readonly Cell[], dx: number, dy: number): Cell[] =>
  cells.map(([x, y]) => [x + dx, y + dy])

interface Box {
  left: number
  top: number
  width: number
  height: number
}

export function boxOf(cells: readonly Cell[]): Box {
  const [xs, ys] = [cells.map(([x]) => x), cells.map(([, y]) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  return { left, top, width: Math.max(...xs) - left + 1, height: Math.max(...ys) - top + 1 }
}

/** Cells of the longer side, which stays as it is when a tile is turned. */
export function longest(cells: readonly Cell[]): number {
  const { width, height } = boxOf(cells)
  return Math.max(width, height)
}

/** Moved into the corner, for drawings. */
export function cornered(cells: readonly Cell[]): Cell[] {
  const { left, top } = boxOf(cells)
  return shifted(cells, -left, -top)
}

/** Moved so that one of its cells is the origin, about which it turns. */
export function about(cells: readonly Cell[], pivot: number): Cell[] {
  const [x, y] = cells[pivot] ?? [0, 0]
  return shifted(cells, -x, -y)
}

/** The cell nearest to the middle: where a hand would hold it. */
export function middleOf(cells: readonly Cell[]): number {
  const mean = (at: 0 | 1) => cells.reduce((sum, cell) => sum + cell[at], 0) / cells.length
  const [x, y] = [mean(0), mean(1)]
  const far = cells.map((cell) => (cell[0] - x) ** 2 + (cell[1] - y) ** 2)
  return far.indexOf(Math.min(...far))
}

const key = (cells: readonly Cell[]): string =>
  cornered(cells)
    .map(([x, y]) => `${x},${y}`)
    .sort()
    .join(' ')

/** Whether two tiles look alike, wherever they lie. */
export const alike = (a: readonly Cell[], b: readonly Cell[]): boolean => a.length === b.length && key(a) === key(b)

/** Whether two cells are the same. */
export const same = ([ax, ay]: Cell, [bx, by]: Cell): boolean => ax === bx && ay === by
