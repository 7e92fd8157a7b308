import { fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import ReplayBar from '../../src/table/Replay.svelte'
import { said } from '../../src/lib/announce.svelte'
import { TableHistory } from '../../src/table/history.svelte'
import { Replay } from '../../src/table/replay.svelte'
import { routeOf, tablePath } from '../../src/app/router.svelte'
import { TableStore } from '../../src/table/store.svelte'
import type { Row } from '../../src/wire/messages'

const row = (n: number, seat: number, by: number, text: string): Row => ({
  n,
  at: n,
  seat,
  by,
  text,
  words: text,
  note: '',
  clause: '',
})

describe('the history of a match', () => {
  let asked: object[]
  let past: TableHistory
  beforeEach(() => {
    asked = []
    past = new TableHistory((message) => asked.push(message) > 0)
  })
  const frame = (n: number, many: number, eye: 'own' | 'open' = 'own') => {
    const [picture, ...more] = Array.from({ length: many }, (_, i) => `${eye} ${n + i}`)
    past.heard({ type: 'past', n, picture, more, eye }, 100)
  }

  it('is fetched by pages, with the next one before it is needed', () => {
    past.want(45, 100)
    expect(asked).toEqual([{ type: 'look', n: 32, many: 32, eye: 'own' }])
    past.want(46, 100)
    expect(asked).toHaveLength(1)
    frame(32, 32)
    past.want(60, 100)
    expect(asked.slice(1)).toEqual([{ type: 'look', n: 64, many: 32, eye: 'own' }])
    expect(past.at(60)).toBe('own 60')
  })

  it('is asked for again from where a full frame ended', () => {
    past.want(12, 100)
    frame(0, 5)
    expect(asked.at(-1)).toEqual({ type: 'look', n: 5, many: 27, eye: 'own' })
    expect(past.at(12)).toBe('own 4')
  })

  it('changes the perspective when its pictures and its log are here', () => {
    past.want(3, 100)
    frame(0, 32)
    past.choose('open', 3, 100)
    expect(past.wanted).toBe('open')
    expect(past.at(3)).toBe('own 3')
    frame(0, 32, 'open')
    expect(past.eye).toBe('own')
    past.heard({ type: 'log', eye: 'open', rows: [row(1, 0, 0, 'drop a1')] }, 100)
    expect(past.eye).toBe('open')
    expect(past.at(3)).toBe('open 3')
    expect(past.rows).toHaveLength(1)
    past.choose('own', 3, 100)
    expect([past.eye, past.at(3), past.rows]).toEqual(['own', 'own 3', null])
  })

  it('keeps its perspective when the server refuses the other', () => {
    past.choose(1, 0, 100)
    past.refused()
    expect([past.eye, past.wanted]).toEqual(['own', 'own'])
  })

  it('forgets with an undo what was taken back and what others saw', () => {
    past.choose('open', 3, 100)
    frame(0, 32, 'open')
    past.heard({ type: 'log', eye: 'open', rows: [] }, 100)
    past.forget(2)
    expect(past.eye).toBe('own')
    past.choose('open', 1, 1)
    expect(past.eye).toBe('own') // its log has to be sent again
  })
})

describe('an address', () => {
  it('tells the moment and the perspective, seats counted from 1', () => {
    expect(tablePath('lotus', 40, 1)).toBe('/t/lotus?at=40&as=2')
    expect(routeOf('/t/lotus', '?at=40&as=2')).toEqual({ page: 'table', code: 'lotus', at: 40, eye: 1 })
    expect(tablePath('lotus', null, 'open')).toBe('/t/lotus?as=open')
    expect(routeOf('/t/lotus', '?as=open')).toEqual({ page: 'table', code: 'lotus', eye: 'open' })
    expect(tablePath('lotus')).toBe('/t/lotus')
  })

  it('leads to the table even if its query is nonsense', () => {
    expect(routeOf('/t/lotus', '?at=-4&as=0')).toEqual({ page: 'table', code: 'lotus' })
    expect(routeOf('/t/lotus', '?at=1e9&as=nobody')).toEqual({ page: 'table', code: 'lotus' })
  })
})

describe('the bar', () => {
  let room: TableStore
  let replay: Replay
  beforeEach(() => {
    vi.useFakeTimers()
    said.length = 0
    room = new TableStore('lotus')
    room.log = [row(1, 0, -1, 'throws 2'), row(2, 0, 0, '4-6'), row(3, 1, -1, 'throws 3'), row(4, 1, 1, '1-4')]
    room.table = { seats: [{ name: 'Iset' }, { name: 'Nebet' }], brought: false } as never
    room.confirmed = {
      n: 4,
      at: 400,
      turn: -3,
      hand: null,
      picture: {},
      choices: [[], []],
      undo: [false, false],
      clocks: null,
      ending: { places: [1, 2], winners: [0], points: [1, 0], reason: 'all are home' },
      may: [],
      resign: [true, true],
      out: [false, false],
    }
    replay = new Replay(room, () => false)
  })
  afterEach(() => {
    replay.close()
    vi.useRealTimers()
  })

  it('has a slider that says where it stands', async () => {
    render(ReplayBar, { replay })
    const slider = screen.getByRole('slider', { name: 'Moment of the match' }) as HTMLInputElement
    expect([slider.max, slider.value]).toEqual(['2', '2'])
    await fireEvent.input(slider, { target: { value: '1' } })
    expect(room.looking).toBe(2)
    expect(slider.getAttribute('aria-valuetext')).toBe('move 1 of 2: Iset throws 2, 4-6')
    await fireEvent.input(slider, { target: { value: '0' } })
    expect(slider.getAttribute('aria-valuetext')).toBe('the start')
  })

  it('runs by itself from the start, at the speed asked for, and stops at the end', async () => {
    render(ReplayBar, { replay })
    replay.speed = 4
    await fireEvent.click(screen.getByRole('button', { name: 'Play' }))
    expect(room.looking).toBe(0)
    await vi.advanceTimersByTimeAsync(260)
    expect(room.looking).toBe(2)
    expect(screen.getByRole('button', { name: 'Pause' })).toBeTruthy()
    await vi.advanceTimersByTimeAsync(260)
    expect(room.looking).toBeNull()
    expect(screen.getByRole('button', { name: 'Play' })).toBeTruthy()
  })

  it('tells screen readers the last of several quick steps only', async () => {
    render(ReplayBar, { replay })
    const back = screen.getByRole('button', { name: 'One move back' })
    await fireEvent.click(back)
    await fireEvent.keyDown(back, { key: 'ArrowLeft' })
    await fireEvent.keyDown(back, { key: 'ArrowRight' })
    expect(said).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(600)
    expect(said.map((one) => one.text)).toEqual(['Move 1 of 2: Iset throws 2, 4-6.'])
  })

  it('shares what its owner saw by the number of the seat', () => {
    room.yours = [1]
    room.look(2)
    expect(replay.path).toBe('/t/lotus?at=2&as=2')
    room.yours = []
    expect(replay.path).toBe('/t/lotus?at=2')
  })
})
