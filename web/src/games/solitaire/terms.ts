/** Solitaire's terms as set-up says them: alone, against the clock, or against the sand. */
import type { Part, Terms } from '../terms'
import { plural } from '../../lib/text'

type Values = Readonly<Record<string, unknown>>

export const terms: Terms = {
  clauses: (values, alone) => (alone ? solo(values) : rivals(values)),
  implied: ['mode'],
}

const board = ({ ranks, files }: Values, presets: boolean): Part[] => [
  'on ',
  { key: 'board', words: `${ranks} by ${files}`, title: 'Which board', fields: ['ranks', 'files'], presets },
]

function solo(values: Values): Part[][] {
  const set = String(values.position ?? '').trim() !== ''
  return [
    board(values, true),
    ['to end with ', { key: 'goal', words: `one ${values.goal}`, title: 'What may be left', fields: ['goal'] }],
    [
      'from ',
      {
        key: 'position',
        words: set ? 'a set position' : 'full nests',
        title: 'Where it begins',
        fields: ['position'],
      },
    ],
  ]
}

function rivals(values: Values): Part[][] {
  const { mode, rounds, limit, sand, hidden, least, most } = values
  const tut = mode === 'king-tut'
  const which: Part = {
    key: 'mode',
    words: tut ? 'King Tut' : 'Quicksand',
    title: 'Which game',
    fields: [],
    presets: true,
  }
  const out = [[which], board(values, false)]
  if (tut)
    return [
      ...out,
      [{ key: 'rounds', words: plural(Number(rounds), 'game'), title: 'How many games', fields: ['rounds'] }, ' each'],
      [{ key: 'limit', words: `${limit} s`, title: 'How long a game takes', fields: ['limit'] }, ' a game at most'],
    ]
  return [
    ...out,
    [
      {
        key: 'sand',
        words: hidden ? `${least} to ${most} s` : `${sand} s`,
        title: 'How long the sand runs',
        fields: ['hidden', 'sand', 'least', 'most'],
      },
      hidden ? ' of hidden sand' : ' of sand',
    ],
  ]
}
