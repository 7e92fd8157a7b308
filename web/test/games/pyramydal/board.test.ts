import { fireEvent, render } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'
import Holds from '../../../src/games/pyramydal/Holds.svelte'
import { settings } from '../../../src/lib/settings.svelte'
import type { Picture } from '../../../src/wire/pyramydal'
import {
  builds,
  collector,
  laid,
  middle,
  NAMES,
  numbers,
  picture,
  row,
  scored,
  statue,
  table,
  takes,
  tally,
  things,
} from './scenes'

const press = (target: Element, key: string) => fireEvent.keyDown(target, { key })
const find = (container: Element, selector: string) => [...container.querySelectorAll<HTMLElement>(selector)]
const data = (container: Element, name: string) =>
  find(container, `[data-${name}]`).map((each) => each.getAttribute(`data-${name}`))
const tap = async (target: Element) => {
  await fireEvent.pointerDown(target, { pointerType: 'touch', button: 0 })
  await fireEvent.click(target)
}

afterEach(() => {
  settings.confirm = false
  settings.letters = true
  vi.useRealTimers()
})

describe('on the line', () => {
  it('asks about what the mouse presses, as about what a finger taps', async () => {
    const view = middle()
    const { cell, sent, seen, container } = table(view, takes(view, 0))
    await fireEvent.pointerEnter(cell(9), { pointerType: 'mouse' })
    expect(seen.say.bold).toContain('Take 9')
    expect(data(container, 'lost')).toEqual(['5', '6', '8'])
    expect(data(container, 'pointed')).toEqual(['9'])
    await fireEvent.click(cell(9))
    await fireEvent.pointerLeave(cell(9), { pointerType: 'mouse' })
    expect(sent).toEqual([])
    expect(seen.say.bold).toContain('Take 9')
    seen.say.main?.run()
    expect(sent).toEqual(['9'])
  })

  it('lets go of what is tapped twice', async () => {
    const view = middle()
    const { cell, sent, seen } = table(view, takes(view, 0))
    await tap(cell(9))
    expect(sent).toEqual([])
    expect(seen.say.main?.label).toBe('Take 9')
    await tap(cell(8))
    expect(seen.say.main?.label).toBe('Take 8')
    await tap(cell(8))
    expect(seen.say.main).toBeUndefined()
    expect(sent).toEqual([])
  })

  it('sends an action that no choice offers, so that the server says why not', async () => {
    const view = middle()
    const { cell, sent } = table(view, takes(view, 0))
    await fireEvent.click(cell(3))
    expect(sent).toEqual(['3'])
  })

  it('is walked by keys: arrows as drawn, N and P along the line, digits to a cell', async () => {
    const view = middle()
    const { cell, sent, container } = table(view, takes(view, 0))
    const here = () => container.querySelector('.cells [tabindex="0"]')?.getAttribute('data-cell')
    expect(here()).toBe('5')
    await press(cell(5), 'ArrowRight')
    expect(here()).toBe('6')
    await press(cell(6), 'n')
    expect(here()).toBe('8')
    await press(cell(8), 'p')
    expect(here()).toBe('6')
    await press(cell(6), 'End')
    expect(here()).toBe('24')
    await press(cell(24), 'Home')
    expect(here()).toBe('5')
    await press(cell(5), '1')
    await press(cell(1), '2')
    expect(here()).toBe('12')
    await press(cell(12), 'Enter')
    expect(cell(12).getAttribute('aria-pressed')).toBe('true')
    expect(sent).toEqual([])
  })

  it('draws tokens in their cells, in the queue and retired, and holes where pyramids were', () => {
    const { container } = table(
      middle({
        seats: [collector({ cell: 4, token: 'line' }), collector(), collector({ token: 'retired', moves: false })],
      }),
    )
    expect(
      find(container, '[data-token]')
        .map((each) => each.getAttribute('data-at'))
        .sort(),
    ).toEqual(['4', 'queue', 'retired'])
    expect(find(container, '.hole')).toHaveLength(3)
    expect(find(container, '.behind')).toHaveLength(1)
  })

  it('points where a hint says, and crosses out what was refused', async () => {
    vi.useFakeTimers()
    const view = middle()
    const { container, rerender } = table(view, takes(view, 0), { hinted: '11' })
    expect(data(container, 'hint')).toEqual(['11'])
    await rerender(view, takes(view, 0), { refused: { text: '3', key: 1 } })
    expect(data(container, 'refused')).toEqual(['3'])
    vi.advanceTimersByTime(800)
    await tick()
    expect(data(container, 'refused')).toEqual([])
  })

  it('turns the rim gold in the last turn', () => {
    expect(find(table(middle({ last: true })).container, '.rim.alarm')).toHaveLength(1)
    expect(find(table(middle()).container, '.rim.alarm')).toHaveLength(0)
  })

  it('fits 60 to 150 pyramids and ten tokens', () => {
    for (const seats of [3, 10]) {
      const line = laid(15 * Math.max(4, seats))
      const view = picture({ line, seats: Array.from({ length: seats }, () => collector()) })
      const { container } = table(view, [], { upright: seats > 3 })
      expect(find(container, '[data-cell]')).toHaveLength(line.length)
      expect(find(container, '[data-token]')).toHaveLength(seats)
    }
  })

  it('is only a drawing in the rules, with what seats hold under it', () => {
    const { container } = table(middle(), [], { log: undefined, yours: undefined })
    expect(find(container, '[data-cell]')).toHaveLength(0)
    expect(data(container, 'lot')).toEqual(['0', '1', '2'])
  })
})

describe('secret numbers', () => {
  const choosing = (...stones: Picture['seats'][number]['choice'][]): Picture =>
    middle({
      die: 6,
      phase: 'choose',
      turn: -2,
      seats: stones.map((each, i) =>
        collector({ cell: i + 1, token: 'line', choice: each, number: each === 'known' ? 4 : 0 }),
      ),
    })
  const faces = (container: Element) => find(container, '[data-stone]').map((each) => each.className.split(' ')[0])

  it('lie face down, except the player’s own', () => {
    const { container } = table(choosing('known', 'hidden', 'due'))
    expect(faces(container)).toEqual(['own', 'down', 'due'])
    expect(find(container, '.stone').map((each) => each.textContent?.trim())).toEqual(['4', '', ''])
  })

  it('are pointed at by a press and let go by another; digit and Enter choose', async () => {
    const { container, sent, seen, cell } = table(choosing('due', 'hidden', 'due'), numbers(6))
    const [, second] = find(container, '.numbers .number')
    await fireEvent.click(second!)
    expect(seen.say.main?.label).toBe('Choose 2')
    expect(data(container, 'pointed')).toEqual(['11'])
    await fireEvent.click(second!)
    expect(seen.say.main).toBeUndefined()
    await press(cell(1), '5')
    expect(seen.say.main?.label).toBe('Choose 5')
    await press(cell(1), 'Enter')
    expect(sent).toEqual(['choose 5'])
  })

  it('lie open for a while after the reveal, even where bots have chosen again', async () => {
    vi.useFakeTimers()
    const { container, rerender } = table(choosing('known', 'hidden', 'hidden'), [], { log: [] })
    await rerender(choosing('due', 'hidden', 'hidden'), numbers(6), {
      log: [row('reveal 4,2,6', { n: 9, seat: null, by: -1 })],
    })
    expect(faces(container)).toEqual(['up', 'up', 'up'])
    expect(find(container, '.stone').map((each) => each.textContent?.trim())).toEqual(['4', '2', '6'])
    vi.advanceTimersByTime(3000)
    await tick()
    expect(faces(container)).toEqual(['due', 'down', 'down'])
  })
})

describe('building', () => {
  const able = builds('r3g2b1', 'r3r3r3')
  const view = middle({ phase: 'build' })

  it('picks from what can be built, the best first', async () => {
    const { container, sent } = things(view, able)
    expect(find(container, '.card').map((each) => each.getAttribute('aria-label'))).toEqual([
      'Build three large carnelian for 36',
      'Build large carnelian, medium malachite and small lapis for 18',
    ])
    await fireEvent.click(find(container, '.card')[1]!)
    expect(sent).toEqual(['build r3g2b1'])
  })

  it('lays pyramids on the bench one by one; the third builds', async () => {
    const { container, sent, bench } = things(view, able)
    const piece = (text: string) => container.querySelector(`[data-pick="${text}"]`) as HTMLElement
    await fireEvent.click(piece('g2'))
    expect(bench.pieces).toEqual(['g2'])
    expect(find(container, '.card:disabled')).toHaveLength(1)
    await fireEvent.click(piece('r3'))
    await fireEvent.click(piece('b1'))
    expect(sent).toEqual(['build r3g2b1'])
    expect(bench.pieces).toEqual([])
  })

  it('drags a pyramid to the site, and leaves it where it was when dropped elsewhere', async () => {
    const { container, bench } = things(view, able)
    const site = container.querySelector('.site') as HTMLElement
    site.getBoundingClientRect = () => ({ left: 300, right: 400, top: 0, bottom: 80 }) as DOMRect
    const piece = container.querySelector('[data-pick="g2"]') as HTMLElement
    const drag = async (x: number) => {
      await fireEvent.pointerDown(piece, { button: 0, pointerId: 1, clientX: 10, clientY: 10 })
      await fireEvent.pointerMove(window, { pointerId: 1, clientX: x, clientY: 20 })
      await fireEvent.pointerUp(window, { pointerId: 1, clientX: x, clientY: 20 })
      await fireEvent.click(document.body)
    }
    await drag(200)
    expect(bench.pieces).toEqual([])
    await drag(350)
    expect(bench.pieces).toEqual(['g2'])
  })

  it('hears the next tap after a drag with a finger, which no click follows', async () => {
    const { container } = things(view, able)
    const piece = container.querySelector('[data-pick="g2"]') as HTMLElement
    await fireEvent.pointerDown(piece, { button: 0, pointerId: 1, clientX: 10, clientY: 10 })
    await fireEvent.pointerMove(window, { pointerId: 1, clientX: 200, clientY: 20 })
    await fireEvent.pointerUp(window, { pointerId: 1, clientX: 200, clientY: 20 })
    await new Promise((resolve) => setTimeout(resolve))
    const heard = vi.fn()
    document.body.addEventListener('click', heard, { once: true })
    await fireEvent.click(document.body)
    expect(heard).toHaveBeenCalled()
  })

  it('goes by keys too: B builds what the dock offers, E is done', async () => {
    const { sent, seen, cell } = table(view, able)
    expect(seen.say.others?.[0]?.label).toBe('Build for 36')
    seen.say.tools?.find((tool) => tool.label === 'Another statue')?.run?.()
    await tick()
    expect(seen.say.main?.label).toBe('Build for 18')
    await press(cell(1), 'b')
    await press(cell(1), 'e')
    expect(sent).toEqual(['build r3g2b1', 'end'])
  })

  it('shows on the shelf what a pyramid pointed at would make possible', async () => {
    const now = middle()
    const all = takes(now, 0, { 9: ['r3r3r3'] })
    const { container, bench } = things(now, all)
    bench.cell = 9
    await tick()
    expect(find(container, '.mine .ghost').map((each) => each.getAttribute('data-statue'))).toEqual(['r3r3r3'])
    expect(container.textContent).toContain('With this pyramid you could build one more')
  })
})

describe('what everybody has', () => {
  it('stands side by side, ten of them too', () => {
    const { container } = things(
      picture({ seats: Array.from({ length: 10 }, () => collector({ collection: ['r3'] })) }),
    )
    expect(data(container, 'lot')).toHaveLength(10)
  })

  it('joins diagonals across statues where they count', () => {
    const statues = ['r3g2b1', 'g3r2y1', 'b3y2r1'].map(statue)
    const view = (diagonal: boolean) => middle({ diagonal, seats: [collector({ statues }), collector(), collector()] })
    expect(find(things(view(true)).container, '.mine .diagonal')).toHaveLength(1)
    expect(find(things(view(false)).container, '.mine .diagonal')).toHaveLength(0)
  })

  it('is told in a seat’s line', () => {
    const { container } = render(Holds, { picture: middle(), seat: 1 })
    expect(data(container, 'statue')).toEqual(['y3y3y3'])
  })
})

describe('the count', () => {
  const ending = {
    tallies: [
      tally([scored('r3r3r3', 'mono', 36)], 1),
      tally([scored('y1', 'single', 1)], 3),
      tally([scored('g3b2', 'mini', 10)], 2),
    ],
    winner: 0,
    tie: '' as const,
    tied: [],
    words: '',
  }
  const over = middle({ phase: 'over', turn: -3, ending })

  it('is told statue by statue when the end comes, and can be shown at once', async () => {
    vi.useFakeTimers()
    const { container, rerender } = things(middle(), [], { still: false })
    await rerender(over)
    const sums = () => find(container, '.sum').map((each) => each.textContent)
    expect(sums()).toEqual(['0', '0', '0'])
    vi.advanceTimersByTime(430)
    await tick()
    expect(sums()).toEqual(['1', '0', '0'])
    await fireEvent.click(container.querySelector('.story button')!)
    expect(sums()).toEqual(['1', '10', '36'])
    expect(container.textContent).toContain('Iset wins with 36 points, 26 ahead.')
  })

  it('stands whole where nothing moves, and where the end is no news', () => {
    for (const still of [true, false]) {
      const { container } = things(over, [], { still })
      expect(find(container, '.sum').map((each) => each.textContent)).toEqual(['1', '10', '36'])
      expect(container.querySelector('.story')?.textContent).toContain(NAMES[0])
    }
  })
})
