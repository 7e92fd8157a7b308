import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dayOf, keepResult, puzzles, resultOf, type Day } from '../../src/lobby/daily'

const EASY = { grade: 'easy', about: 'Few.', options: { position: 'S,S,-' } }

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

describe('puzzles of the day', () => {
  it('are known by all their options where they have no position', async () => {
    const eye = { grade: 'easy', about: 'Cover it.', options: { mode: 'practice', side: 'normal', puzzle: '12 eye' } }
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify([eye])))
    await puzzles('gate', '2026-11-15')
    const day = dayOf('gate', { ...eye.options, sand: 60 })
    expect(day).toMatchObject({ date: '2026-11-15', grade: 'easy' })
    expect(dayOf('gate', { ...eye.options, puzzle: '13 eye' })).toBeNull()
    if (day) keepResult(day, { score: 41_200, reached: true, words: '0:41.2' })
    expect(resultOf('gate', eye)).toEqual({ score: 41_200, reached: true, words: '0:41.2' })
  })

  it('are asked for once, remembered by position, and keep the best result', async () => {
    const fetched = vi.fn(async () => new Response(JSON.stringify([EASY])))
    vi.stubGlobal('fetch', fetched)
    await puzzles('solitaire', '2026-11-15')
    await puzzles('solitaire', '2026-11-15')
    expect(fetched).toHaveBeenCalledTimes(1)
    const day = dayOf('solitaire', EASY.options) as Day
    expect(day).toEqual({ name: 'solitaire S,S,-', date: '2026-11-15', grade: 'easy' })
    expect(dayOf('solitaire', { position: 'S,-,S' })).toBeNull()
    expect(resultOf('solitaire', EASY)).toBeNull()
    keepResult(day, { score: 3, reached: false })
    keepResult(day, { score: 4, reached: false })
    expect(resultOf('solitaire', EASY)).toEqual({ score: 3, reached: false })
    keepResult(day, { score: 1, reached: true })
    expect(resultOf('solitaire', EASY)).toEqual({ score: 1, reached: true })
    keepResult(day, { score: 0, reached: true, helped: true }) // with hints it beats nothing
    expect(resultOf('solitaire', EASY)).toEqual({ score: 1, reached: true })
    keepResult({ ...day, name: 'solitaire M,-,S' }, { score: 1, reached: true }) // no puzzle of a day
    expect(dayOf('solitaire', { position: 'M,-,S' })).toBeNull()
  })

  it('may be asked for again after a failure', async () => {
    vi.stubGlobal('fetch', async () => Promise.reject(new Error('down')))
    await expect(puzzles('solitaire', '2026-11-16')).rejects.toThrow('does not answer')
    vi.stubGlobal('fetch', async () => new Response(JSON.stringify([EASY])))
    await expect(puzzles('solitaire', '2026-11-16')).resolves.toHaveLength(1)
  })
})
