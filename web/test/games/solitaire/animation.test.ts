import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { frameOf } from '../../../src/games/solitaire/geometry'
import { arc, flight, grounded, journey, leaving, momentOf } from '../../../src/games/solitaire/animation'
import {
  eventsIn,
  fall,
  firstOf,
  hopsOf,
  lastHop,
  middle,
  readHop,
  sandSince,
  sounds,
  takenBy,
} from '../../../src/games/solitaire/moves'
import { board, jumped, jumps, nests, picture, row, walk } from './scenes'

const sizes = fc.constantFrom<[number, number]>([3, 4], [1, 7], [4, 5], [3, 3], [2, 6], [8, 8])
const walks = fc
  .tuple(sizes, fc.array(fc.nat(997), { minLength: 1, maxLength: 40 }))
  .map(([[ranks, files], picks]) => ({ ranks, files, ...walk(ranks, files, picks) }))

describe('the journey between two pictures', () => {
  it('is the hop that led from one to the next, and back again when it is taken back', () => {
    fc.assert(
      fc.property(walks, ({ ranks, files, stages }) => {
        const frame = frameOf(ranks, files)
        for (let i = 1; i < stages.length; i++) {
          const [before, after] = [stages[i - 1] as string[], stages[i] as string[]]
          const trip = journey(before, after, frame)
          expect(trip && jumped(before, trip)).toEqual(after)
          expect(trip?.size).toBe(before[trip?.start ?? 0]?.at(-1))
          expect(trip?.taken).toBe(before[trip?.over ?? 0]?.at(-1))
          expect(journey(after, before, frame)).toEqual({ ...trip, back: true })
        }
      }),
      { numRuns: 60 },
    )
  })

  it('is none where several hops lie between, or nothing changed', () => {
    const frame = frameOf(3, 4)
    const { stages } = walk(3, 4, [0, 5, 3])
    expect(journey(stages[0] as string[], stages[2] as string[], frame)).toBeNull()
    expect(journey(stages[1] as string[], stages[1] as string[], frame)).toBeNull()
    expect(journey(nests(3, 4), nests(4, 5), frame)).toBeNull()
  })

  it('flies from where the pyramid stood to where it stands, in a low arc', () => {
    const frame = frameOf(3, 4)
    const before = nests(3, 4)
    const after = jumped(before, { start: 0, over: 1, end: 2 })
    const way = flight(frame, journey(before, after, frame)!, before, after)
    expect([way.from, way.to, way.left]).toEqual([
      [95, 470],
      [415, 461],
      [255, 470],
    ])
    const frames = arc(way)
    expect(frames[0]?.transform).toBe('translate(-320.00px, 9.00px)')
    expect(frames.at(-1)?.transform).toBe('translate(0.00px, 0.00px)')
    const highest = Math.min(...frames.map((each) => Number(/, (.*)px\)/.exec(String(each.transform))?.[1])))
    expect(highest).toBeLessThan(-30)
    expect(highest).toBeGreaterThan(-60)
    const back = flight(frame, journey(after, before, frame)!, after, before)
    expect([back.from, back.to]).toEqual([way.to, way.from])
  })

  it('leaves out of the ground what is in the air or has yet to come back', () => {
    const frame = frameOf(3, 4)
    const before = nests(3, 4)
    const after = jumped(before, { start: 0, over: 1, end: 2 })
    const there = flight(frame, journey(before, after, frame)!, before, after)
    expect(grounded(after, there)).toEqual(after.map((stack, square) => (square === 2 ? 'SML' : stack)))
    const back = flight(frame, journey(after, before, frame)!, after, before)
    expect(grounded(before, back).slice(0, 3)).toEqual(['SM', 'SM', 'SML'])
  })

  it('fades what was taken, or brings it back', () => {
    expect(leaving(false).map((frame) => frame.opacity)).toEqual([1, 1, 0])
    expect(leaving(true).map((frame) => [frame.opacity, frame.offset])).toEqual([
      [0, 0],
      [1, 0.6],
      [1, 1],
    ])
  })

  it('knows a repeated picture of one moment', () => {
    const one = board(nests(1, 3), 1, 3)
    expect(momentOf(one, 'running')).toBe(momentOf({ ...one }, 'running'))
    expect(momentOf(one, 'running')).not.toBe(momentOf(one, 'over'))
  })
})

describe('hops as rows tell them', () => {
  it('are read from notation, and nothing else is', () => {
    expect(readHop('a1>c3')).toEqual({ start: 'a1', end: 'c3' })
    for (const text of ['done', 'start', 'undo', 'sand 60', 'a1-c3', 'i1>k1', 'a0>a2', 'a1>c3 '])
      expect(readHop(text)).toBeNull()
    expect(middle({ start: 'a1', end: 'c3' })).toBe('b2')
    expect(middle({ start: 'a1', end: 'b3' })).toBe('')
  })

  it('tell what they took, by words or by note', () => {
    expect(takenBy(row('a1>c1', { words: 'hops from a1 over b1 to c1 and takes a large', note: 'end' }))).toBe('L')
    expect(takenBy(row('a1>c1', { note: '-2' }))).toBe('M')
    expect(takenBy(row('start', { note: 'start' }))).toBeNull()
  })

  it('lead back to the first position, and down from its pips to those left', () => {
    fc.assert(
      fc.property(walks, ({ ranks, files, stages, rows }) => {
        const now = picture(stages.at(-1) as string[], { ranks, files })
        expect(firstOf(rows, now)).toEqual(nests(ranks, files))
        const pips = fall(rows, now, 0)
        expect(pips).toHaveLength(rows.length + 1)
        expect([pips[0], pips.at(-1)]).toEqual([6 * ranks * files, now.boards[0]?.score])
        expect(eventsIn(rows)).toBe(rows.length)
      }),
      { numRuns: 60 },
    )
  })

  it('lead back to any other first position too', () => {
    const first = ['SM', 'L', 'S', '']
    const [hop] = jumps(first, 1, 4)
    const after = jumped(first, hop!)
    const rows = [row('b1>d1', { note: '-1' })]
    expect(firstOf(rows, picture(after, { ranks: 1, files: 4 }))).toEqual(first)
  })

  it('belong to a seat in Quicksand and to the game at play in King Tut', () => {
    const rows = [
      row('start'),
      row('a1>c1', { seat: 0 }),
      row('done'),
      row('start', { seat: 1 }),
      row('d1>b1', { seat: 1 }),
    ]
    const tut = picture(nests(3, 4), { mode: 'king-tut', seat: 1 })
    expect(lastHop(rows, tut, 0)).toEqual({ start: 'd1', end: 'b1' })
    expect(lastHop(rows.slice(0, 4), tut, 0)).toBeNull()
    expect(lastHop(rows, { ...tut, phase: 'ready' }, 0)).toBeNull()
    const clock = row('time', { by: -4, note: 'clock', seat: 1 })
    expect(lastHop([...rows, clock], tut, 0)).toBeNull()
    const sandy = picture(nests(3, 4), { mode: 'quicksand' })
    expect(hopsOf(rows, sandy, 0).map((each) => each.text)).toEqual(['a1>c1'])
    expect(lastHop(rows, sandy, 1)).toEqual({ start: 'd1', end: 'b1' })
  })

  it('begin when the sand does', () => {
    expect(sandSince([])).toBeNull()
    const started = [row('start', { at: 100 }), row('start', { at: 900, seat: 1 })]
    expect(sandSince([...started, row('a1>c1', { at: 2000 })])).toBe(900)
    expect(sandSince([row('start', { at: 100 }), row('time', { at: 20_100, by: -4, note: 'sand' })])).toBe(20_100)
  })

  it('sound like wood; the bell rings', () => {
    expect(sounds(row('a1>c1', { note: '-1' }))).toEqual(['land'])
    expect(sounds(row('time', { by: -4, note: 'bell' }))).toEqual(['jewel'])
    expect(sounds(row('start'))).toEqual(['step'])
    expect(sounds(row('undo'))).toEqual([])
  })
})
