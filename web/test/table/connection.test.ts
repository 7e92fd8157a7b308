import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  freshId,
  freshSeed,
  TableConnection,
  QUIET,
  SILENCE,
  WAITS,
  WAKING,
  type ConnectionState,
  type Wire,
} from '../../src/table/connection'
import type { FromServer } from '../../src/wire/messages'

/** A socket whose other end is the test. */
class FakeWire implements Wire {
  onopen: Wire['onopen'] = null
  onclose: Wire['onclose'] = null
  onmessage: Wire['onmessage'] = null
  onerror: Wire['onerror'] = null
  sent: { type: string; id?: string }[] = []
  closed = false

  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {
    this.closed = true
  }
  opens() {
    this.onopen?.(new Event('open'))
  }
  says(message: object) {
    this.onmessage?.(new MessageEvent('message', { data: JSON.stringify(message) }))
  }
  breaks(code = 1006) {
    this.onclose?.({ code } as CloseEvent)
  }
  welcomes() {
    this.opens()
    this.says({ type: 'welcome' })
  }
}

let wires: FakeWire[]
let heard: FromServer[]
let states: ConnectionState[]
let line: TableConnection

const wire = (): FakeWire => wires.at(-1) as FakeWire
const types = (of: FakeWire) => of.sent.map((message) => message.type)

beforeEach(() => {
  vi.useFakeTimers()
  wires = []
  heard = []
  states = []
  line = new TableConnection({
    url: 'ws://here/ws',
    hello: () => ({ type: 'hello', table: 'lotus', token: 'secret' }),
    hear: (message) => heard.push(message),
    change: (state) => states.push(state),
    refused: (code) => code === 4404,
    make: () => {
      wires.push(new FakeWire())
      return wire()
    },
    now: () => Date.now(),
  })
  line.open()
})

afterEach(() => {
  line.close()
  vi.useRealTimers()
})

describe('a connection', () => {
  it('is lost at once when the browser has no network, and opens when it has one again', () => {
    wire().welcomes()
    line.lost()
    expect(states.at(-1)?.kind).toBe('dropped')
    expect(wire().closed).toBe(true)
    line.tryNow()
    expect(wires).toHaveLength(2)
  })

  it('says hello first and is open once it is welcomed', () => {
    wire().opens()
    expect(wire().sent).toEqual([{ type: 'hello', table: 'lotus', token: 'secret' }])
    expect(states.at(-1)?.kind).toBe('opening')
    wire().says({ type: 'welcome' })
    expect(states.at(-1)?.kind).toBe('open')
    expect(heard).toHaveLength(1)
  })

  it('keeps a message said before the welcome and sends it afterwards', () => {
    wire().opens()
    line.send({ type: 'go', id: 'a' })
    expect(types(wire())).toEqual(['hello'])
    wire().says({ type: 'welcome' })
    expect(types(wire())).toEqual(['hello', 'go'])
  })

  it('sends unanswered messages again, in order and with the same ids, after a reconnection', () => {
    wire().welcomes()
    line.send({ type: 'act', id: 'a', seat: 0, action: '2-5' })
    line.send({ type: 'go', id: 'b' })
    wire().breaks()
    vi.advanceTimersByTime((WAITS[0] ?? 0) * 1000)
    expect(wires).toHaveLength(2)
    wire().welcomes()
    expect(wire().sent.slice(1)).toEqual([
      { type: 'act', id: 'a', seat: 0, action: '2-5' },
      { type: 'go', id: 'b' },
    ])
  })

  it.each([
    ['done', { type: 'done', id: 'a' }],
    ['refused', { type: 'refused', id: 'a', clause: '5.1', sentence: 'No.', now: null }],
    ['hinted', { type: 'hinted', id: 'a', action: '2-5', sentence: 'This.' }],
    ['rated', { type: 'rated', id: 'a', n: 3, best: 1, exact: true, costs: {}, sentence: 'Good.' }],
  ])('does not send again what was answered with %s', (_, answer) => {
    wire().welcomes()
    line.send({ type: 'hint', id: 'a', seat: 0 })
    expect(line.waits('a')).toBe(true)
    wire().says(answer)
    expect(line.waits('a')).toBe(false)
    wire().breaks()
    vi.advanceTimersByTime(1000)
    wire().welcomes()
    expect(types(wire())).toEqual(['hello'])
  })

  it('does not keep what has no id', () => {
    expect(line.tell({ type: 'look', n: 3 })).toBe(false)
    wire().welcomes()
    expect(line.tell({ type: 'look', n: 3 })).toBe(true)
    wire().breaks()
    vi.advanceTimersByTime(1000)
    wire().welcomes()
    expect(types(wire())).toEqual(['hello'])
  })

  it('waits longer after each failure and starts over after a welcome', () => {
    for (const wait of [...WAITS, WAITS.at(-1) ?? 0]) {
      wire().breaks()
      const state = states.at(-1)
      expect(state?.kind === 'dropped' && state.until - Date.now()).toBe(wait * 1000)
      vi.advanceTimersByTime(wait * 1000 - 1)
      const before = wires.length
      vi.advanceTimersByTime(1)
      expect(wires).toHaveLength(before + 1)
    }
    wire().welcomes()
    wire().breaks()
    const state = states.at(-1)
    expect(state?.kind === 'dropped' && state.until - Date.now()).toBe((WAITS[0] ?? 0) * 1000)
  })

  it('tries at once when asked, and only once', () => {
    wire().welcomes()
    wire().breaks()
    line.tryNow()
    line.tryNow()
    expect(wires).toHaveLength(2)
    vi.advanceTimersByTime(60_000)
    expect(wires.filter((one) => !one.closed).length).toBeGreaterThan(0)
  })

  it('does not open twice while it stands', () => {
    wire().welcomes()
    line.tryNow()
    expect(wires).toHaveLength(1)
  })

  it('pings after a quiet while, and drops a connection that does not answer', () => {
    wire().welcomes()
    vi.advanceTimersByTime(QUIET)
    expect(types(wire())).toEqual(['hello', 'ping'])
    vi.advanceTimersByTime(SILENCE)
    expect(wire().closed).toBe(true)
    expect(states.at(-1)?.kind).toBe('dropped')
  })

  it('pings after the computer slept, and soon drops a dead connection', () => {
    wire().welcomes()
    line.wake()
    expect(types(wire())).toEqual(['hello', 'ping'])
    wire().says({ type: 'pong' })
    vi.advanceTimersByTime(WAKING)
    expect(states.at(-1)?.kind).toBe('open')
    line.wake()
    vi.advanceTimersByTime(WAKING)
    expect(states.at(-1)?.kind).toBe('dropped')
    line.wake()
    expect(states.at(-1)?.kind).toBe('opening')
  })

  it('takes any message for a sign of life', () => {
    wire().welcomes()
    vi.advanceTimersByTime(QUIET)
    wire().says({ type: 'pong' })
    vi.advanceTimersByTime(QUIET - 1)
    expect(wire().closed).toBe(false)
    expect(states.at(-1)?.kind).toBe('open')
  })

  it('gives up a try that never answers', () => {
    vi.advanceTimersByTime(QUIET + SILENCE)
    expect(states.at(-1)?.kind).toBe('dropped')
  })

  it('stops for good when the server says that there is nothing to wait for', () => {
    wire().opens()
    wire().breaks(4404)
    expect(states.at(-1)?.kind).toBe('closed')
    vi.advanceTimersByTime(60_000)
    expect(wires).toHaveLength(1)
  })

  it('is silent after it was closed', () => {
    wire().welcomes()
    const first = wire()
    line.close()
    first.says({ type: 'pong' })
    first.breaks()
    vi.advanceTimersByTime(60_000)
    expect(wires).toHaveLength(1)
    expect(heard.map((message) => message.type)).toEqual(['welcome'])
  })

  it('ignores what is not JSON', () => {
    wire().welcomes()
    wire().onmessage?.(new MessageEvent('message', { data: '{' }))
    wire().says({ type: 'pong' })
    expect(heard.map((message) => message.type)).toEqual(['welcome', 'pong'])
  })
})

describe('ids and seeds', () => {
  it('are hexadecimal, of the right length and never alike', () => {
    const seeds = new Set(Array.from({ length: 200 }, freshSeed))
    expect(seeds.size).toBe(200)
    for (const seed of seeds) expect(seed).toMatch(/^[0-9a-f]{32}$/)
    expect(freshId()).toMatch(/^[0-9a-f]{24}$/)
  })
})
