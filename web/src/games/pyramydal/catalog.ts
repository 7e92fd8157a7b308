/** Pyramydal as the home page and the set-up show it. */
import type { CatalogEntry } from '../catalog'

export const entry: CatalogEntry = {
  order: 4,
  title: 'Pyramydal',
  line: 'Walk the coiled line, take well, build statues.',
  seats: '3 to 10, about 20 min',
  ground: '#e9be58',
  ink: '#1a2032',
  sign: 'seal',
  lengths: [
    { label: 'By turns', about: 'Take any pyramid ahead of you.', options: {}, minutes: 20 },
    {
      label: 'With diagonals',
      about: 'A colour in three sizes across three statues counts too.',
      options: { diagonal: true },
      minutes: 20,
    },
    {
      label: 'All at once',
      about: 'Choose 1 to 6 in secret, then all move.',
      options: { die: 6 },
      minutes: 20,
      apart: true,
    },
  ],
  asks: 'Which game',
}
