import { cleanup, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import ToWatch from '../../src/lobby/ToWatch.svelte'
import { api } from '../../src/lib/api'
import { tablePath } from '../../src/app/router.svelte'
import { agoWords, factsOf, headOf, playersOf, resultOf } from '../../src/lobby/watch_words'
import type { WatchedMatch } from '../../src/wire/messages'

const NOON = new Date(2026, 10, 16, 12) // a Monday
const match = (some: Partial<WatchedMatch> = {}): WatchedMatch => ({
  code: 'lotus-42-ibis',
  game: 'senet',
  title: 'Senet',
  words: '3 pieces',
  kind: 'live',
  players: ['Ramose', 'Tiye'],
  picture: null,
  ended: 0,
  ending: null,
  ...some,
})
const over = (code: string, reason = 'seat 2 resigned'): WatchedMatch => {
  const ending = { places: [1, 2], winners: [0], points: [1, 0], reason }
  return match({ code, kind: 'over', ended: NOON.getTime(), ending })
}

describe('a match to watch in words', () => {
  it('is called by its players, also if they share a name', () => {
    expect(playersOf(match())).toBe('Ramose and Tiye')
    expect(playersOf(match({ players: ['Vizier', 'Scribe', 'Vizier'] }))).toBe('Vizier, Scribe and Vizier 2')
  })
  it('says how it is played, and of one that is over when that was', () => {
    expect(factsOf(match())).toBe('Senet, 3 pieces')
    expect(factsOf(match({ words: '' }))).toBe('Senet')
    expect(factsOf(over('a'), NOON)).toBe('Senet, today')
  })
  it('tells the result with its reason', () => {
    expect(resultOf(over('a'))).toBe('Ramose beat Tiye: Tiye resigned.')
    expect(resultOf(match())).toBe('')
    const ended = (winners: number[], reason: string, players: string[]) =>
      resultOf(match({ kind: 'over', players, ending: { places: [], points: [], winners, reason } }))
    expect(ended([1], 'most points', ['A', 'B', 'C'])).toBe('B beat A and C: most points.')
    expect(ended([0, 1], 'a draw was agreed', ['A', 'B'])).toBe('A and B: a draw was agreed.')
    expect(ended([0, 2], '', ['A', 'B', 'C'])).toBe('A and C beat B.')
    expect(ended([], 'nobody came out', ['A', 'B'])).toBe('A and B: nobody wins, nobody came out.')
    expect(ended([0], 'one small', ['A'])).toBe('A did it: one small.')
  })
  it('calls bots bots', () => {
    const house = match({ kind: 'house', players: ['Vizier', 'Scribe'] })
    expect(factsOf(house)).toBe('Senet, bots of the house')
    expect(headOf([house])).toBe('bots play while you watch')
    expect(headOf([match(), match(), house])).toBe('two live now')
    expect(headOf([over('a')])).toBe('')
  })
  it('tells days as people do', () => {
    const before = (days: number, hour = 23) => new Date(2026, 10, 16 - days, hour).getTime()
    expect(agoWords(before(0, 1), NOON)).toBe('today')
    expect(agoWords(before(1), NOON)).toBe('yesterday')
    expect(agoWords(before(2), NOON)).toBe('Saturday')
    expect(agoWords(before(6), NOON)).toBe('Tuesday')
    expect(agoWords(before(7), NOON)).toBe('9 Nov 2026')
  })
})

describe('the section of the home page', () => {
  let answer: WatchedMatch[] | null = []
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', async () =>
      answer ? new Response(JSON.stringify(answer)) : Promise.reject(new Error('no line')),
    )
  })
  afterEach(() => {
    cleanup()
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })
  const later = () => vi.advanceTimersByTimeAsync(15_000)

  it('is not there while there is nothing to watch, and comes when there is', async () => {
    answer = []
    render(ToWatch, { found: null, ask: api.watch, to: tablePath })
    await later()
    expect(screen.queryByRole('region', { name: 'To watch' })).toBeNull()
    answer = [over('a')]
    await later()
    expect(screen.getByRole('region', { name: 'To watch' }).textContent).toContain('Ramose beat Tiye: Tiye resigned.')
  })
  it('leads to a match that runs, and to the replay of one that is over', async () => {
    answer = [match({ code: 'a', picture: {}, game: 'none' }), over('b')]
    render(ToWatch, { found: null, ask: api.watch, to: tablePath })
    await later()
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/t/a', '/t/b?at=0'])
    expect(screen.getByText('one live now')).toBeTruthy()
  })
  it('keeps what it showed when the server does not answer', async () => {
    answer = [over('a')]
    render(ToWatch, { found: null, ask: api.watch, to: tablePath })
    await later()
    answer = null
    await later()
    expect(screen.getByRole('link', { name: 'Replay: Senet, Ramose and Tiye' })).toBeTruthy()
  })
})
