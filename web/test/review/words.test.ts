/** The words of a review: sums, amounts and moments. */
import { describe, expect, it } from 'vitest'
import { accountRows } from '../../src/review/account'
import {
  amountWords,
  betterWords,
  exactWords,
  hindsightWords,
  insteadWords,
  momentWords,
  othersWords,
  resultWords,
  rowsWords,
  signedWords,
  spokenMoment,
  sumsWords,
  toleranceWords,
  valueText,
} from '../../src/review/words'
import type { ReviewAccount } from '../../src/wire/messages'
import { choice, moments, review } from './scenes'
import { row } from '../table/scenes'

const NAMES = ['Iset', 'Nebet']
const YOU = { names: NAMES, seat: 0, you: true }
const ISET = { names: NAMES, seat: 0, you: false }
const [FIRST, SECOND] = review().accounts as [ReviewAccount, ReviewAccount]

describe('amounts', () => {
  it('are told in the unit of the review, with a sign where they are changes', () => {
    expect(amountWords(-1234, 'chance')).toBe('0.12')
    expect(signedWords(3100, 'chance')).toBe('+0.31')
    expect(signedWords(-1200, 'chance')).toBe('−0.12')
    expect([signedWords(-3, 'pips'), signedWords(1, 'pips')]).toEqual(['+3 pips', '−1 pip'])
    expect(signedWords(-1250, 'time')).toBe('+1.3 s')
    expect([valueText(5321, 'chance'), valueText(-4, 'pips')]).toEqual(['53\u00a0%', '4 pips'])
  })
})

describe('the two sums', () => {
  it('are told to the player', () => {
    expect(sumsWords(FIRST, 'chance', 'the sticks', YOU)).toBe('The sticks gave you +0.51; your choices cost 0.13.')
    expect(othersWords(review().accounts, 'chance', YOU)).toBe('Nebet’s cost 0.12. A whole game is 1.00.')
  })

  it('tell of the other one with the figure of the account that is shown', () => {
    const rounded = [{ ...FIRST, choices: [-1300, 1300] }, SECOND]
    expect(othersWords(rounded, 'chance', YOU)).toBe('Nebet’s cost 0.13. A whole game is 1.00.')
    const pips = { ...FIRST, chance: 0, choices: [-3, 0] }
    expect(othersWords([pips, { ...pips, choices: [0, -2] }], 'pips', YOU)).toBe('Nebet’s cost 2 pips.')
  })

  it('name who they are told of', () => {
    expect(sumsWords(SECOND, 'chance', 'the sticks', { ...ISET, seat: 1 })).toBe(
      'The sticks cost Nebet 0.51; Nebet’s choices cost 0.12.',
    )
  })

  it('tell of time and of what was agreed where they changed something', () => {
    const account = { ...FIRST, chance: 0, choices: [0, 0], time: -200, agreed: 1000 }
    expect(sumsWords(account, 'chance', 'the sticks', YOU)).toBe(
      'The sticks changed nothing; time cost you 0.02; the end gave you +0.10; your choices cost nothing.',
    )
  })

  it('say nothing of luck where there is no chance, unless something was unforeseen', () => {
    const account = { ...FIRST, chance: 0, choices: [-3] }
    expect(sumsWords(account, 'pips', '', YOU)).toBe('Your choices cost 3 pips.')
    expect(sumsWords({ ...account, chance: -1 }, 'pips', '', YOU)).toBe(
      'What no search foresaw cost you 1 pip; your choices cost 3 pips.',
    )
    expect(othersWords([account], 'pips', YOU)).toBe('')
  })

  it('tell a deed that gained something', () => {
    expect(sumsWords({ ...FIRST, chance: 100, choices: [400, 0] }, 'chance', 'the jewels', YOU)).toBe(
      'The jewels gave you +0.01; your choices gained 0.04.',
    )
  })
})

describe('the account', () => {
  const rows = accountRows(FIRST, 'chance', 'the sticks', YOU, 'You won')

  it('leads from the first value to the result', () => {
    expect(rows.map(({ words, amount }) => [words, amount])).toEqual([
      ['At the start', '0.50'],
      ['The sticks', '+0.51'],
      ['Your choices', '−0.13'],
      ['Nebet’s choices', '+0.12'],
      ['You won', '1.00'],
    ])
  })

  it('has bars that begin where the one before ended, within the width', () => {
    for (let i = 2; i < rows.length - 1; i++) expect(rows[i]?.from).toBeCloseTo(rows[i - 1]?.to ?? -1, 9)
    expect(rows.at(-1)?.to).toBeCloseTo(rows.at(-2)?.to ?? -1, 9)
    for (const { from, to } of rows) {
      expect(Math.min(from, to)).toBeGreaterThanOrEqual(0)
      expect(Math.max(from, to)).toBeLessThanOrEqual(1)
    }
  })

  it('grows to the right with what is lost, and leaves out what changed nothing', () => {
    const lost = { first: -1, chance: 0, choices: [-3], time: 0, agreed: 0, result: -4 }
    const found = accountRows(lost, 'pips', '', YOU, 'At the end')
    expect(found.map(({ words, amount, from, to }) => [words, amount, from, to])).toEqual([
      ['At the start', '1 pip', 0, 0.25],
      ['Your choices', '+3 pips', 0.25, 1],
      ['At the end', '4 pips', 0, 1],
    ])
  })
})

describe('how exact it is', () => {
  it('says by how much a value may be off', () => {
    expect(exactWords(review())).toBe('about ±4\u00a0%')
    expect(exactWords({ unit: 'pips', label: 'exact', error: 0 })).toBe('exact')
    expect(toleranceWords(review())).toBe('Choices within about 0.04 of the best count as best.')
    expect(toleranceWords({ unit: 'pips', label: 'bounded', error: 0 })).toBe(
      'Where the search ended early, nobody is blamed.',
    )
    const table = { unit: 'chance', label: 'bounded', error: 8 } as const
    expect(exactWords(table)).toBe('exact to 0.1\u00a0%')
    expect(toleranceWords(table)).toBe('Every chance is known to 0.001.')
  })
})

describe('a moment in words', () => {
  it('tells what happened, what was better, and what it was worth', () => {
    const moment = moments()[1]!
    expect(momentWords(moment, NAMES)).toBe('Iset throws 3, moves from 26 to 29')
    expect(betterWords(moment, NAMES)).toBe('Better: moves from 18 to 21 and swaps')
    expect(insteadWords(moment, 'chance')).toBe('53\u00a0% instead of 66\u00a0%')
  })

  it('is spoken in whole sentences', () => {
    const spoken = moments().map((moment) => spokenMoment(moment, 'chance', NAMES, 'throw'))
    expect(spoken.slice(0, 2)).toEqual([
      'The start.',
      'Throw 1. Iset throws 3, moves from 26 to 29. Better: moves from 18 to 21 and swaps. 53 instead of 66 percent.',
    ])
    expect(spoken[4]).toBe('Throw 4. Nebet throws 6, moves from 3 to 9. As good as the best.')
    expect(spoken[5]).toBe('Throw 5. Nebet resigns.')
  })

  it('counts rows where there are many', () => {
    const many = Array.from({ length: 5 }, (_, i) => row(i + 1, -1, `die ${i}`))
    expect(rowsWords(many, NAMES)).toBe('die 0, die 1 and three more')
  })
})

describe('what a choice cost as things really lay', () => {
  const told = (cost: number, really: number | null) =>
    hindsightWords(
      { choice: choice(cost, { really: really === null ? null : { cost: really, error: 1000 } }) },
      'chance',
    )

  it('tells bad luck from a bad choice', () => {
    expect(told(0, 2800)).toBe('As things really lay it cost 0.28: it was unlucky, not bad.')
    expect(told(3000, 1800)).toBe('As things really lay it cost 0.18.')
    expect(told(3000, -1500)).toBe('As things really lay it gained 0.15: it was lucky, not good.')
    expect(told(3000, 200)).toBe('As things really lay it cost 0.02, give or take 0.10.')
  })

  it('is silent where there is nothing to tell', () => {
    expect([told(0, 500), told(3000, null), hindsightWords({ choice: null }, 'chance')]).toEqual(['', '', ''])
  })
})

describe('the result', () => {
  const ending = { places: [1, 2], winners: [0], points: [], reason: '' }
  it('is told of the one who is told', () => {
    expect(resultWords(ending, YOU)).toBe('You won')
    expect(resultWords(ending, { ...ISET, seat: 1 })).toBe('Nebet lost')
    expect(resultWords({ ...ending, winners: [0, 1] }, ISET)).toBe('Iset shared the win')
    expect(resultWords({ ...ending, winners: [] }, { names: ['Iset'], seat: 0, you: true })).toBe('At the end')
  })
})
