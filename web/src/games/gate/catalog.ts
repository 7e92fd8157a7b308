/** The Gate of the Pyramid as the home page and the set-up show it. */
import type { CatalogEntry } from '../catalog'

export const entry: CatalogEntry = {
  order: 2,
  title: 'The Gate of the Pyramid',
  brief: 'The Gate',
  line: 'Race to fill a puzzle. The fastest pick the jewels.',
  seats: '1 to 4, about 20 min',
  ground: '#2c6b5b',
  ink: '#fff',
  sign: 'door',
  lengths: [
    {
      label: 'Easy puzzles',
      about: 'Three tiles each, one puzzle after the other.',
      options: { mode: 'practice', grade: 'easy' },
      minutes: 5,
      alone: true,
    },
    {
      label: 'All puzzles',
      about: 'Three tiles each, of every grade.',
      options: { mode: 'practice' },
      minutes: 5,
      alone: true,
    },
    {
      label: 'Expert puzzles',
      about: 'Four tiles each, and harder.',
      options: { mode: 'practice', side: 'expert' },
      minutes: 10,
      alone: true,
    },
    { label: 'Normal side', about: 'Three tiles, a minute of sand.', options: {}, minutes: 20, apart: true },
    {
      label: 'Expert side',
      about: 'Four tiles, two minutes of sand.',
      options: { side: 'expert', sand: 120 },
      minutes: 30,
      apart: true,
    },
    { label: 'Short sand', about: 'Three tiles, half a minute.', options: { sand: 30 }, minutes: 15, apart: true },
  ],
  solo: true,
  timed: true,
  usual: 3,
}
