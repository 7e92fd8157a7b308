import { describe, expect, it } from 'vitest'
import type { Solved } from '../../src/puzzles/days'
import { cardWords, dayPath, shareText, shortLink, type DayCard } from '../../src/puzzles/share'
import { dayLine, laidWords, resultWords, rowWords, timeWords } from '../../src/puzzles/words'

const solved = (more: Partial<Solved> = {}): Solved => ({ tries: 1, ms: 9000, helped: false, at: 0, ...more })
const CARD: DayCard = {
  date: '2026-11-16',
  games: [
    { title: 'Senet', solved: solved() },
    { title: 'The Gate', solved: solved({ part: 'easy', ms: 41_200 }) },
    { title: 'Solitaire', solved: solved({ part: 'hard', words: '1 pip', helped: true }) },
    { title: 'Pyramydal', solved: null },
    { title: 'Horus', solved: null },
  ],
  row: 12,
  name: 'Iset',
  origin: 'https://benben.example',
}

describe('what is shared of a day', () => {
  it('is a text with every result, the row of days and a link', () => {
    expect(shareText(CARD)).toBe(
      [
        'Benben, 16 November',
        'Senet: first try',
        'The Gate: 0:41',
        'Solitaire: 1 pip, with a hint',
        '12 days in a row',
        'https://benben.example/d/2026-11-16',
      ].join('\n'),
    )
  })

  it('says nothing of a row before there is one', () => {
    expect(shareText({ ...CARD, row: 1 })).not.toContain('row')
    expect(cardWords({ ...CARD, row: 0 })).not.toContain('row')
  })

  it('is a picture that readers hear', () => {
    expect(cardWords(CARD)).toBe(
      'Benben, 16 November. Senet: first try. The Gate: 0:41. Solitaire: 1 pip, with a hint. Twelve days in a row.',
    )
    expect(shortLink(CARD)).toBe('benben.example/d/2026-11-16')
  })

  it('leads to the day, or to one puzzle of it', () => {
    expect(dayPath('2026-11-16')).toBe('/d/2026-11-16')
    expect(dayPath('2026-11-16', 'senet')).toBe('/d/2026-11-16/senet')
  })
})

describe('results in words', () => {
  it('count tries, or say what the game says', () => {
    expect([1, 2, 3, 4].map((tries) => resultWords(solved({ tries })))).toEqual([
      'first try',
      'second try',
      'third try',
      '4 tries',
    ])
    expect(resultWords(solved({ tries: 2, helped: true }))).toBe('second try, with a hint')
  })

  it('sum a day up', () => {
    expect(dayLine(CARD.games.map((one) => one.solved))).toBe('Three of five, one with a hint')
    expect(dayLine([solved({ helped: true }), null])).toBe('One of five, with a hint')
    expect(dayLine([solved({ helped: true }), solved({ helped: true })])).toBe('Two of five, with hints')
    expect([laidWords(0), laidWords(5)]).toEqual(['none of five', 'five of five'])
  })

  it('count days and time', () => {
    expect([rowWords(0), rowWords(1), rowWords(12), rowWords(40)]).toEqual([
      '',
      'one day in a row',
      'twelve days in a row',
      '40 days in a row',
    ])
    expect([timeWords(41_900), timeWords(600_000)]).toEqual(['0:41', '10:00'])
  })
})
