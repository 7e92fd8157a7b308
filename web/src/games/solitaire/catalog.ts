/** Egyptian Solitaire as the home page and the set-up show it. */
import type { CatalogEntry } from '../catalog'

export const entry: CatalogEntry = {
  order: 3,
  title: 'Egyptian Solitaire',
  brief: 'Solitaire',
  line: 'Hop the nested pyramids until one is left.',
  seats: '1 or more, 5 min',
  ground: '#16295c',
  ink: '#fff',
  sign: 'nest',
  lengths: [
    { label: 'Three by four', about: 'Twelve nests, the board of the rules.', options: {}, minutes: 5, alone: true },
    {
      label: 'A single medium',
      about: 'The same nests, another goal.',
      options: { goal: 'medium' },
      minutes: 5,
      alone: true,
    },
    {
      label: 'A single large',
      about: 'Only a large may be left.',
      options: { goal: 'large' },
      minutes: 5,
      alone: true,
    },
    {
      label: 'One by seven',
      about: 'A row of seven, for a quick try.',
      options: { ranks: 1, files: 7 },
      minutes: 2,
      alone: true,
    },
    {
      label: 'Four by five',
      about: 'Twenty nests, a longer game.',
      options: { ranks: 4, files: 5 },
      minutes: 10,
      alone: true,
    },
    {
      label: 'Six by six',
      about: 'Thirty-six nests, an afternoon.',
      options: { ranks: 6, files: 6 },
      minutes: 30,
      alone: true,
    },
    {
      label: 'Quicksand',
      about: 'All at once, until the sand runs out.',
      options: { mode: 'quicksand' },
      minutes: 5,
      apart: true,
    },
    {
      label: 'Hidden sand',
      about: 'Nobody knows when it runs out.',
      options: { mode: 'quicksand', hidden: true },
      minutes: 5,
      apart: true,
    },
    { label: 'King Tut', about: 'One after the other, against the clock.', options: { mode: 'king-tut' }, minutes: 10 },
  ],
  quick: 'alone',
  solo: true,
  timed: true,
}
