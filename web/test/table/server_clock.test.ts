import { describe, expect, it } from 'vitest'
import { ServerClock } from '../../src/table/server_clock'

describe('the server clock', () => {
  it('knows no more than the last message before the first pong', () => {
    const watch = new ServerClock()
    expect(watch.time(500)).toBe(0)
    watch.heard(1000, 500)
    expect(watch.time(700)).toBe(1200)
    expect(watch.doubt).toBe(Infinity)
  })

  it('is off by half the shortest round trip at most, however late other messages came', () => {
    // Match time is own time plus 10 000.
    const watch = new ServerClock()
    watch.heard(10_000, 300) // took 300
    watch.answered(1000, 11_400, 1600) // 400 there, 200 back
    expect(watch.doubt).toBe(300)
    expect(Math.abs(watch.time(2000) - 12_000)).toBeLessThanOrEqual(300)
    watch.answered(2000, 12_040, 2100) // 40 there, 60 back
    expect(watch.doubt).toBe(50)
    expect(Math.abs(watch.time(3000) - 13_000)).toBeLessThanOrEqual(50)
    watch.answered(3000, 13_900, 5000) // a slow one adds no doubt
    expect(watch.doubt).toBe(50)
  })

  it('measures again when the clocks have drifted apart', () => {
    const watch = new ServerClock()
    watch.answered(1000, 11_010, 1020)
    watch.heard(20_500, 9000) // half a second more than can be
    expect(watch.time(9000)).toBe(20_500)
    expect(watch.doubt).toBe(Infinity)
    watch.answered(9100, 20_610, 9120)
    expect(watch.doubt).toBeLessThan(20)
  })

  it('forgets when match time did not run', () => {
    const watch = new ServerClock()
    watch.answered(1000, 11_010, 1020)
    watch.reset()
    expect(watch.time(1100)).toBe(0)
    watch.heard(0, 60_000)
    expect(watch.time(60_250)).toBe(250)
  })

  it('pings often at first and seldom later', () => {
    const watch = new ServerClock()
    const asked: number[] = []
    for (let now = 0; now <= 30_000; now += 100)
      if (watch.due(now)) {
        asked.push(now)
        watch.answered(now, now + 10, now + 20)
      }
    expect(asked.slice(0, 4)).toEqual([0, 400, 800, 1200])
    expect(asked.slice(4)).toEqual([11_200, 21_200])
  })
})
