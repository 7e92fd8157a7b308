import { fireEvent } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Picture } from '../../../src/wire/solitaire'
import { client } from '../../../src/games/solitaire'
import { board, choices, jumped, MIDDLE, middle, nests, picture, row, sand, starting, table } from './scenes'

const press = (target: Element, key: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(target, { key, ...more })
const find = (container: Element, selector: string) => [...container.querySelectorAll(selector)]

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('a peek into a stack', () => {
  it('comes after a while under the mouse, and goes with it', async () => {
    vi.useFakeTimers()
    const { square, container } = table(middle)
    await fireEvent.pointerEnter(square('a3'), { pointerType: 'mouse' })
    expect(find(container, '[data-peek]')).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(600)
    const [card] = find(container, '[data-peek="a3"]')
    expect(card?.textContent).toContain('a3, from the bottom: small, medium, two larges. 9 pips.')
    expect(card?.querySelectorAll('.pl')).toHaveLength(4)
    await fireEvent.pointerLeave(square('a3'))
    expect(find(container, '[data-peek]')).toHaveLength(0)
  })

  it('comes with the keyboard, and goes with Escape', async () => {
    vi.useFakeTimers()
    const { square, container } = table(middle)
    const button = square('d3')
    vi.spyOn(button, 'matches').mockReturnValue(true) // focused by keyboard
    await fireEvent.focus(button)
    await vi.advanceTimersByTimeAsync(800)
    expect(find(container, '[data-peek="d3"]')).toHaveLength(1)
    await press(document.body, 'Escape')
    await tick()
    expect(find(container, '[data-peek]')).toHaveLength(0)
  })

  it('comes with a long press, which is no tap', async () => {
    vi.useFakeTimers()
    const { square, container, sent } = table(middle)
    const button = square('d1')
    await fireEvent.pointerDown(button, { button: 0, pointerId: 1, pointerType: 'touch' })
    await vi.advanceTimersByTimeAsync(500)
    expect(find(container, '[data-peek="d1"]')).toHaveLength(1)
    await fireEvent.pointerUp(button, { pointerId: 1, pointerType: 'touch' })
    await fireEvent.click(button)
    expect(find(container, '[data-peek]')).toHaveLength(0)
    expect(button.getAttribute('aria-pressed')).toBe('false')
    expect(sent).toEqual([])
  })

  it('is not needed for a single pyramid, nor wanted while one is held', async () => {
    vi.useFakeTimers()
    const { square, container } = table(middle)
    await fireEvent.pointerEnter(square('b2'), { pointerType: 'mouse' })
    await vi.advanceTimersByTimeAsync(600)
    await fireEvent.click(square('d1'))
    await fireEvent.pointerEnter(square('a3'), { pointerType: 'mouse' })
    await vi.advanceTimersByTimeAsync(600)
    expect(find(container, '[data-peek]')).toHaveLength(0)
  })
})

describe('the drawing', () => {
  it('marks what may hop, crosses what is empty, and previews under the mouse', async () => {
    const { container, square } = table(middle)
    expect(find(container, '.may')).toHaveLength(6)
    expect(find(container, '.none')).toHaveLength(2)
    await fireEvent.pointerEnter(square('a3'), { pointerType: 'mouse' })
    expect(find(container, '.target:not(.strong)').map((each) => each.getAttribute('data-land'))).toEqual(['c3'])
  })

  it('washes the last hop that stands', async () => {
    const { container, rerender } = table(middle, { log: [row('a1>c1'), row('d1>b3', { n: 2 })] })
    expect(find(container, '.st-last')).toHaveLength(2)
    await rerender({ log: [] })
    expect(find(container, '.st-last')).toHaveLength(0)
  })

  it('lets a hop fly and the taken one leave, and undo bring both back', async () => {
    const finished: (() => void)[] = []
    const animate = vi.fn(() => {
      const animation = { cancel: () => {}, onfinish: null as (() => void) | null }
      finished.push(() => animation.onfinish?.())
      return animation as unknown as Animation
    })
    Element.prototype.animate = animate as typeof Element.prototype.animate
    try {
      const { container, rerender } = table(middle, { still: false })
      const after = jumped(MIDDLE, { start: 3, over: 2, end: 1 })
      await rerender({ picture: picture(after), choices: choices(after) })
      expect(animate).toHaveBeenCalledTimes(2)
      expect([find(container, '.flies').length, find(container, '.leaves').length]).toEqual([1, 1])
      for (const finish of finished) finish()
      await tick()
      expect(find(container, '.flies')).toHaveLength(0)
      await rerender({ picture: middle.picture, choices: middle.choices })
      expect(find(container, '.flies')).toHaveLength(1)
      await fireEvent.pointerDown(document.body)
      expect(find(container, '.flies')).toHaveLength(0)
    } finally {
      delete (Element.prototype as Partial<Element>).animate
    }
  })

  it('tells the hop by a thin line where nothing moves', () => {
    expect(find(table(middle, { log: [row('d1>b3')] }).container, '.trail')).toHaveLength(1)
  })

  it('crosses a refused landing for 700 ms', async () => {
    vi.useFakeTimers()
    const { container, rerender } = table(middle)
    await rerender({ refused: { text: 'd1>d2', key: 1 } })
    expect(find(container, '[data-refused="d2"]')).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(710)
    expect(find(container, '[data-refused]')).toHaveLength(0)
  })

  it('has a button for every square of any board', () => {
    for (const [ranks, files] of [
      [1, 3],
      [3, 1],
      [4, 5],
      [8, 8],
    ] as const) {
      const squares = nests(ranks, files)
      const shown = table({ picture: picture(squares, { ranks, files }), choices: choices(squares, ranks, files) })
      expect(find(shown.container, '[data-square]')).toHaveLength(ranks * files)
      expect(find(shown.container, '.nest')).toHaveLength(ranks * files)
      shown.unmount()
    }
  }, 30_000)

  it('says to the table what shape it has', () => {
    const ratio = client.layout?.ratio as (picture: Picture) => number
    expect(ratio(picture(nests(3, 4)))).toBeCloseTo(0.761, 2)
    expect(ratio(sand([nests(3, 4), nests(3, 4)]))).toBeLessThan(0.6)
  })
})

describe('timed games', () => {
  const boards = [MIDDLE, nests(3, 4), nests(3, 4)]

  it('show the own board large and the others beside it', () => {
    const { container, getByRole } = table({ picture: sand(boards), choices: choices(MIDDLE) }, { yours: [0] })
    expect(find(container, '[role="grid"]')).toHaveLength(1)
    expect(find(container, 'figure').map((each) => each.getAttribute('data-seat'))).toEqual(['1', '2'])
    getByRole('grid', { name: 'Your board' })
    getByRole('img', { name: /^Nebet: 72 pips in 36 pyramids: a1 large over medium over small/ })
  })

  it('keep the own board large when it has no hop left', () => {
    const stuck = ['S', ...Array<string>(11).fill('')]
    const picture = sand([nests(3, 4), stuck])
    const { container, seen } = table({ picture, choices: [] }, { seat: null, yours: [1] })
    expect(find(container, 'figure').map((each) => each.getAttribute('data-seat'))).toEqual(['0'])
    expect(seen.say.bold).toBe('You have no hop left.')
  })

  it('show all boards alike to a spectator', () => {
    const { container } = table({ picture: sand(boards), choices: [] }, { seat: null, yours: [] })
    expect(find(container, '[role="grid"]')).toHaveLength(0)
    expect(find(container, 'figure')).toHaveLength(3)
  })

  it('wash the last hop of each board', () => {
    const log = [row('a1>c1', { seat: 1 }), row('d1>b1', { seat: 1, n: 2 })]
    const { container } = table({ picture: sand(boards), choices: [] }, { yours: [0], log })
    expect(find(container, '[data-seat="1"] .st-last')).toHaveLength(2)
    expect(find(container, '[data-seat="2"] .st-last')).toHaveLength(0)
  })

  it('start by the button, or by Enter on the board', async () => {
    const ready = { picture: sand(boards, { phase: 'ready', said: [false, false, true] }), choices: [starting] }
    const { seen, sent, getByRole, container } = table(ready, { yours: [0] })
    seen.say.main?.run()
    await press(getByRole('grid'), 'Enter')
    expect(sent).toEqual(['start', 'start'])
    const states = find(container, 'figure .state').map((each) => each.textContent)
    expect(states).toEqual(['not ready', 'ready'])
  })

  it('say who has no hop left', () => {
    const stuck = board(['S', ...Array<string>(11).fill('M')], 3, 4, { stuck: true })
    const picture = { ...sand(boards), boards: [board(MIDDLE, 3, 4), stuck] }
    const { container } = table({ picture, choices: choices(MIDDLE) }, { yours: [0] })
    expect(find(container, '.stuck .state').map((each) => each.textContent)).toEqual(['no hop left'])
  })
})
