/** The review on its page: waiting, stepping, whom it is told to, and what is never in its folder. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { flushSync } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { said } from '../../src/lib/announce.svelte'
import { ReviewRun } from '../../src/review/run.svelte'
import { TableStore } from '../../src/table/store.svelte'
import { LOG, review } from './scenes'
import { now, seat, table } from '../table/scenes'

let answers: { status: number; body: unknown }[]
let asked: string[]
let room: TableStore
let run: ReviewRun

const words = () => said.map((one) => one.text)

/** A run whose server answers these, one after the other. */
function open(at: number | null = null, yours = [0]): ReviewRun {
  room = new TableStore('lotus')
  room.table = table({ status: 'over', seats: [seat('Iset', { you: yours.includes(0) }), seat('Nebet')] })
  room.yours = yours
  room.log = LOG
  room.confirmed = now({ n: 7, ending: { places: [1, 2], winners: [0], points: [], reason: 'seat 2 resigned' } })
  run = new ReviewRun(room, at, () => 'throw')
  return run
}

const told = (of = review()) => ({ status: 200, body: { done: 8, of: 8, review: of } })
const going = (done: number) => ({ status: 200, body: { done, of: 8, review: null } })

beforeEach(() => {
  vi.useFakeTimers()
  said.length = 0
  asked = []
  answers = []
  vi.stubGlobal('fetch', (path: string) => {
    asked.push(path)
    const { status, body } = answers.shift() ?? told()
    return Promise.resolve(new Response(JSON.stringify(body), { status }))
  })
  history.replaceState(null, '', '/t/lotus/review')
})

afterEach(() => {
  run.close()
  room.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('waiting for a review', () => {
  it('asks about once a second, tells how far it is, and stops when it is there', async () => {
    answers = [going(0), going(5), told()]
    open()
    await run.ask()
    expect([run.done, run.of, run.review]).toEqual([0, 8, null])
    await vi.advanceTimersByTimeAsync(1000)
    expect(run.done).toBe(5)
    await vi.advanceTimersByTimeAsync(1000)
    expect(run.review?.steps).toHaveLength(8)
    await vi.advanceTimersByTimeAsync(5000)
    expect(asked).toEqual(Array(3).fill('/api/tables/lotus/review'))
  })

  it('stops when the page is left', async () => {
    answers = [going(1), going(2)]
    await open().ask()
    run.close()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked).toHaveLength(1)
  })

  it('says why there is none, and asks no more', async () => {
    answers = [{ status: 409, body: { sentence: 'Review opens when the match is over.', clause: '' } }]
    await open().ask()
    expect(run.refused).toBe('Review opens when the match is over.')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(asked).toHaveLength(1)
  })

  it('tries again where the server is busy, a little later', async () => {
    answers = [{ status: 429, body: { sentence: 'Too many calls.', clause: '' } }, told()]
    await open().ask()
    expect([run.waits, run.refused]).toEqual(['Too many calls.', ''])
    await vi.advanceTimersByTimeAsync(4000)
    expect([run.waits, run.review !== null]).toEqual(['', true])
  })
})

describe('stepping through a review', () => {
  it('begins at the first turning point, or at the moment of the address', async () => {
    await open().ask()
    expect(run.index).toBe(1)
    await open(6).ask()
    expect([run.index, run.moment?.at]).toEqual([4, 7])
    await open(0).ask()
    expect(run.index).toBe(0)
    await open(99).ask()
    expect(run.index).toBe(5)
  })

  it('goes by one, by turning points, and no further than the ends', async () => {
    await open(0).ask()
    run.by(-1)
    expect(run.index).toBe(0)
    run.byTurn(1)
    run.byTurn(1)
    expect([run.index, run.turn]).toEqual([4, 1])
    run.by(-1)
    expect([run.index, run.turn]).toEqual([3, -1])
    run.goTo(99)
    run.by(1)
    expect(run.index).toBe(5)
  })

  it('is spoken once it rests, and the address follows', async () => {
    await open(0).ask()
    said.length = 0
    run.by(1)
    run.by(1)
    vi.advanceTimersByTime(300)
    expect(location.search).toBe('?at=4')
    vi.advanceTimersByTime(300)
    expect(words()).toEqual([
      'Throw 2. Nebet throws 2, moves from 1 to 3. Better: moves from 18 to 21 and swaps. 45 instead of 47 percent.',
    ])
    expect(run.path).toBe('/t/lotus/review?at=4')
  })

  it('leaves the address of another page alone', async () => {
    await open(0).ask()
    run.by(1)
    history.replaceState(null, '', '/t/lotus')
    vi.advanceTimersByTime(1000)
    expect(location.pathname + location.search).toBe('/t/lotus')
  })

  it('shows the better move until it is left out, and again at the next moment', async () => {
    await open().ask()
    expect(run.better).toBe(true)
    run.toggleBetter()
    expect([run.better, words().at(-1)]).toEqual([false, 'As it stood.'])
    run.toggleBetter()
    expect(words().at(-1)).toBe('Better: moves from 18 to 21 and swaps.')
    run.toggleBetter()
    run.by(1)
    expect(run.better).toBe(true)
  })
})

describe('whom it is told to', () => {
  it('is the player; of onlookers and of several at one device, whom they choose', async () => {
    await open().ask()
    expect(run.to).toEqual({ names: ['Iset', 'Nebet'], seat: 0, you: true })
    for (const yours of [[], [0, 1]]) {
      await open(null, yours).ask()
      expect([run.seat, run.to.you]).toEqual([0, false])
      run.tell(1)
      flushSync()
      expect([run.seat, run.to.you]).toEqual([1, false])
    }
  })
})

describe('the folder of the review', () => {
  it('names no game: their words come from their own clients and from the server', () => {
    const folder = join(import.meta.dirname, '../../src/review')
    const games = readdirSync(join(folder, '../games'), { withFileTypes: true }).filter((one) => one.isDirectory())
    const text = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
    expect(games.length).toBeGreaterThanOrEqual(5)
    for (const { name } of games) expect(text.filter((one) => new RegExp(`\\b${name}\\b`, 'i').test(one))).toEqual([])
  })
})
