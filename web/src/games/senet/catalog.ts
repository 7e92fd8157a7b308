/** Senet as the home page and the set-up show it. */
import type { CatalogEntry } from '../catalog'

export const entry: CatalogEntry = {
  order: 1,
  title: 'Senet',
  line: 'Throw the sticks, hold your walls, bring five pieces home.',
  seats: '2 players',
  ground: '#b4492e',
  ink: '#fff',
  lengths: [
    { label: 'Five pieces', about: 'The whole game, half an hour or more.', options: {} },
    { label: 'The short game', about: 'Three pieces a side, ten minutes or so.', options: { pieces: 3 } },
  ],
}
