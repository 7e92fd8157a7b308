import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import {
  bestKey,
  bestOf,
  glyphs,
  keepBest,
  reached,
  resultLine,
  shareText,
} from '../../../src/games/solitaire/result_card'
import { nests, picture } from './scenes'

afterEach(() => localStorage.clear())

describe('the card', () => {
  const won = picture(['S', ...Array<string>(11).fill('')], { phase: 'over' })
  const pips = Array.from({ length: 36 }, (_, i) => 72 - Math.round((71 * i) / 35))

  it('draws the pips as they fell, in a line that gives nothing away', () => {
    expect(glyphs(pips)).toMatch(/^█[▁-█]{22}▁$/)
    expect([...glyphs(pips)]).toHaveLength(24)
    expect(glyphs([18, 15])).toBe('█▇')
    expect(glyphs([6])).toBe('█')
  })

  it('never rises', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 190 }), (taken) => {
        const fallen = taken.reduce((all, each) => [...all, (all.at(-1) ?? 0) - each], [600])
        const codes = [...glyphs(fallen)].map((sign) => sign.codePointAt(0) ?? 0)
        expect(codes.length).toBeLessThanOrEqual(24)
        expect(codes).toEqual([...codes].sort((a, b) => b - a))
      }),
    )
  })

  it('is three lines of text, without a square or a hop', () => {
    const text = shareText(won, pips)
    expect(text.split('\n')).toEqual([
      'Egyptian Solitaire, 3 × 4, goal one small',
      `${glyphs(pips)} ▲`,
      'Perfect: one small, 35 hops',
    ])
    expect(text).not.toMatch(/[a-h][1-8]/)
    const day = { name: 'solitaire S,S,-', date: '2026-11-15', grade: 'hard' }
    expect(shareText(won, pips, day).split('\n')[0]).toBe('Egyptian Solitaire, puzzle of 2026-11-15, hard')
    expect(shareText(won, pips, day, true)).toMatch(/hops?, with hints$/)
  })

  it('tells a result that is not perfect', () => {
    const lost = picture(['M', 'L', ...Array<string>(10).fill('')], { phase: 'over' })
    expect(resultLine(lost, 34)).toBe('5 pips in 2 pyramids, 34 hops')
    expect(reached(lost)).toBe(false)
    expect(reached({ ...won, goal: 'medium' })).toBe(false)
    const low = picture(['SML', 'SM', 'SML'], { ranks: 1, files: 3, minimum: 15, phase: 'over' })
    expect(resultLine(low, 1)).toBe('15 pips in 8 pyramids, the best of this board, 1 hop')
  })

  it('keeps the best for each board and goal', () => {
    const key = bestKey(won, nests(3, 4))
    expect(key).toBe('3x4 small')
    expect(bestKey({ ...won, goal: 'large' }, nests(3, 4))).toBe('3x4 large')
    expect(bestKey(picture([], { ranks: 1, files: 3 }), ['S', '', 'M'])).toBe('1x3 small S,-,M')
    expect(keepBest(key, { score: 5, reached: false })).toEqual({ better: true, before: null })
    expect(keepBest(key, { score: 7, reached: false })).toMatchObject({ better: false, before: { score: 5 } })
    expect(keepBest(key, { score: 1, reached: true })).toMatchObject({ better: true })
    expect(bestOf(key)).toEqual({ score: 1, reached: true })
    expect(bestOf('4x5 small')).toBeNull()
  })

  it('counts a reached goal above fewer pips', () => {
    keepBest('3x4 large', { score: 2, reached: false })
    expect(keepBest('3x4 large', { score: 3, reached: true }).better).toBe(true)
    expect(keepBest('3x4 large', { score: 1, reached: false }).better).toBe(false)
  })
})
