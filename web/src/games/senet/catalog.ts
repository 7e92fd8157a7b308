/** Senet as the home page and the set-up show it. */
import type { CatalogEntry } from '../catalog'

export const entry: CatalogEntry = {
  order: 1,
  title: 'Senet',
  line: 'Throw the sticks, hold your walls, bring your pieces home.',
  seats: '2 players, 10 to 30 min',
  ground: '#b4492e',
  ink: '#fff',
  sign: 'stick',
  lengths: [
    {
      label: 'The short game',
      about: 'Three pieces a side, ten minutes or so.',
      options: { pieces: 3 },
      minutes: 10,
      called: 'short Senet',
    },
    { label: 'Five pieces', about: 'The whole game, half an hour or more.', options: {}, minutes: 30 },
  ],
}
