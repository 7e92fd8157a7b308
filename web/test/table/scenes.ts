/** A table as the server tells it, with what a test changes. */
import type { Now, Row, Table, TableSeat } from '../../src/wire/messages'

export const seat = (name: string, more: Partial<TableSeat> = {}): TableSeat => ({
  name,
  kind: 'person',
  level: '',
  you: false,
  here: true,
  kept: '',
  ready: true,
  gone: false,
  away: 0,
  helped: [],
  commitment: '',
  ...more,
})

export const table = (more: Partial<Table> = {}): Table => ({
  code: 'lotus',
  game: 'senet',
  title: 'Senet',
  options: {},
  words: 'five pieces',
  status: 'playing',
  seats: [seat('Iset', { you: true }), seat('Nebet')],
  seating: 'chance',
  clock: { kind: 'none', seconds: 600, increment: 0 },
  timed: false,
  commitment: 'c0',
  secret: null,
  public: false,
  host: 'Iset',
  rematch: null,
  turn: null,
  due: false,
  asked: false,
  hosting: false,
  watching: 0,
  offer: null,
  patience: 60,
  brought: false,
  dice: '',
  position: false,
  meter: false,
  parts: [],
  claim: 300,
  ...more,
})

/** A moment of a match, as the server tells it. */
export const now = (more: Partial<Now> = {}): Now => ({
  n: 2,
  at: 200,
  turn: -1,
  hand: 0,
  picture: {},
  choices: [[], []],
  undo: [false, false],
  may: [],
  resign: [true, true],
  out: [false, false],
  clocks: null,
  ending: null,
  opening: false,
  ...more,
})

export const row = (n: number, by: number, text: string): Row => ({
  n,
  at: n,
  seat: by,
  by,
  text,
  words: text,
  note: '',
  clause: '',
})
