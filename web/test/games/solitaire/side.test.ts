import { fireEvent } from '@testing-library/svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { middle, nests, picture, preferences, rating, row, sand, side, stopping, walk } from './scenes'

const ONE = ['S', ...Array<string>(11).fill('')]
const text = (container: Element) => container.textContent?.replace(/\s+/g, ' ').trim() ?? ''

afterEach(() => {
  localStorage.clear()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('the score', () => {
  it('tells pips, pyramids and goal, and how the pips fell', () => {
    const { stages, rows } = walk(3, 4, [0, 3, 7])
    const now = picture(stages.at(-1) as string[])
    const { container, getByRole } = side({ picture: now, choices: [] }, { log: rows })
    expect(text(container)).toContain(`${now.boards[0]?.score} pips left in 33 pyramids`)
    expect(text(container)).toContain('Goal: one small, 1 pip')
    getByRole('img', { name: `Pips left after each hop, from 72 to ${now.boards[0]?.score}` })
  })

  it('says where a perfect score cannot be reached', () => {
    const low = picture(nests(3, 3), { ranks: 3, files: 3, minimum: 24 })
    expect(text(side({ picture: low, choices: [] }).container)).toContain('This board allows 24 at best.')
  })

  it('lets the player stop once a hop was made', async () => {
    const { stages, rows } = walk(3, 4, [0])
    const early = side({ picture: picture(nests(3, 4)), choices: [stopping] })
    expect(early.queryByRole('button', { name: 'Stop here' })).toBeNull()
    early.unmount()
    const { getByRole, sent } = side({ picture: picture(stages[1] as string[]), choices: [stopping] }, { log: rows })
    await fireEvent.click(getByRole('button', { name: 'Stop here' }))
    expect(sent).toEqual(['done'])
  })
})

describe('what can still be reached', () => {
  it('is told when asked for', async () => {
    const rate = vi.fn()
    const { getByRole, container, rerender, queryByRole } = side(middle, { rate })
    await fireEvent.click(getByRole('button', { name: 'What can I still reach?' }))
    expect(rate).toHaveBeenCalledOnce()
    expect(text(container)).toContain('Looking ahead.')
    await rerender({ rated: rating({}) })
    expect(text(container)).toContain('Still perfect. A line to 1 exists from here (exact).')
    expect(getByRole('meter').getAttribute('aria-valuenow')).toBe('1')
    await rerender({ log: [row('d1>b1', { n: 1 })] })
    expect(text(container)).not.toContain('Still perfect')
    expect(queryByRole('meter')).toBeNull()
  })

  it('is labelled best found where it is not proved', async () => {
    const tableState = preferences({ meter: true })
    const { container, getByRole } = side(middle, {
      rate: () => {},
      rated: rating({}, { best: 4, exact: false }),
      tableState,
    })
    expect(text(container)).toContain('4 is the best from here. A longer search might find less (best found).')
    expect(getByRole('meter').getAttribute('aria-valuetext')).toBe('4 of 36 pips stay at best')
  })

  it('is asked by itself where the player has chosen that, once a moment and not in haste', async () => {
    vi.useFakeTimers()
    const tableState = preferences({ meter: true })
    const rate = vi.fn()
    const { rerender } = side(middle, { rate, tableState })
    await vi.advanceTimersByTimeAsync(300)
    await rerender({ log: [row('d1>b1', { n: 1 })] })
    await vi.advanceTimersByTimeAsync(300)
    expect(rate).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(300)
    expect(rate).toHaveBeenCalledOnce()
    await vi.advanceTimersByTimeAsync(5000)
    expect(rate).toHaveBeenCalledOnce()
    await rerender({ log: [row('d1>b1', { n: 1 }), row('a3>c3', { n: 2 })] })
    await vi.advanceTimersByTimeAsync(600)
    expect(rate).toHaveBeenCalledTimes(2)
  })

  it('can be hidden, and the browser remembers', async () => {
    const tableState = preferences({ meter: true })
    const { getByRole, queryByRole, container } = side(middle, { rate: () => {}, rated: rating({}), tableState })
    getByRole('meter')
    await fireEvent.click(getByRole('switch', { name: 'Always tell' }))
    expect(queryByRole('meter')).toBeNull()
    expect(text(container)).not.toContain('Still perfect')
    expect(JSON.parse(localStorage.getItem('benben.solitaire.wishes') ?? '{}')).toMatchObject({ meter: false })
    await fireEvent.click(getByRole('switch', { name: 'Rate every hop' }))
    expect(tableState.ratings).toBe(true)
  })

  it('is not offered where nobody can be asked', () => {
    const { queryByRole } = side(middle, { rate: null })
    expect(queryByRole('button', { name: 'What can I still reach?' })).toBeNull()
    expect(queryByRole('switch')).toBeNull()
  })
})

describe('the result', () => {
  const won = { picture: picture(ONE, { phase: 'over' }), choices: [] }
  const rows = [row('c1>a1', { n: 1, words: 'takes a small' }), row('a3>a1', { n: 2, words: 'takes a large' })]

  it('gives a card to copy, without a spoiler', async () => {
    const writeText = vi.fn(() => Promise.resolve())
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
    const { getByRole, container } = side(won, { seat: null, log: rows })
    expect(text(container)).toContain('Perfect: one small, 2 hops.')
    await fireEvent.click(getByRole('button', { name: 'Copy to share' }))
    expect(writeText).toHaveBeenCalledWith(
      'Egyptian Solitaire, 3 × 4, goal one small\n█▇▂ ▲\nPerfect: one small, 2 hops',
    )
  })

  it('keeps the personal best, and tells of a new one', () => {
    const { stages, rows } = walk(3, 4, [0, 3, 7])
    const ended = (hops: number) => {
      const over = picture(stages[hops] as string[], { phase: 'over' })
      const shown = side({ picture: over, choices: [] }, { seat: null, log: rows.slice(0, hops) })
      const words = text(shown.container)
      shown.unmount()
      return words
    }
    expect(ended(1)).toContain('Your first result on this board.')
    expect(ended(3)).toContain('A new best: it was 69 before.')
    expect(ended(2)).toContain('Your best here: 63.')
  })

  it('keeps nothing of a game that was only watched', () => {
    const { container } = side(won, { seat: null, yours: [], log: rows })
    expect(text(container)).not.toContain('first result')
    expect(localStorage.getItem('benben.solitaire.bests')).toBeNull()
  })

  it('shows the best while playing', () => {
    localStorage.setItem('benben.solitaire.bests', JSON.stringify({ '3x4 small': { score: 4, reached: false } }))
    const { container } = side({ picture: picture(nests(3, 4)), choices: [stopping] })
    expect(text(container)).toContain('Your best here: 4')
  })
})

describe('time', () => {
  const clocked = (picture: ReturnType<typeof sand>, now: number, more: Record<string, unknown> = {}) =>
    side({ picture, choices: [] }, { time: () => now, ...more })

  it('runs as sand towards the bell', () => {
    const { container, getByRole } = clocked(sand([nests(3, 4), nests(3, 4)]), 95_000)
    expect(getByRole('timer').textContent?.trim()).toBe('1:30')
    expect(container.querySelector<HTMLElement>('[data-sand] span')?.style.width).toBe('50%')
    expect(text(container)).toContain('until the bell')
  })

  it('shows tenths at the end, and ticks on', async () => {
    vi.useFakeTimers()
    let now = 180_000
    const { getByRole } = side({ picture: sand([nests(3, 4)]), choices: [] }, { time: () => now })
    expect(getByRole('timer').textContent?.trim()).toBe('5.0')
    now = 183_400
    await vi.advanceTimersByTimeAsync(120)
    expect(getByRole('timer').textContent?.trim()).toBe('1.6')
    now = 190_000
    await vi.advanceTimersByTimeAsync(120)
    expect(getByRole('timer').textContent?.trim()).toBe('0.0')
  })

  it('shows no bar at all where the sand is hidden', () => {
    const hidden = sand([nests(3, 4), nests(3, 4)], { hidden: true, until: null })
    const { container, getByRole } = clocked(hidden, 12_000)
    expect(container.querySelector('[data-sand]')).toBeNull()
    expect(getByRole('timer').textContent?.trim()).toBe('0:07')
    expect(text(container)).toContain('Nobody knows when the bell rings')
  })

  it('waits for everybody before it runs', () => {
    const ready = sand([nests(3, 4)], { phase: 'ready', said: [true, false], since: 4000, until: 24_000 })
    expect(text(clocked(ready, 9500).container)).toContain('The sand runs by itself in 15 s')
    const open = sand([nests(3, 4)], { phase: 'ready', said: [false, false], since: 0, until: null })
    expect(text(clocked(open, 9500).container)).toContain('The sand waits for everybody')
  })

  it('counts up for King Tut, and tells round, player and limit', () => {
    const none = { times: [], points: [], scores: [], total: 0 }
    const tut = picture(nests(3, 4), {
      mode: 'king-tut',
      seat: 1,
      turn: 1,
      round: 2,
      rounds: 3,
      since: 10_000,
      until: 610_000,
      standings: [none, none],
    })
    const { container, getByRole } = clocked(tut, 71_250)
    expect(getByRole('timer').textContent?.trim()).toBe('1:01.2')
    expect(text(container)).toContain('Round 2 of 3')
    expect(text(container)).toContain('Nebet plays, at most 10:00')
    const ready = clocked({ ...tut, phase: 'ready', since: 10_000, until: 70_000 }, 30_000)
    expect(text(ready.container)).toContain('Nebet is about to start, the clock runs by itself in 40 s')
  })

  it('stands still when one looks back', () => {
    const { getByRole } = side(
      { picture: sand([nests(3, 4)]), choices: [] },
      { time: null, log: [row('a1>c1', { at: 65_000 })] },
    )
    expect(getByRole('timer').textContent?.trim()).toBe('2:00')
  })
})

describe('the table of results', () => {
  const ending = { places: [2, 1], winners: [1], points: [70_000, 64_500], reason: '' }
  const cells = (container: Element) =>
    [...container.querySelectorAll('tbody tr')].map((each) => [...each.children].map((cell) => text(cell)))

  it('has times and penalties for King Tut, best first', () => {
    const standings = [
      { times: [61_000], points: [4], scores: [70_000], total: 70_000 },
      { times: [61_500], points: [2], scores: [64_500], total: 64_500 },
    ]
    const over = picture(nests(3, 4), { mode: 'king-tut', phase: 'over', turn: -3, standings })
    const { container } = side({ picture: over, choices: [] }, { ending })
    expect(cells(container)).toEqual([
      ['1 Nebet', '1:01.500', '+3 s', '1:04.500'],
      ['2 Iset (you)', '1:01.000', '+9 s', '1:10.000'],
    ])
  })

  it('lists the rounds where there are several, and who has not played', () => {
    const standings = [
      { times: [10_000, 20_000], points: [1, 3], scores: [10_000, 26_000], total: 36_000 },
      { times: [], points: [], scores: [], total: 0 },
    ]
    const tut = picture(nests(3, 4), { mode: 'king-tut', rounds: 2, round: 2, standings })
    expect(cells(side({ picture: tut, choices: [] }).container)).toEqual([
      ['Iset (you)', '0:30.000', '+6 s', '0:36.000'],
      ['round 1, 1 pip', '0:10.000', '+0 s', '0:10.000'],
      ['round 2, 3 pips', '0:20.000', '+6 s', '0:26.000'],
      ['Nebet', 'not yet'],
    ])
  })

  it('has pips at the bell and when they were reached for Quicksand', () => {
    const over = sand([ONE, nests(3, 4)], { phase: 'over', turn: -3, since: 0, until: null })
    over.boards[0]!.last = 42_500
    const bell = row('time', { at: 182_500, by: -4, note: 'bell' })
    const log = [row('start', { at: 1000 }), row('start', { at: 2500, seat: 1 }), bell]
    const { container } = side({ picture: over, choices: [] }, { log, ending: { ...ending, places: [1, 2] } })
    expect(cells(container)).toEqual([
      ['1 Iset (you)', '1', '0:40.0'],
      ['2 Nebet', '72', '–'],
    ])
    expect(text(container)).toContain('The bell has rung')
  })
})
