/** The Gate's terms as set-up says them: a race, or practice for one. */
import type { Part, Terms } from '../terms'

export const terms: Terms = {
  clauses: (values, alone) => (alone ? practice(values) : race(values)),
  implied: ['mode'],
}

function race({ side, sand, tracks }: Readonly<Record<string, unknown>>): Part[][] {
  return [
    ['the ', { key: 'side', words: `${side} side`, title: 'Which boards', fields: ['side'], presets: true }],
    [{ key: 'sand', words: `${sand} s`, title: 'How long the sand runs', fields: ['sand'] }, ' of sand'],
    [{ key: 'tracks', words: `${tracks} jewels`, title: 'How many jewels', fields: ['tracks'] }, ' a track'],
  ]
}

function practice({ side, grade, puzzle }: Readonly<Record<string, unknown>>): Part[][] {
  const graded = grade === 'any' ? 'all puzzles' : `${grade} puzzles`
  const one = String(puzzle ?? '').trim()
  return [
    [
      'with ',
      { key: 'grade', words: graded, title: 'Which puzzles', fields: ['grade', 'side'], presets: true },
      ` of the ${side} side`,
    ],
    [{ key: 'puzzle', words: one ? `only ${one}` : 'one after another', title: 'Which puzzle', fields: ['puzzle'] }],
  ]
}
