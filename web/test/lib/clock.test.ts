import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clockText, clockWords, leftNow, planWords } from '../../src/lib/clock'

describe('a clock in figures', () => {
  it.each([
    [0, '0.0'],
    [-5, '0.0'],
    [940, '0.9'],
    [9_999, '9.9'],
    [10_000, '0:10'],
    [59_999, '0:59'],
    [492_000, '8:12'],
    [3_600_000, '1:00:00'],
    [3_723_000, '1:02:03'],
    [18_720_000, '5 h 12 min'],
    [187_200_000, '2 d 4 h'],
  ])('shows %d ms as %s', (ms, text) => expect(clockText(ms)).toBe(text))

  it('never shows more than is left', () => {
    const value = (text: string) => text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 7_199_999 }), (ms) => {
        const shown = value(clockText(ms))
        expect(shown).toBeLessThanOrEqual(ms + 0.001)
        expect(ms - shown).toBeLessThan(1000)
      }),
    )
  })
})

describe('a clock in words', () => {
  it.each([
    [0, 'no time'],
    [1_000, '1 second'],
    [492_000, '8 minutes 12 seconds'],
    [3_660_000, '1 hour 1 minute'],
    [187_200_000, '2 days 4 hours'],
    [86_400_000, '1 day'],
  ])('says %d ms as %s', (ms, text) => expect(clockWords(ms)).toBe(text))
})

describe('what is left', () => {
  const clocks = { left: [60_000, 30_000], running: 1 }
  it('falls only for the seat whose clock runs', () => {
    expect(leftNow(clocks, 0, 5_000)).toBe(60_000)
    expect(leftNow(clocks, 1, 5_000)).toBe(25_000)
  })
  it('never falls below nothing, and never grows', () => {
    expect(leftNow(clocks, 1, 50_000)).toBe(0)
    expect(leftNow(clocks, 1, -50)).toBe(30_000)
    expect(leftNow(clocks, 7, 0)).toBe(0)
  })
})

describe('a plan', () => {
  it.each([
    [{ kind: 'none', seconds: 600, increment: 0 }, 'none'],
    [{ kind: 'move', seconds: 30, increment: 0 }, '30 s a move'],
    [{ kind: 'move', seconds: 86_400, increment: 0 }, '1 day a move'],
    [{ kind: 'move', seconds: 3 * 86_400, increment: 0 }, '3 days a move'],
    [{ kind: 'bank', seconds: 600, increment: 0 }, '10 min each'],
    [{ kind: 'bank', seconds: 600, increment: 5 }, '10 min each + 5 s'],
  ] as const)('of %o reads %s', (plan, text) => expect(planWords(plan)).toBe(text))
})
