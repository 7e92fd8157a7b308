/** A table as the server tells it, with what a test changes. */
import type { Table, TableSeat } from '../../src/wire/messages'

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
  ...more,
})
