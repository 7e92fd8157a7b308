import { fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'
import Board from '../../../src/games/gate/Board.svelte'
import Side from '../../../src/games/gate/Side.svelte'
import type { Say } from '../../../src/table/game_client'
import { settings } from '../../../src/lib/settings.svelte'
import type { Choice, Picture } from '../../../src/wire/gate'
import type { Row } from '../../../src/wire/messages'
import { lift, move, picture, put, PUTS, seat, start, word } from './scenes'

const press = (target: Element, key: string) => fireEvent.keyDown(target, { key })

function table(shown: Picture, choices: Choice[], more: Record<string, unknown> = {}) {
  const sent: string[] = []
  const seen: { say: Say } = { say: { bold: '' } }
  const props = {
    picture: shown,
    choices,
    seat: choices.length ? 0 : null,
    names: ['Iset', 'Nebet'],
    last: [],
    hinted: null as string | null,
    refused: null as { text: string; key: number } | null,
    upright: false,
    still: true,
    act: (text: string) => sent.push(text),
    go: null,
    yours: [0],
    log: [] as Row[],
    time: () => 31_000,
    ...more,
    get say() {
      return seen.say
    },
    set say(value: Say) {
      seen.say = value
    },
  }
  const drawn = render(Board, { props })
  const find = (selector: string) => drawn.container.querySelector<HTMLElement>(selector)!
  const cell = (name: string) => find(`[data-cell="${name}"]`)
  const tile = (name: string) => find(`[data-tile="${name}"]`)
  return { ...drawn, sent, seen, find, cell, tile }
}

afterEach(() => {
  settings.letters = true
  settings.confirm = false
  vi.useRealTimers()
  localStorage.clear()
})

describe('a puzzle', () => {
  it('is played by tap: the tile, a cell, and the tile again', async () => {
    const { sent, tile, cell, find, seen } = table(picture(), PUTS)
    await fireEvent.click(tile('I2'))
    expect(tile('I2').getAttribute('aria-pressed')).toBe('true')
    expect(seen.say.bold).toBe('I2 is in your hand.')
    await fireEvent.click(cell('a2'))
    expect(find('[data-ghost]').dataset.ghost).toBe('put a2b2')
    expect(find('[data-ghost]').classList.contains('fits')).toBe(true)
    await fireEvent.click(cell('b2'))
    expect(sent).toEqual(['put a2b2'])
    expect(find('[data-ghost]')).toBeNull()
  })

  it('is played by key wherever the focus is', async () => {
    const { sent, find } = table(picture(), PUTS)
    await press(document.body, '1')
    await tick()
    await press(document.body, 'r')
    await press(document.body, 'ArrowLeft')
    await press(document.body, 'ArrowLeft')
    await press(document.body, 'ArrowRight')
    expect(find('[data-ghost]').dataset.ghost).toBe('put b1b2')
    await press(document.body, 'Enter')
    expect(sent).toEqual(['put b1b2'])
  })

  it('leaves the letters to the page while nothing is held, or where they are no shortcuts', async () => {
    const { tile } = table(picture(), PUTS)
    expect(await press(document.body, 'r')).toBe(true)
    await fireEvent.click(tile('I2'))
    expect(await press(document.body, 'r')).toBe(false)
    settings.letters = false
    expect(await press(document.body, 'r')).toBe(true)
  })

  it('changes to another tile by Enter on it, and lays back by Enter on the one that is held', async () => {
    const { sent, tile, cell } = table(picture(), PUTS)
    await fireEvent.click(tile('I2'))
    await fireEvent.click(cell('a2'))
    expect(await press(tile('V3'), 'Enter')).toBe(true) // the button's own
    expect(sent).toEqual([])
    expect(await press(tile('I2'), 'Enter')).toBe(true) // likewise: it is a click
    await fireEvent.click(tile('I2'))
    expect(tile('I2').getAttribute('aria-pressed')).toBe('false')
    expect(sent).toEqual([])
  })

  it('turns by wheel over the board', async () => {
    const { tile, find, cell } = table(picture(), PUTS)
    await fireEvent.click(tile('I2'))
    await fireEvent.click(cell('b2'))
    const before = find('[data-ghost]').dataset.ghost
    await fireEvent.wheel(cell('b2'), { deltaY: 100 })
    expect(find('[data-ghost]').dataset.ghost).not.toBe(before)
  })

  it('lifts a tile that lies', async () => {
    const lying = picture({
      seats: [seat({ tiles: [{ name: 'I2', cells: 'a2b2', solution: '' }, { name: 'V3', cells: '', solution: '' }] }), seat()],
    }) // prettier-ignore
    const { sent, cell, find } = table(lying, [lift('I2', 'a2b2'), put('V3', 'c1d1d2')])
    expect(find('[data-lies="I2"]')).not.toBeNull()
    expect(cell('a2').getAttribute('aria-label')).toBe('a2, I2, can be lifted')
    await fireEvent.click(cell('a2'))
    expect(sent).toEqual(['lift I2'])
  })

  it('frames in red what was refused, for a moment', async () => {
    vi.useFakeTimers()
    const { find, rerender } = table(picture(), PUTS)
    await rerender({ refused: { text: 'put c1d1', key: 1 } })
    expect(find('[data-refused]')).not.toBeNull()
    vi.advanceTimersByTime(800)
    await tick()
    expect(find('[data-refused]')).toBeNull()
  })

  it('empties the hand when the next puzzle comes', async () => {
    const { tile, rerender, seen } = table(picture(), PUTS)
    await fireEvent.click(tile('I2'))
    expect(seen.say.bold).toBe('I2 is in your hand.')
    await rerender({ picture: picture({ round: 3 }) })
    expect(seen.say.bold).toBe('Pick up a tile.')
  })

  it('cannot be touched by those who only watch: they see all boards alike', () => {
    const { container, find } = table(picture(), [], { yours: [] })
    expect(container.querySelectorAll('figure[data-seat]')).toHaveLength(2)
    expect(find('[data-tile]')).toBeNull()
  })
})

describe('sand', () => {
  it('is as high as the deadline says, and counts down', () => {
    const { find } = table(picture(), PUTS)
    expect(find('[data-share]').dataset.share).toBe('0.500')
    expect(find('[role="timer"]').textContent).toBe('0:30')
  })

  it('shows everybody the call of the player who covers a board', () => {
    const cover: Row = {
      n: 9,
      at: 30_000,
      seat: 1,
      by: 1,
      text: 'put a1a2',
      words: "puts the I2: Who's ya mummy! Covered in 0:29.0, first",
      note: 'first',
      clause: '3.3',
    }
    table(picture(), PUTS, { log: [cover] })
    expect(screen.getByRole('region', { name: 'Sand' }).textContent).toContain('Nebet: Who’s ya mummy!')
  })

  it('tells of the second chance', () => {
    table(picture({ sand: 2 }), PUTS)
    expect(screen.getByText('Second chance: the glass was flipped')).toBeTruthy()
  })
})

describe('the set-up', () => {
  const placing = (turn: number) =>
    picture({ phase: 'start', turn, round: 0, symbol: null, seats: [seat({ hex: null }), seat({ hex: null })] })
  const sand = () => screen.getByRole('region', { name: 'Sand' }).textContent?.trim()

  it('says whose pyramid is placed, and names the hexes by what placing it there means', () => {
    const { find, unmount } = table(placing(0), [start(2)])
    expect(sand()).toContain('Place your pyramid')
    expect(find('[data-hex="2"]').getAttribute('aria-label')).toBe(
      'Place it on hex 2, next there an orange and a yellow jewel',
    )
    unmount()
    table(placing(1), [])
    expect(sand()).toContain('Nebet places a pyramid')
  })

  it('asks nobody for anything when the match is over', () => {
    for (const phase of ['start', 'roll', 'reward', 'solve'] as const) {
      const { unmount } = table(picture({ phase, turn: -3 }), [])
      expect(sand()).toContain('The match is over')
      expect(sand()).not.toMatch(/Seat|hex|roll|Cover|move/)
      unmount()
    }
  })
})

describe('jewels', () => {
  const reward = picture({ phase: 'reward', turn: 0, symbol: 'eye', seats: [seat({ rank: 1, time: 9000 }), seat()] })

  it('shows what a player would take, and takes it', async () => {
    const { find, sent, seen } = table(reward, [move(2, 'oy'), move(3, 'rr'), move(4, 'gb'), word('resign')])
    expect([...document.querySelectorAll('[data-hex]')].map((each) => (each as HTMLElement).dataset.hex)).toEqual([
      '4',
      '3',
      '2',
    ])
    const there = find('[data-hex="4"]')
    expect(there.getAttribute('aria-label')).toBe('Go to hex 4, take a green and a blue jewel')
    await fireEvent.focus(there)
    expect(seen.say.small).toBe('To hex 4: a green and a blue jewel')
    expect(seen.say.main?.label).toBe('Move to 4')
    await fireEvent.click(there)
    expect(sent).toEqual(['move 4'])
  })

  it('offers no hex to those who wait', () => {
    const { find } = table(picture({ phase: 'reward', turn: 1 }), [])
    expect(find('[data-hex]')).toBeNull()
  })
})

describe('after a round', () => {
  const over = picture({
    phase: 'roll',
    turn: 0,
    seats: [seat({ tiles: [{ name: 'I2', cells: 'b1b2', solution: 'a2b2' }] }), seat({ rank: 1, time: 41_200 })],
  })

  it('shows the solution of an unsolved board when asked', async () => {
    const { cell, seen, container } = table(over, [word('roll')])
    expect(container.querySelector('.shown')).toBeNull()
    seen.say.tools?.find((tool) => tool.label === 'Solutions')?.run?.()
    await tick()
    expect(container.querySelector('[data-lies="I2"].shown')).not.toBeNull()
    expect(cell('b1').getAttribute('aria-label')).toContain('I2')
  })

  it('tables who solved when, and what was taken', () => {
    render(Side, { props: { picture: over, choices: [], seat: 0, names: ['Iset', 'Nebet'], last: [], upright: false, still: true, act: () => {}, yours: [0] } }) // prettier-ignore
    const rows = screen.getByRole('region', { name: 'Round 1' }).querySelectorAll('tbody tr')
    expect([...rows].map((each) => each.textContent?.replace(/\s+/g, ' ').trim())).toEqual([
      expect.stringContaining('Nebet'),
      expect.stringContaining('not solved'),
    ])
    expect(screen.getByRole('img', { name: 'a red and a blue jewel' })).toBeTruthy()
  })

  it('tables the counts that decide when the match is over', () => {
    const end = picture({
      phase: 'over',
      turn: -3,
      seats: [seat({ jewels: [1, 0, 0, 3, 0, 0], place: 2 }), seat({ jewels: [0, 4, 0, 0, 0, 0], place: 1 })],
    })
    render(Side, { props: { picture: end, choices: [], seat: null, names: ['Iset', 'Nebet'], last: [], upright: false, still: true, act: () => {}, yours: [0] } }) // prettier-ignore
    const rows = screen.getByRole('region', { name: 'Results' }).querySelectorAll('tbody tr')
    expect(rows[0]?.textContent).toContain('Nebet')
    expect(screen.getByRole('img', { name: 'one red, three green' })).toBeTruthy()
  })
})

describe('practice', () => {
  const alone = (changes: Partial<Picture> = {}) =>
    picture({ mode: 'practice', rounds: 0, turn: 0, until: null, seats: [seat({ hex: null })], puzzles: [{ board: 12, symbol: 'eye', time: null }], ...changes }) // prettier-ignore

  it('marks what a hint means, and plays nothing', async () => {
    const { sent, rerender } = table(alone(), PUTS)
    await rerender({ hinted: 'put a2b2' })
    expect(document.querySelector('g[data-hint]')?.getAttribute('data-hint')).toBe('a2b2')
    expect(document.querySelectorAll('li[data-hint]')).toHaveLength(1)
    expect(sent).toEqual([])
  })

  it('keeps the time that was made, and tells the best', async () => {
    const { rerender, seen } = table(alone(), PUTS)
    const solved = (time: number) => alone({ phase: 'solved', seats: [seat({ hex: null, rank: 1, time })] })
    await rerender({ picture: solved(12_000), choices: [word('next')] })
    expect(seen.say.small).toBe('Your first time here')
    await rerender({ picture: alone({ round: 3 }), choices: PUTS })
    expect(seen.say.small).toBe('Your best here: 0:12.0')
    await rerender({ picture: { ...solved(9500), round: 3 }, choices: [word('next')] })
    expect(seen.say.small).toBe('A new best: it was 0:12.0')
  })
})

describe('by pointer', () => {
  const point = (type: string, target: Element | Window, pointerId: number, clientX: number) => {
    const more = { bubbles: true, cancelable: true, clientY: 300, pointerType: 'touch' }
    return fireEvent(target, new PointerEvent(type, { ...more, pointerId, clientX }))
  }

  it('a second finger turns by a tap, flips by a swipe, and presses nothing else', async () => {
    const { tile } = table(picture(), PUTS)
    const outline = () => tile('L4').querySelector('path')?.getAttribute('d')
    await point('pointerdown', tile('L4'), 1, 100)
    await point('pointermove', window, 1, 140)
    const first = outline()
    await point('pointerdown', tile('V3'), 2, 300)
    await point('pointerup', tile('V3'), 2, 302)
    await fireEvent.click(tile('V3'))
    expect(tile('L4').getAttribute('aria-pressed')).toBe('true')
    const second = outline()
    expect(second).not.toBe(first)
    await point('pointerdown', tile('V3'), 3, 300)
    await point('pointerup', tile('V3'), 3, 360)
    expect(outline()).not.toBe(second)
    await point('pointerup', window, 1, 140)
    expect(tile('L4').getAttribute('aria-pressed')).toBe('false')
  })

  it('a short press is a tap, not a drag', async () => {
    const { tile, seen } = table(picture(), PUTS)
    await point('pointerdown', tile('L4'), 1, 100)
    await point('pointermove', window, 1, 103)
    await point('pointerup', window, 1, 103)
    await fireEvent.click(tile('L4'))
    expect(seen.say.bold).toBe('L4 is in your hand.')
  })
})
