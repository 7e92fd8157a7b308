/** Where stepping through a review stops. */
import { describe, expect, it } from 'vitest'
import { beyond, drawOf, indexOf, indexOfTurn, momentsOf } from '../../src/review/moments'
import { lines } from '../../src/table/move_list'
import { LOG, moments, review, step, STEPS } from './scenes'
import { row } from '../table/scenes'

describe('the moments of a match', () => {
  it('are the start, each draw with its choice, and the end from outside', () => {
    expect(moments().map(({ from, at, end, board }) => [from, at, end, board])).toEqual([
      [0, 0, 0, 0],
      [0, 2, 2, 1],
      [2, 4, 4, 3],
      [4, 5, 5, 5],
      [5, 7, 7, 6],
      [7, 8, 8, 8],
    ])
  })

  it('have the values before, after the draws, and after the choice', () => {
    const [, first, second] = moments()
    expect([first?.before, first?.moved, first?.after]).toEqual([
      [5000, 5000],
      [6600, 3400],
      [5300, 4700],
    ])
    expect(second?.moved).toEqual([5300, 4700])
    expect(second?.after).toEqual([5500, 4500])
  })

  it('lead from one to the next without a gap', () => {
    const all = moments()
    for (const [i, moment] of all.entries()) {
      if (i === 0) continue
      expect(moment.from).toBe(all[i - 1]?.end)
      expect(moment.before).toEqual(all[i - 1]?.after)
    }
    expect(all.at(-1)?.after).toEqual([10_000, 0])
  })

  it('are one for each choice, also where a line of the log tells of several', () => {
    const log = [
      { ...row(1, -1, 'throw 6'), seat: 0 },
      row(2, 0, '1-7'),
      { ...row(3, -1, 'throw 1'), seat: 0 },
      row(4, 0, '7-8'),
    ]
    const joined = [{ turn: 1, seat: 0, n: 4, from: 0, text: '', note: '', clause: '', words: '', rows: log }]
    const steps = STEPS.slice(0, 4).map((one) => ({ ...one, by: one.by < 0 ? -1 : 0 }))
    const found = momentsOf(review({ steps }), joined, log)
    expect(found.map(({ from, at, end }) => [from, at, end])).toEqual([
      [0, 0, 0],
      [0, 2, 2],
      [2, 4, 4],
    ])
    expect(found[1]?.rows.map(({ n }) => n)).toEqual([1, 2])
    expect(found[2]?.rows.map(({ n }) => n)).toEqual([3, 4])
  })

  it('leave out what was taken back: its rows stand where others stood', () => {
    const log = [...LOG.slice(0, 2), { ...row(1, 0, 'undo') }, { ...row(2, 0, '26-29') }, ...LOG.slice(2)]
    expect(momentsOf(review(), lines(log), log)).toHaveLength(moments().length)
  })

  it('join what has no line of its own to the line after it', () => {
    const small = (one: { text: string }) => one.text === '26-29'
    const steps = STEPS.map((one, i) => (i === 1 ? { ...one, choice: null, chosen: [0, 0] } : one))
    const found = momentsOf(review({ steps }), lines(LOG, small), LOG)
    expect(found[1]?.end).toBe(1)
    expect([found[2]?.from, found[2]?.end]).toEqual([1, 4])
  })
})

describe('stepping', () => {
  it('finds the moment of a step, and the last one for any step beyond', () => {
    const all = moments()
    expect([0, 1, 2, 3, 5, 7, 8, 99].map((n) => indexOf(all, n))).toEqual([0, 1, 1, 2, 3, 4, 5, 5])
  })

  it('finds the moment of a turning point: of its choice, or of the last draw of its run', () => {
    expect(review().turns.map((turn) => indexOfTurn(moments(), turn))).toEqual([1, 4, 5])
  })

  it('goes to the next turning point on either side, and stays where there is none', () => {
    const turns = [1, 4, 5]
    expect([0, 1, 2, 5].map((index) => beyond(turns, index, 1))).toEqual([1, 4, 4, 5])
    expect([0, 1, 2, 5].map((index) => beyond(turns, index, -1))).toEqual([0, 1, 1, 4])
    expect(beyond([], 3, 1)).toBe(3)
  })

  it('tells the figure of a draw, where there is one draw and it is a number', () => {
    expect(moments().map((moment) => drawOf(moment, STEPS))).toEqual(['', '3', '2', '5', '6', ''])
    const two = [step(-1, 'chance', 'throw 3', {}), step(-1, 'chance', 'throw 4', {})]
    const [, both] = momentsOf(review({ steps: two }), [], [])
    expect(both && drawOf(both, two)).toBe('')
  })
})
