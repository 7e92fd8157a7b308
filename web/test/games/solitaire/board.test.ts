import { fireEvent } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { settings } from '../../../src/lib/settings.svelte'
import { choices, jumped, MIDDLE, middle, nests, picture, preferences, rating, row, table } from './scenes'

const press = (target: Element, key: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(target, { key, ...more })
const find = (container: Element, selector: string) => [...container.querySelectorAll(selector)]
const landings = (container: Element) => find(container, '.target.strong').map((each) => each.getAttribute('data-land'))

afterEach(() => {
  settings.confirm = false
  settings.letters = true
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('by mouse', () => {
  it('hops by pyramid and landing', async () => {
    const { square, sent, container } = table(middle)
    await fireEvent.click(square('d1'))
    expect(sent).toEqual([])
    expect(square('d1').getAttribute('aria-pressed')).toBe('true')
    expect(landings(container)).toEqual(['b1', 'b3'])
    expect(find(container, '.target.strong .takes').map((each) => each.textContent?.trim())).toEqual(['−1', '−1'])
    await fireEvent.click(square('b3'))
    expect(sent).toEqual(['d1>b3'])
  })

  it('lifts the outermost alone', async () => {
    const { square, container } = table(middle)
    await fireEvent.click(square('a3'))
    const lifted = find(container, '.up')
    expect(lifted).toHaveLength(1)
    expect(lifted[0]?.closest('.nest')?.getAttribute('data-stack')).toBe('SMLL')
  })

  it('lets go on a second tap, and changes to another pyramid', async () => {
    const { square, container } = table(middle)
    await fireEvent.click(square('d1'))
    await fireEvent.click(square('d1'))
    expect(landings(container)).toEqual([])
    await fireEvent.click(square('d1'))
    await fireEvent.click(square('a3'))
    expect(landings(container)).toEqual(['c3'])
  })

  it('sends an action that no choice offers, and keeps the pyramid in hand', async () => {
    const { square, sent } = table(middle)
    await fireEvent.click(square('d1'))
    await fireEvent.click(square('a2'))
    expect(sent).toEqual(['d1>a2'])
    expect(square('d1').getAttribute('aria-pressed')).toBe('true')
  })

  it('says why a pyramid has no hop', async () => {
    const { square, sent, seen } = table(middle)
    await fireEvent.click(square('b2'))
    expect(seen.say.bold).toBe('The medium on b2 has no hop.')
    expect(sent).toEqual([])
  })

  it('waits for the main button where the player has chosen that', async () => {
    settings.confirm = true
    const { square, sent, seen, container } = table(middle)
    await fireEvent.click(square('d1'))
    await fireEvent.click(square('b1'))
    expect(sent).toEqual([])
    expect(landings(container)).toEqual(['b1'])
    expect(seen.say.main?.label).toBe('Hop d1>b1')
    seen.say.main?.run()
    expect(sent).toEqual(['d1>b1'])
  })

  it('drags a pyramid to its landing, and lets it lie there until the answer', async () => {
    const { square, sent, container, rerender } = table(middle)
    const from = square('d1')
    await fireEvent.pointerDown(from, { button: 0, pointerId: 1, clientX: 575, clientY: 415, pointerType: 'mouse' })
    await fireEvent.pointerMove(from, { pointerId: 1, clientX: 400, clientY: 415 })
    expect(landings(container)).toEqual(['b1', 'b3'])
    await fireEvent.pointerMove(from, { pointerId: 1, clientX: 255, clientY: 415 })
    await fireEvent.pointerUp(from, { pointerId: 1, clientX: 255, clientY: 415 })
    await fireEvent.click(from)
    expect(sent).toEqual(['d1>b1'])
    expect(find(container, '.nest').map((each) => each.getAttribute('data-stack'))).not.toContain('SM')
    const after = jumped(MIDDLE, { start: 3, over: 2, end: 1 })
    await rerender({ picture: picture(after), choices: choices(after) })
    expect(find(container, '.flies')).toHaveLength(0)
    expect(find(container, '.nest')).toHaveLength(after.filter(Boolean).length)
  })

  it('keeps a pyramid that was dropped nowhere, and asks about a wrong square', async () => {
    const { square, sent } = table(middle)
    const from = square('d1')
    const drag = async (x: number, y: number) => {
      await fireEvent.pointerDown(from, { button: 0, pointerId: 1, clientX: 575, clientY: 415, pointerType: 'mouse' })
      await fireEvent.pointerMove(from, { pointerId: 1, clientX: x, clientY: y })
      await fireEvent.pointerUp(from, { pointerId: 1, clientX: x, clientY: y })
      await fireEvent.click(from)
    }
    await drag(900, 415)
    expect([sent, from.getAttribute('aria-pressed')]).toEqual([[], 'true'])
    await drag(575, 255)
    expect(sent).toEqual(['d1>d2'])
  })

  it('does nothing for a spectator', async () => {
    const { square, sent, seen } = table({ ...middle, choices: [] }, { seat: null })
    await fireEvent.click(square('d1'))
    await fireEvent.click(square('b1'))
    expect(sent).toEqual([])
    expect(seen.say.bold).toBe('Iset is at play.')
  })

  it('lets go when the moment changes, and not when it comes again', async () => {
    const { square, rerender } = table(middle)
    await fireEvent.click(square('d1'))
    await rerender({ picture: { ...middle.picture } })
    expect(square('d1').getAttribute('aria-pressed')).toBe('true')
    await rerender({ picture: picture(jumped(MIDDLE, { start: 8, over: 9, end: 10 })) })
    expect(square('d1').getAttribute('aria-pressed')).toBe('false')
  })
})

describe('by keyboard', () => {
  it('hops by typing squares, Enter after each', async () => {
    const { getByRole, sent } = table(middle)
    for (const key of ['d', '1', 'Enter', 'b', '3', 'Enter']) await press(getByRole('grid'), key)
    expect(sent).toEqual(['d1>b3'])
  })

  it('goes with the arrows and Home and End, and stays at the edges', async () => {
    const { getByRole } = table(middle)
    const at = () => document.activeElement?.getAttribute('aria-label')?.slice(0, 2)
    const grid = getByRole('grid')
    for (const key of ['a', '1']) await press(grid, key)
    await vi.waitFor(() => expect(at()).toBe('a1'))
    const steps = [
      ['ArrowLeft', 'a1'],
      ['ArrowUp', 'a2'],
      ['ArrowRight', 'b2'],
      ['End', 'd2'],
      ['Home', 'a2'],
    ] as const
    for (const [key, name] of steps) {
      await press(grid, key)
      await vi.waitFor(() => expect(at()).toBe(name))
    }
    await press(grid, 'End', { ctrlKey: true })
    await vi.waitFor(() => expect(at()).toBe('d1'))
  })

  it('goes round the pyramids that may hop with N and P', async () => {
    const { getByRole } = table(middle)
    const at = () => document.activeElement?.getAttribute('aria-label')?.slice(0, 2)
    const met: (string | undefined)[] = []
    for (let i = 0; i < 7; i++) {
      await press(getByRole('grid'), 'n')
      await tick()
      met.push(at())
    }
    expect(met).toEqual(['a3', 'b3', 'c3', 'd3', 'c2', 'd1', 'a3'])
    await press(getByRole('grid'), 'p')
    await tick()
    expect(at()).toBe('d1')
  })

  it('lets go with Escape, and has one tab stop', async () => {
    const { getByRole, square, container } = table(middle)
    await fireEvent.click(square('d1'))
    await press(getByRole('grid'), 'Escape')
    expect(square('d1').getAttribute('aria-pressed')).toBe('false')
    expect(find(container, '[role="grid"] [tabindex="0"]')).toHaveLength(1)
  })

  it('leaves letters alone where the player has chosen that', async () => {
    settings.letters = false
    const undo = vi.fn()
    const { getByRole } = table(middle, { undo, redo: null })
    await press(getByRole('grid'), 'n')
    await press(getByRole('grid'), 'u')
    expect(undo).not.toHaveBeenCalled()
    await press(getByRole('grid'), 'z', { ctrlKey: true })
    expect(undo).toHaveBeenCalledOnce()
  })

  it('takes back and plays again, from anywhere but a field', async () => {
    const [undo, redo] = [vi.fn(), vi.fn()]
    const { getByRole } = table(middle, { undo, redo })
    await press(getByRole('grid'), 'u')
    await press(document.body, 'z', { ctrlKey: true })
    expect(undo).toHaveBeenCalledTimes(2)
    await press(getByRole('grid'), 'U', { shiftKey: true })
    await press(document.body, 'y', { ctrlKey: true })
    await press(document.body, 'Z', { ctrlKey: true, shiftKey: true })
    expect(redo).toHaveBeenCalledTimes(3)
    const field = document.createElement('input')
    document.body.append(field)
    await press(field, 'u')
    await press(field, 'z', { ctrlKey: true })
    field.remove()
    expect(undo).toHaveBeenCalledTimes(2)
  })

  it('leaves U to the page where there is no undo of its own', async () => {
    table(middle)
    const event = new KeyboardEvent('keydown', { key: 'u', bubbles: true, cancelable: true })
    document.body.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(false)
  })

  it('types h as a file where the board has one, and asks for a hint elsewhere', async () => {
    const rate = vi.fn()
    const wide = table({ picture: picture(nests(3, 8), { files: 8 }), choices: choices(nests(3, 8), 3, 8) }, { rate })
    for (const key of ['h', '2']) await press(wide.getByRole('grid'), key)
    await vi.waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^h2/))
    expect(rate).not.toHaveBeenCalled()
    await press(wide.getByRole('grid'), 'l')
    expect(rate).toHaveBeenCalledOnce()
    wide.unmount()
    const narrow = table(middle, { rate })
    await press(narrow.getByRole('grid'), 'h')
    expect(rate).toHaveBeenCalledTimes(2)
  })
})

describe('hints and ratings', () => {
  const rated = rating({ 'd1>b1': 0, 'd1>b3': 2, 'a3>c3': 4 })
  const hint = (seen: { say: { tools?: { label: string; run: (() => void) | null }[] } }) =>
    seen.say.tools?.find((tool) => tool.label === 'Hint')?.run?.()

  it('grow stronger: still perfect, which square, which hop', async () => {
    const rate = vi.fn()
    const { seen, container, rerender, sent } = table(middle, { rate, undo: null, redo: null, log: [] })
    hint(seen)
    await tick()
    expect(rate).toHaveBeenCalledOnce()
    expect(seen.say.bold).toBe('Looking ahead.')
    await rerender({ rated })
    expect(seen.say.bold).toBe('Still perfect.')
    expect(find(container, '[data-hint]')).toHaveLength(0)
    hint(seen)
    await tick()
    expect(seen.say.bold).toBe('Look at d1.')
    expect(find(container, '[data-hint="d1"]')).toHaveLength(1)
    expect(landings(container)).toEqual([])
    hint(seen)
    await tick()
    expect(landings(container)).toEqual(['b1'])
    seen.say.main?.run()
    expect(sent).toEqual(['d1>b1'])
    expect(rate).toHaveBeenCalledOnce()
  })

  it('are forgotten with the next moment', async () => {
    const { seen, container, rerender } = table(middle, { rate: () => {}, undo: null, redo: null, rated })
    hint(seen)
    await tick()
    const after = jumped(MIDDLE, { start: 8, over: 9, end: 10 })
    await rerender({ picture: picture(after), choices: choices(after), rated: null })
    expect(seen.say.bold).toBe('Choose a pyramid to hop.')
    expect(find(container, '[data-hint]')).toHaveLength(0)
  })

  it('stand on the squares when asked for, by sign and not by colour alone', async () => {
    const tableState = preferences({ ratings: true })
    const { container, square } = table(middle, { rated, log: [], tableState })
    const marks = () =>
      find(container, '[data-rating]').map((each) => [each.getAttribute('data-rating'), each.textContent?.trim()])
    expect(marks()).toContainEqual(['keeps', ''])
    expect(marks()).toContainEqual(['costs', '+4'])
    await fireEvent.click(square('d1'))
    expect(marks()).toEqual([
      ['keeps', ''],
      ['costs', '+2'],
    ])
    expect(square('d1').getAttribute('aria-label')).toContain('b1 (still perfect) or b3 (costs 2)')
  })

  it('are not shown of another moment, nor unasked', () => {
    const tableState = preferences({ ratings: true })
    const stale = table(middle, { rated, log: [row('a1>c1', { n: 1 })], tableState })
    expect(find(stale.container, '[data-rating]')).toHaveLength(0)
    stale.unmount()
    expect(find(table(middle, { rated, log: [] }).container, '[data-rating]')).toHaveLength(0)
  })

  it('points at an action hinted by the table', () => {
    const { container, seen } = table(middle, { hinted: 'a3>c3' })
    expect(find(container, '[data-hint="a3"]')).toHaveLength(1)
    expect(seen.say.main?.label).toBe('Hop a3>c3')
  })
})
