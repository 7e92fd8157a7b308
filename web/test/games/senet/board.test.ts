import { fireEvent } from '@testing-library/svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { settings } from '../../../src/lib/settings.svelte'
import { backward, bounce, choice, middle, off, picture, rest, row, table, water } from './scenes'

const press = (target: Element, key: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(target, { key, ...more })

afterEach(() => {
  settings.confirm = false
  settings.letters = true
  vi.useRealTimers()
})

describe('by mouse', () => {
  const kinds = [
    ['a move', middle, 19, 22, '19-22'],
    ['a swap', middle, 20, 23, '20x23'],
    ['a fall into the water', water, 24, 27, '24-27~15'],
    ['a bounce', bounce, 22, 25, '22-25'],
    ['bearing off', off, 28, 31, '28-off'],
    ['a backward move', backward, 13, 10, '13-10'],
    ['a backward swap', backward, 19, 16, '19x16'],
    ['a remainder', rest, 21, 23, '21-23'],
  ] as const
  for (const upright of [false, true]) {
    for (const [name, scene, from, to, text] of kinds) {
      it(`plays ${name} by piece and target, ${upright ? 'upright' : 'wide'}`, async () => {
        const { square, sent } = table(scene, { upright })
        await fireEvent.click(square(from))
        expect(sent).toEqual([])
        expect(square(from).getAttribute('aria-pressed')).toBe('true')
        await fireEvent.click(square(to))
        expect(sent).toEqual([text])
      })
    }
  }

  it('lets go when the piece is tapped twice', async () => {
    const { square, sent } = table(middle)
    await fireEvent.click(square(20))
    await fireEvent.click(square(20))
    expect(square(20).getAttribute('aria-pressed')).toBe('false')
    expect(sent).toEqual([])
  })

  it('takes the square where a piece swims to for its target too', async () => {
    const { square, sent } = table(water)
    await fireEvent.click(square(24))
    await fireEvent.click(square(15))
    expect(sent).toEqual(['24-27~15'])
  })

  it('takes up the piece that leads to a tapped target', async () => {
    const { square, sent } = table(middle)
    await fireEvent.click(square(29))
    expect(square(26).getAttribute('aria-pressed')).toBe('true')
    expect(sent).toEqual([])
  })

  it('sends an action that no choice offers, and keeps the piece in hand', async () => {
    const { square, sent } = table(middle)
    await fireEvent.click(square(20))
    await fireEvent.click(square(24))
    await fireEvent.click(square(16))
    expect(sent).toEqual(['20-24', '20x16'])
    expect(square(20).getAttribute('aria-pressed')).toBe('true')
  })

  it('changes from one piece to another', async () => {
    const { square, sent } = table(middle)
    await fireEvent.click(square(20))
    await fireEvent.click(square(26))
    expect(square(20).getAttribute('aria-pressed')).toBe('false')
    await fireEvent.click(square(29))
    expect(sent).toEqual(['26-29'])
  })

  it('says why a piece stays when it is tapped', async () => {
    const { square, seen, sent } = table(middle)
    await fireEvent.click(square(13))
    expect(seen.say).toMatchObject({
      bold: 'The cone on 13 stays.',
      small: '16 and 17 protect each other',
      clause: '5.1',
    })
    expect(sent).toEqual([])
  })

  it('waits for the main button where the player has chosen that', async () => {
    settings.confirm = true
    const { square, seen, sent } = table(middle)
    await fireEvent.click(square(20))
    await fireEvent.click(square(23))
    expect(sent).toEqual([])
    expect(seen.say.main?.label).toBe('Play 20×23')
    seen.say.main?.run()
    expect(sent).toEqual(['20x23'])
  })

  it('does nothing for a spectator or before the throw', async () => {
    const spectator = table({ ...middle, choices: [] }, { seat: null })
    await fireEvent.click(spectator.square(20))
    await fireEvent.click(spectator.square(24))
    const early = table({ picture: { ...middle.picture, phase: 'throw', throw: 0, steps: 0 }, choices: [] })
    await fireEvent.click(early.square(20))
    await fireEvent.click(early.square(24))
    expect([...spectator.sent, ...early.sent]).toEqual([])
  })

  it('lets go of the piece when the moment changes, and not when it comes again', async () => {
    const { square, rerender } = table(middle)
    await fireEvent.click(square(20))
    await rerender({ picture: { ...middle.picture } })
    expect(square(20).getAttribute('aria-pressed')).toBe('true')
    await rerender({ picture: picture([13, 19, 20, 29], [5, 8, 16, 17, 23]) })
    expect(square(20).getAttribute('aria-pressed')).toBe('false')
  })
})

describe('by keyboard', () => {
  const kinds = [
    ['a move', middle, 19, 22, '19-22'],
    ['a swap', middle, 20, 23, '20x23'],
    ['a fall into the water', water, 24, 27, '24-27~15'],
    ['a bounce', bounce, 22, 25, '22-25'],
    ['a backward move', backward, 13, 10, '13-10'],
    ['a remainder', rest, 21, 23, '21-23'],
  ] as const
  for (const [name, scene, from, to, text] of kinds) {
    it(`plays ${name}: the numbers of piece and target, Enter after each`, async () => {
      const { getByRole, sent } = table(scene)
      const grid = getByRole('grid')
      for (const key of [...String(from), 'Enter']) await press(grid, key)
      for (const key of [...String(to), 'Enter']) await press(grid, key)
      expect(sent).toEqual([text])
    })
  }

  it('bears off by the arrow past 30', async () => {
    const { getByRole, sent, square } = table(off)
    const grid = getByRole('grid')
    for (const key of ['2', '9', 'Enter', 'ArrowRight', 'ArrowRight']) await press(grid, key)
    expect(document.activeElement).toBe(square(31))
    await press(grid, 'Enter')
    expect(sent).toEqual(['29-off'])
  })

  it('goes from one piece that may move to the next with N and P, and takes it up with Enter', async () => {
    const { getByRole, sent, square } = table(middle)
    const grid = getByRole('grid')
    await press(grid, 'n')
    expect(document.activeElement).toBe(square(19))
    await press(grid, 'n')
    await press(grid, 'n')
    expect(document.activeElement).toBe(square(26))
    await press(grid, 'n')
    expect(document.activeElement).toBe(square(19))
    await press(grid, 'p')
    expect(document.activeElement).toBe(square(26))
    await press(grid, 'Enter')
    expect(square(26).getAttribute('aria-pressed')).toBe('true')
    await press(grid, ' ')
    expect(square(26).getAttribute('aria-pressed')).toBe('false')
    expect(sent).toEqual([])
  })

  it('moves the focus as the board is drawn', async () => {
    const { getByRole, square, rerender } = table(middle)
    const grid = getByRole('grid')
    square(10).focus()
    await press(grid, 'ArrowDown')
    expect(document.activeElement).toBe(square(11))
    await press(grid, 'Home')
    expect(document.activeElement).toBe(square(20))
    await press(grid, 'End')
    expect(document.activeElement).toBe(square(11))
    await press(grid, 'Home', { ctrlKey: true })
    expect(document.activeElement).toBe(square(1))
    await rerender({ upright: true })
    await press(grid, 'ArrowUp')
    expect(document.activeElement).toBe(square(2))
    await press(grid, 'ArrowRight')
    expect(document.activeElement).toBe(square(19))
  })

  it('is one tab stop, which begins at a piece that may move', async () => {
    const { container, getByRole } = table(middle)
    const stops = () =>
      [...container.querySelectorAll<HTMLElement>('[tabindex="0"]')].map((each) => each.dataset.square)
    expect(stops()).toEqual(['19'])
    await press(getByRole('grid'), 'ArrowLeft')
    expect(stops()).toEqual(['20'])
  })

  it('keeps its focus when the way out opens and closes', async () => {
    for (const upright of [false, true]) {
      const { square, rerender, unmount } = table(middle, { upright })
      const focused = square(26)
      focused.focus()
      await rerender(off)
      expect(square(31)).toBeTruthy()
      await rerender(middle)
      expect(square(31)).toBeNull()
      expect(document.activeElement).toBe(focused)
      unmount()
    }
  })

  it('throws with T or the space bar when the hand is due', async () => {
    let throws = 0
    const scene = { picture: { ...middle.picture, phase: 'throw' as const, throw: 0, steps: 0 }, choices: [] }
    const { getByRole } = table(scene, { go: () => void throws++ })
    await press(getByRole('grid'), 't')
    await press(getByRole('grid'), ' ')
    expect(throws).toBe(2)
  })

  it('declines a remainder with D and lets go with Escape', async () => {
    const { getByRole, sent, square } = table(rest)
    const grid = getByRole('grid')
    await fireEvent.click(square(21))
    expect(square(21).getAttribute('aria-pressed')).toBe('true')
    await press(grid, 'Escape')
    expect(square(21).getAttribute('aria-pressed')).toBe('false')
    await press(grid, 'd')
    expect(sent).toEqual(['decline'])
  })

  it('leaves single letters alone where the player has chosen that', async () => {
    settings.letters = false
    const { getByRole, sent } = table(rest)
    await press(getByRole('grid'), 'd')
    expect(sent).toEqual([])
    await press(getByRole('grid'), 'ArrowLeft')
    expect(document.activeElement?.getAttribute('data-square')).toBeTruthy()
  })
})

describe('for a screen reader', () => {
  it('names every square by what stands there and what it may do', async () => {
    const { getByRole, square } = table(middle)
    getByRole('grid', { name: 'Senet board' })
    getByRole('button', { name: '20, cone, protected, may move to 23, swaps' })
    getByRole('button', { name: '13, cone, stays, 16 and 17 protect each other' })
    getByRole('button', { name: '26, nefer, safe, cone, may move to 29' })
    getByRole('button', { name: '27, water' })
    getByRole('button', { name: '1, empty' })
    await fireEvent.click(square(20))
    getByRole('button', { name: '23, spool, target of 20' })
  })

  it('names walls, falls, bounces and the way out', () => {
    table({ picture: picture([9, 10, 11], [5]), choices: [] }).getByRole('button', {
      name: '10, cone, in a wall of three',
    })
    table(water).getByRole('button', {
      name: '24, cone, may move to 27, falls into the water and swims to 15',
    })
    table(bounce).getByRole('button', { name: '22, cone, may move to 25, stops before 26, leaves 1 of 4' })
    table(off).getByRole('button', { name: 'off the board' })
    table(rest).getByRole('button', { name: '15, ankh, cone, stays, it has used its part of this throw' })
    table(backward).getByRole('button', { name: '19, cone, may move back to 16, swaps' })
  })

  it('has the rows as drawn: three of ten, or ten of three', () => {
    const wide = table(middle)
    const rows = wide.getAllByRole('row')
    expect(rows.map((each) => each.children.length)).toEqual([10, 10, 10])
    wide.unmount()
    const upright = table(middle, { upright: true })
    expect(upright.getAllByRole('row').map((each) => each.children.length)).toEqual(Array(10).fill(3))
  })
})

describe('the drawing', () => {
  const find = (container: Element, selector: string) => [...container.querySelectorAll(selector)]

  it('marks what may move, all targets, and the chosen one strongly', async () => {
    const { container, square } = table(middle)
    expect(find(container, '.bar')).toHaveLength(3)
    expect(find(container, '.target')).toHaveLength(3)
    expect(find(container, '.target.strong')).toHaveLength(0)
    await fireEvent.click(square(20))
    expect(find(container, '.bar')).toHaveLength(2)
    expect(find(container, '.target.strong').map((each) => each.getAttribute('data-land'))).toEqual(['23'])
    expect(find(container, '.way')).toHaveLength(1)
    expect(find(container, '.held')).toHaveLength(1)
  })

  it('previews a piece under the mouse', async () => {
    const { container, square } = table(middle)
    await fireEvent.pointerEnter(square(26), { pointerType: 'mouse' })
    expect(find(container, '.target.strong').map((each) => each.getAttribute('data-land'))).toEqual(['29'])
    await fireEvent.pointerLeave(square(26))
    expect(find(container, '.target.strong')).toHaveLength(0)
  })

  it('loops round pairs and draws a wall with a double line', () => {
    const { container } = table({ picture: picture([9, 10, 11], [16, 17, 20, 21]), choices: [] })
    const loops = find(container, '.cartouche')
    expect(loops.map((each) => each.getAttribute('data-squares'))).toEqual(['9 10 11', '16 17', '20 21'])
    expect(loops.map((each) => each.querySelectorAll('path').length)).toEqual([4, 2, 2])
  })

  it('washes the squares of the last move, and keeps them through the next throw', async () => {
    const last = [row('14-17', 1)]
    const { container, rerender } = table({ picture: { ...middle.picture, phase: 'throw' }, choices: [] }, { last })
    expect(find(container, '.st-last')).toHaveLength(2)
    await rerender({ picture: middle.picture, last: [row('throw 3', 0)] })
    expect(find(container, '.st-last')).toHaveLength(2)
    await rerender({ picture: picture([13, 19, 20, 26], [5, 8, 14, 16, 23]), last: [row('undo', 1)] })
    expect(find(container, '.st-last')).toHaveLength(0)
  })

  it('tells the last way by a thin line where nothing moves', () => {
    const { container } = table(middle, { last: [row('14-17', 1)], still: true })
    expect(find(container, '.trail')).toHaveLength(1)
  })

  it('points at a hinted action', () => {
    const { container, seen } = table(middle, { hinted: '26-29' })
    expect(find(container, '[data-hint="26"]')).toHaveLength(1)
    expect(find(container, '.target.strong').map((each) => each.getAttribute('data-land'))).toEqual(['29'])
    expect(seen.say.main?.label).toBe('Play 26–29')
  })

  it('crosses a refused square for 700 ms', async () => {
    vi.useFakeTimers()
    const { container, rerender, square } = table(middle)
    await fireEvent.click(square(20))
    await rerender({ refused: { text: '20-24', key: 1 } })
    expect(find(container, '[data-refused="24"]')).toHaveLength(1)
    expect(square(20).getAttribute('aria-pressed')).toBe('true')
    await vi.advanceTimersByTimeAsync(690)
    expect(find(container, '[data-refused]')).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(20)
    expect(find(container, '[data-refused]')).toHaveLength(0)
    await rerender({ refused: { text: '20-off', key: 2 } })
    expect(find(container, '[data-refused="31"]')).toHaveLength(1)
  })

  it('shows the way of the only move without asking', () => {
    const only = { picture: picture([13], [8]), choices: [choice('13-16', 13, 16)] }
    const { container, seen } = table(only)
    expect(find(container, '.way')).toHaveLength(1)
    expect(seen.say.main?.label).toBe('Play 13–16')
  })
})
