/** Pyramydal's terms as set-up says them. */
import type { Terms } from '../terms'

export const terms: Terms = {
  clauses: ({ die, diagonal }) => [
    [
      {
        key: 'die',
        words: die ? `all at once, 1 to ${die}` : 'by turns',
        title: 'Which game',
        fields: ['die'],
        presets: true,
      },
    ],
    [
      {
        key: 'diagonal',
        words: diagonal ? 'with diagonals' : 'no diagonals',
        title: 'What counts at the end',
        fields: ['diagonal'],
      },
    ],
  ],
}
