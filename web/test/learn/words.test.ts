import { describe, expect, it } from 'vitest'
import { clauseNumber, laidWords, learnPath, shortened } from '../../src/learn/words'

describe('words of lessons', () => {
  it('names pages by game and step', () => {
    expect([learnPath(), learnPath('senet'), learnPath('senet', 'pair')]).toEqual([
      '/learn',
      '/learn/senet',
      '/learn/senet/pair',
    ])
  })

  it('says how much is laid', () => {
    expect([laidWords(0, 10), laidWords(4, 10), laidWords(10, 10)]).toEqual([
      'ten steps',
      'four of ten laid',
      'all ten laid',
    ])
  })

  it('keeps whole sentences of a rule', () => {
    const rule = 'Enemies protect each other (5.1). None can be attacked. Walls are more.'
    expect(shortened(rule, 60)).toBe('Enemies protect each other (5.1). None can be attacked.')
    expect(shortened(rule, 5)).toBe('Enemies protect each other (5.1).')
  })

  it('knows the number of a clause, and where no rule speaks', () => {
    expect([clauseNumber('senet 5.1'), clauseNumber('5.1'), clauseNumber('match'), clauseNumber('')]).toEqual([
      '5.1',
      '5.1',
      '',
      '',
    ])
  })
})
