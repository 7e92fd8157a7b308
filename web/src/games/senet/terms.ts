/** Senet's terms as set-up says them. */
import type { Terms } from '../terms'
import { plural } from '../../lib/text'

export const terms: Terms = {
  clauses: ({ pieces }) => [
    [
      'with ',
      {
        key: 'pieces',
        words: plural(Number(pieces), 'piece'),
        title: 'How many pieces',
        fields: ['pieces'],
        presets: true,
      },
      ' a side',
    ],
  ],
}
