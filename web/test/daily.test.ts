import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dayOf, dayWords, keepResult, puzzles, resultOf, today } from '../src/lib/daily'

const EASY = { grade: 'easy', about: 'Few.', options: { position: 'S,S,-' } }

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

describe('puzzles of the day', () => {
  it('are those of the visitor’s own calendar', () => {
    expect(today(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
    expect(dayWords('2026-11-15')).toBe('15 November')
  })

  it('are known by all their options where they have no position', async () => {
    const eye = { grade: 'easy', about: 'Cover it.', options: { mode: 'practice', side: 'normal', puzzle: '12 eye' } }
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify([eye])))
    await puzzles('gate', '2026-11-15')
    keepResult('gate', JSON.stringify(eye.options), { score: 41_200, reached: true, words: '0:41.2' })
    expect(resultOf('gate', eye)).toEqual({ score: 41_200, reached: true, words: '0:41.2' })
  })

  it('are asked for once, remembered by position, and keep the best result', async () => {
    const fetched = vi.fn(async () => new Response(JSON.stringify([EASY])))
    vi.stubGlobal('fetch', fetched)
    await puzzles('solitaire', '2026-11-15')
    await puzzles('solitaire', '2026-11-15')
    expect(fetched).toHaveBeenCalledTimes(1)
    expect(dayOf('solitaire', 'S,S,-')).toEqual({ date: '2026-11-15', grade: 'easy' })
    expect(dayOf('solitaire', 'S,-,S')).toBeNull()
    expect(resultOf('solitaire', EASY)).toBeNull()
    keepResult('solitaire', 'S,S,-', { score: 3, reached: false })
    keepResult('solitaire', 'S,S,-', { score: 4, reached: false })
    expect(resultOf('solitaire', EASY)).toEqual({ score: 3, reached: false })
    keepResult('solitaire', 'S,S,-', { score: 1, reached: true })
    expect(resultOf('solitaire', EASY)).toEqual({ score: 1, reached: true })
    keepResult('solitaire', 'M,-,S', { score: 1, reached: true }) // no puzzle of a day
    expect(dayOf('solitaire', 'M,-,S')).toBeNull()
  })

  it('may be asked for again after a failure', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new Error('down')))
    await expect(puzzles('solitaire', '2026-11-16')).rejects.toThrow('does not answer')
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify([EASY])))
    await expect(puzzles('solitaire', '2026-11-16')).resolves.toHaveLength(1)
  })
})
