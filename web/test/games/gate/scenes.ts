/** Pictures of the Gate for the tests, as the server would send them. */
import type { Choice, Picture, SeatPicture } from '../../../src/wire/gate'

export const seat = (changes: Partial<SeatPicture> = {}): SeatPicture => ({
  hex: 3,
  jewels: [1, 0, 0, 3, 0, 0],
  board: 12,
  region: '..../#...', // two ranks
  tiles: [
    { name: 'I2', cells: '', solution: '' },
    { name: 'V3', cells: '', solution: '' },
    { name: 'L4', cells: '', solution: '' },
  ],
  rank: null,
  time: null,
  took: '',
  resigned: false,
  place: null,
  ...changes,
})

export const picture = (changes: Partial<Picture> = {}): Picture => ({
  mode: 'race',
  side: 'normal',
  phase: 'solve',
  turn: -2,
  round: 2,
  rounds: 9,
  starter: 1,
  symbol: 'eye',
  sand: 1,
  since: 1000,
  until: 61_000,
  length: 60_000,
  tracks: ['rgb', 'oyp', 'rrr', '.gb', 'bbb', 'ppp'],
  takes: ['rg', 'oy', 'rr', 'gb', 'bb', 'pp'],
  seats: [seat(), seat({ hex: 4, board: 7 })],
  results: [[{ seat: 1, time: 41_200, took: 'rb' }]],
  grade: 'any',
  box: 0,
  puzzles: [],
  ...changes,
})

export const put = (tile: string, cells: string): Choice => ({
  text: `put ${cells}`,
  kind: 'put',
  tile,
  cells,
  hex: 0,
  takes: '',
})

export const lift = (tile: string, cells: string): Choice => ({
  ...put(tile, cells),
  text: `lift ${tile}`,
  kind: 'lift',
})

export const move = (hex: number, takes: string): Choice => ({
  text: `move ${hex}`,
  kind: 'move',
  tile: '',
  cells: '',
  hex,
  takes,
})

export const start = (hex: number): Choice => ({ ...move(hex, ''), text: `start ${hex}`, kind: 'start' })

export const word = (kind: 'roll' | 'next' | 'done' | 'resign'): Choice => ({ ...move(0, ''), text: kind, kind })

/** What may be put on the bare board of `seat()`: enough for the tests. */
export const PUTS = [
  put('I2', 'a2b2'),
  put('I2', 'b1b2'),
  put('V3', 'b1b2c1'),
  put('V3', 'c1d1d2'),
  put('L4', 'a2b2c2d2'),
]
