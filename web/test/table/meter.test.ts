import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { said } from '../../src/lib/announce.svelte'
import Meter from '../../src/table/meter/Meter.svelte'
import { TableMeter } from '../../src/table/meter/meter.svelte'
import { aloneText, errorText, figureText, percents } from '../../src/table/meter/words'
import { TableStore } from '../../src/table/store.svelte'
import type { Metered, Table } from '../../src/wire/messages'
import { FakeSocket } from './fake_socket'
import { now as moment, seat, table } from './scenes'

const metered = (id: string, values: number[], more: Partial<Metered> = {}): Metered & { type: 'metered' } => ({
  type: 'metered',
  id,
  n: 0,
  unit: 'chance',
  values,
  label: 'estimated',
  error: 600,
  ...more,
})

describe('figures of a meter', () => {
  it('are whole percents that add up to a hundred', () => {
    expect(percents([3333, 3333, 3334])).toEqual([33, 33, 34])
    expect(percents([6249, 3751])).toEqual([62, 38])
    expect(percents([10_000, 0])).toEqual([100, 0])
  })

  it('say how exact they are where they are estimated', () => {
    expect(errorText(metered('a', [6200, 3800]))).toBe('±6\u00a0%')
    expect(errorText(metered('a', [-1], { unit: 'pips', label: 'exact', error: 0 }))).toBe('')
    expect(figureText(metered('a', [6200, 3800]), 1)).toBe('38\u00a0%')
  })

  it('tell somebody who plays alone what can still be reached', () => {
    const alone = (value: number, more: Partial<Metered>) => aloneText(metered('a', [value], more))
    expect(alone(-1, { unit: 'pips', label: 'exact' })).toBe('At best 1 pip left')
    expect(alone(-5, { unit: 'pips', label: 'bounded' })).toBe('At best 5 pips left, as far as was found')
    expect(alone(0, { label: 'exact' })).toBe('Out of reach as it stands')
    expect(alone(10_000, { label: 'exact' })).toBe('Within reach as it stands')
  })
})

describe('the questions of a meter', () => {
  it('come one at a time, and only about the newest position', () => {
    const send = vi.fn(() => `q${send.mock.calls.length}`)
    const meter = new TableMeter(send)
    for (const n of [1, 2, 3]) meter.moved(n)
    expect(send).toHaveBeenCalledTimes(1)
    expect(meter.answered('q1')).toBe(true)
    expect(send).toHaveBeenCalledTimes(2)
    meter.heard(metered('q1', [1, 9999]))
    expect(meter.shown).toBeNull()
    meter.heard(metered('q2', [6200, 3800]))
    expect(meter.shown?.values).toEqual([6200, 3800])
    expect(send).toHaveBeenCalledTimes(2)
    expect(meter.answered('q2')).toBe(false)
  })

  it('lose the figures of a position that was taken back', () => {
    const send = vi.fn(() => `q${send.mock.calls.length}`)
    const meter = new TableMeter(send)
    meter.moved(5)
    meter.moved(4)
    meter.heard(metered('q1', [9000, 1000]))
    expect(meter.shown).toBeNull()
    meter.heard(metered('q2', [5000, 5000]))
    expect(meter.shown?.values).toEqual([5000, 5000])
  })
})

let room: TableStore

describe('a meter at a table', () => {
  beforeEach(() => {
    vi.stubGlobal('WebSocket', FakeSocket)
    said.length = 0
    room = new TableStore('lotus')
    room.open()
  })
  afterEach(() => {
    room.close()
    vi.unstubAllGlobals()
    document.body.replaceChildren()
  })

  const bot = { ...seat('Scribe'), kind: 'bot' as const, level: 'scribe' }
  const welcome = (changes: Partial<Table>) => {
    FakeSocket.last.onopen?.()
    const seats = [seat('Iset', { you: true }), bot]
    FakeSocket.last.says({
      type: 'welcome',
      table: table({ status: 'playing', meter: true, seats, ...changes }),
      yours: [0],
      log: [],
      now: moment({ n: 0 }),
      talk: [],
    })
  }

  it('is offered against bots where the server allows it, and never against people', () => {
    welcome({})
    expect(room.tutor.metered).toBe(true)
    welcome({ meter: false })
    expect(room.tutor.metered).toBe(false)
    welcome({ seats: [seat('Iset', { you: true }), seat('Nebet')] })
    expect(room.tutor.metered).toBe(false)
  })

  it('asks, shows words and figures, and says nothing aloud; a refusal is not told in the dock', () => {
    welcome({})
    const shown = mount(Meter, { target: document.body, props: { room, client: null } })
    flushSync()
    const question = FakeSocket.last.sent.findLast((one) => one.type === 'meter')
    expect(question).toMatchObject({ type: 'meter', seat: 0 })
    FakeSocket.last.says(metered(String(question?.id), [6200, 3800]))
    flushSync()
    const group = document.querySelector('[role="group"]')
    expect(group?.getAttribute('aria-label')).toBe('How it stands')
    expect(group?.textContent?.replace(/\s+/g, ' ')).toContain('You 62 %')
    expect(group?.textContent?.replace(/\s+/g, ' ')).toContain('Scribe 38 % about ±6 %')
    expect(said).toEqual([])
    FakeSocket.last.says({ type: 'news', kept: 0, rows: [], now: moment({ n: 1 }), same: false })
    flushSync()
    const next = FakeSocket.last.sent.findLast((one) => one.type === 'meter')
    expect(next?.id).not.toBe(question?.id)
    FakeSocket.last.says({ type: 'refused', id: next?.id, clause: 'table', sentence: 'Not now.', now: null })
    flushSync()
    expect(room.refused).toBeNull()
    expect(group?.textContent).not.toContain('62')
    void unmount(shown)
  })
})
