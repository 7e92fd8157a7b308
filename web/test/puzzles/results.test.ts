import { beforeEach, describe, expect, it, vi } from 'vitest'
import { nextOpen } from '../../src/puzzles/games'
import { bestRush, keepRush } from '../../src/puzzles/rush_record'
import { begun, forgetBegun, keepBegun } from '../../src/puzzles/tries'
import { digitsFor, valueWords } from '../../src/puzzles/values'

const NOW = '2026-11-16'
const solved = { tries: 1, ms: 9000, helped: false, at: Date.parse(`${NOW}T12:00:00Z`) }

beforeEach(() => localStorage.clear())

describe('results of puzzles', () => {
  const fresh = async () => {
    vi.resetModules()
    return (await import('../../src/puzzles/results.svelte')).results
  }

  it('are kept on the device at once', async () => {
    const results = await fresh()
    expect(results.add(NOW, 'senet', solved)).toBe(true)
    expect(results.add(NOW, 'senet', { ...solved, tries: 3, at: solved.at + 1 })).toBe(false)
    expect((await fresh()).of(NOW, 'senet')).toMatchObject({ tries: 1 })
  })

  it('of another window are not lost', async () => {
    const [one, other] = [await fresh(), await fresh()]
    one.add(NOW, 'senet', solved)
    other.add(NOW, 'horus', solved)
    expect(Object.keys((await fresh()).all[NOW] ?? {}).sort()).toEqual(['horus', 'senet'])
  })

  it('lead to the next open puzzle, round the day', () => {
    expect(nextOpen({}, NOW, 'senet')).toBe('gate')
    expect(nextOpen({ [NOW]: { senet: solved, gate: solved } }, NOW, 'horus')).toBe('solitaire')
    const all = { senet: solved, gate: solved, solitaire: solved, pyramydal: solved, horus: solved }
    expect(nextOpen({ [NOW]: all }, NOW, 'gate')).toBe('')
  })
})

describe('a puzzle that was begun', () => {
  it('keeps its tries, its help and its time over a reload', () => {
    const one = begun(NOW, 'senet', 1000)
    expect(one).toEqual({ since: 1000, tries: 0, first: '', helped: false })
    keepBegun(NOW, 'senet', { ...one, tries: 2, first: '4-6', helped: true })
    expect(begun(NOW, 'senet', 5000)).toEqual({ since: 1000, tries: 2, first: '4-6', helped: true })
    forgetBegun(NOW, 'senet')
    expect(begun(NOW, 'senet', 5000)).toMatchObject({ since: 5000, tries: 0 })
  })
})

describe('values of answers', () => {
  it('get a digit more where whole per cents would look alike', () => {
    expect(digitsFor([6600, 5600])).toBe(0)
    expect(digitsFor([1140, 1090, 2100])).toBe(1)
    expect([valueWords(6600, 'chance'), valueWords(1140, 'chance', 1), valueWords(24, 'points')]).toEqual([
      '66\u00a0%',
      '11.4\u00a0%',
      '24',
    ])
  })
})

describe('a rush', () => {
  it('is remembered by the most that was found', () => {
    keepRush('gate', 4)
    keepRush('gate', 2)
    expect([bestRush('gate'), bestRush('senet')]).toEqual([4, 0])
  })
})
