/** The Pyramid of Horus as the home page and the set-up show it. */
import type { CatalogEntry } from '../catalog'

export const entry: CatalogEntry = {
  order: 5,
  title: 'The Pyramid of Horus',
  brief: 'Horus',
  line: 'Rob the tombs, dodge the mummies, get out again.',
  seats: '2 to 6, about 45 min',
  ground: '#5a2e4a',
  ink: '#fff',
  sign: 'falcon',
  lengths: [
    {
      label: 'As dealt',
      about: 'Adventurers by chance, load in bands.',
      options: { reaction: 30 },
      minutes: 45,
      apart: true,
    },
    {
      label: 'Chosen adventurers',
      about: 'Everybody picks one of the eight.',
      options: { adventurers: 'chosen', reaction: 30 },
      minutes: 45,
      apart: true,
    },
    {
      label: 'To the letter',
      about: 'The load itself is what a die must show.',
      options: { load: 'literal', reaction: 30 },
      minutes: 45,
      apart: true,
    },
  ],
  asks: 'Which game',
  apart: 'secret cards',
  usual: 3,
}
