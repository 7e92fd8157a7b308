/** The terms of the Pyramid of Horus as set-up says them. */
import type { Terms } from '../terms'

export const terms: Terms = {
  clauses: ({ adventurers, load }) => [
    [
      'adventurers ',
      {
        key: 'adventurers',
        words: adventurers === 'chosen' ? 'as chosen' : 'as dealt',
        title: 'Which adventurers',
        fields: ['adventurers'],
        presets: true,
      },
    ],
    [
      'load ',
      {
        key: 'load',
        words: load === 'literal' ? 'to the letter' : 'in bands',
        title: 'What a load asks of the dice',
        fields: ['load'],
      },
    ],
  ],
}
