/** A short match of two, reviewed: three throws with a choice each, a throw that nobody could use, and the end. */
import { lines } from '../../src/table/move_list'
import { momentsOf, type Moment } from '../../src/review/moments'
import type { MatchReview, ReviewedChoice, ReviewedStep, Row } from '../../src/wire/messages'
import { row } from '../table/scenes'

export const choice = (cost: number, more: Partial<ReviewedChoice> = {}): ReviewedChoice => ({
  better: cost ? '18x21' : '26-29',
  words: cost ? 'moves from 18 to 21 and swaps' : 'moves from 26 to 29',
  drawn: [],
  best: 6600,
  cost,
  label: 'estimated',
  error: 400,
  really: null,
  ...more,
})

const none = [0, 0]
export const step = (
  by: number,
  kind: ReviewedStep['kind'],
  text: string,
  more: Partial<ReviewedStep>,
): ReviewedStep => ({
  by,
  kind,
  text,
  values: none,
  chance: none,
  chosen: none,
  time: none,
  agreed: none,
  choice: null,
  ...more,
})

export const STEPS: ReviewedStep[] = [
  step(-1, 'chance', 'throw 3', { values: [6600, 3400], chance: [1600, -1600] }),
  step(0, 'choice', '26-29', { values: [5300, 4700], chosen: [-1300, 1300], choice: choice(1300) }),
  step(-1, 'chance', 'throw 2', { values: [5300, 4700] }),
  step(1, 'choice', '1-3', { values: [5500, 4500], chosen: [200, -200], choice: choice(200, { best: 4700 }) }),
  step(-1, 'chance', 'throw 5', { values: [5000, 5000], chance: [-500, 500] }),
  step(-1, 'chance', 'throw 6', { values: [9000, 1000], chance: [4000, -4000] }),
  step(1, 'choice', '3-9', { values: [9000, 1000], choice: choice(0, { best: 1000 }) }),
  step(1, 'leaving', '', { values: [10_000, 0], chosen: [1000, -1000] }),
]

export const LOG: Row[] = [
  { ...row(1, -1, 'throw 3'), seat: 0, words: 'throws 3' },
  { ...row(2, 0, '26-29'), words: 'moves from 26 to 29' },
  { ...row(3, -1, 'throw 2'), seat: 1, words: 'throws 2' },
  { ...row(4, 1, '1-3'), words: 'moves from 1 to 3' },
  { ...row(5, -1, 'throw 5'), seat: 0, words: 'throws 5 and cannot move' },
  { ...row(6, -1, 'throw 6'), seat: 1, words: 'throws 6' },
  { ...row(7, 1, '3-9'), words: 'moves from 3 to 9' },
  { ...row(7, 1, 'resign'), words: 'resigns' },
]

export const review = (more: Partial<MatchReview> = {}): MatchReview => ({
  unit: 'chance',
  method: 'Judged by looking 3 throws ahead.',
  label: 'estimated',
  error: 400,
  chance: 'the sticks',
  first: [5000, 5000],
  steps: STEPS,
  accounts: [
    { first: 5000, chance: 5100, choices: [-1300, 1200], time: 0, agreed: 0, result: 10_000 },
    { first: 5000, chance: -5100, choices: [1300, -1200], time: 0, agreed: 0, result: 0 },
  ],
  accuracy: [
    { best: 0, of: 1 },
    { best: 1, of: 2 },
  ],
  turns: [
    { start: 2, end: 2, kind: 'choice', seat: 0, amount: -1300 },
    { start: 5, end: 6, kind: 'chance', seat: 0, amount: 3500 },
    { start: 8, end: 8, kind: 'leaving', seat: 1, amount: -1000 },
  ],
  ...more,
})

export const moments = (): Moment[] => momentsOf(review(), lines(LOG), LOG)

/** A moment with these values by seat, for graphs. */
export const at = (index: number, moved: number[], after = moved, seat: number | null = null): Moment => ({
  number: index,
  from: index,
  at: index,
  end: index,
  seat,
  kind: 'choice',
  choice: null,
  board: index,
  before: moved,
  moved,
  after,
  line: null,
  rows: [],
})
