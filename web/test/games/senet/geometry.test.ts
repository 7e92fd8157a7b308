import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  beside,
  centre,
  corner,
  exit,
  frameOf,
  OFF,
  place,
  rowsOf,
  squareAt,
  squareIn,
  type Point,
} from '../../../src/games/senet/geometry'
import { band, line, loop, turns } from '../../../src/games/senet/outline'
import { between, points, runs, targets, via, way } from '../../../src/games/senet/track'
import type { Heading } from '../../../src/ui/grid'
import { bounce, choice, middle, put, water } from './scenes'

const frame = fc.boolean().map(frameOf)
const square = fc.integer({ min: 1, max: 30 })
const numbers = (path: string) => [...path.matchAll(/-?\d+(?:\.\d+)?/g)].map((found) => Number(found[0]))

describe('the squares', () => {
  it('run left to right, right to left, left to right on a wide board', () => {
    const wide = frameOf(false)
    expect(rowsOf(wide)).toEqual([
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      [20, 19, 18, 17, 16, 15, 14, 13, 12, 11],
      [21, 22, 23, 24, 25, 26, 27, 28, 29, 30],
    ])
    expect([wide.width, wide.height]).toEqual([804, 258])
    expect(centre(wide, 1)).toEqual([51, 51])
    expect(centre(wide, 20)).toEqual([51, 129])
  })

  it('run up, down and up on an upright board, from the bottom left to the top right', () => {
    const upright = frameOf(true)
    expect(rowsOf(upright)[9]).toEqual([1, 20, 21])
    expect(rowsOf(upright)[0]).toEqual([10, 11, 30])
    expect([upright.width, upright.height]).toEqual([176, 554])
  })

  it('are one step apart along the whole track, also round the corners', () => {
    fc.assert(
      fc.property(frame, fc.integer({ min: 1, max: 29 }), (board, n) => {
        const [[x, y], [nx, ny]] = [centre(board, n), centre(board, n + 1)]
        expect(Math.hypot(nx - x, ny - y)).toBeCloseTo(board.cell + board.gap)
      }),
    )
  })

  it('are found again by their column and row, and by any point on them', () => {
    fc.assert(
      fc.property(frame, square, fc.double({ min: 0, max: 1, noNaN: true }), (board, n, part) => {
        const [column, row] = place(board, n)
        expect(squareIn(board, column, row)).toBe(n)
        const [x, y] = corner(board, n)
        expect(squareAt(board, x + part * board.cell, y + part * board.cell)).toBe(n)
      }),
    )
  })

  it('lie inside the box and never over each other', () => {
    fc.assert(
      fc.property(frame, square, square, (board, a, b) => {
        const [x, y] = corner(board, a)
        expect(Math.min(x, y)).toBeGreaterThanOrEqual(board.rim)
        expect(x + board.cell).toBeLessThanOrEqual(board.width - board.rim)
        expect(y + board.cell).toBeLessThanOrEqual(board.height - board.rim)
        if (a === b) return
        const [ox, oy] = corner(board, b)
        expect(Math.abs(x - ox) >= board.cell || Math.abs(y - oy) >= board.cell).toBe(true)
      }),
    )
  })

  it('have the way out past 30: to the right on a wide board, upwards on an upright one', () => {
    const [wide, upright] = [frameOf(false), frameOf(true)]
    expect(exit(wide).x + exit(wide).width).toBeGreaterThan(wide.width)
    expect(exit(upright).y).toBeLessThan(0)
    expect(squareAt(wide, wide.width + 5, centre(wide, 30)[1])).toBe(OFF)
    expect(squareAt(upright, centre(upright, 30)[0], -5)).toBe(OFF)
    expect(squareAt(wide, wide.width + 5, centre(wide, 10)[1])).toBe(0)
    expect(squareAt(upright, -5, 40)).toBe(0)
  })
})

describe('the arrow keys', () => {
  it('lead back where they came from, unless they stopped at the edge', () => {
    const turn: Record<Heading, Heading> = { left: 'right', right: 'left', up: 'down', down: 'up' }
    fc.assert(
      fc.property(frame, square, fc.constantFrom<Heading>('left', 'right', 'up', 'down'), (board, n, heading) => {
        const next = beside(board, n, heading, false)
        expect(next === n || beside(board, next, turn[heading], false) === n).toBe(true)
      }),
    )
  })

  it('go past 30 only where there is a way out', () => {
    expect(beside(frameOf(false), 30, 'right', true)).toBe(OFF)
    expect(beside(frameOf(false), 30, 'right', false)).toBe(30)
    expect(beside(frameOf(true), 30, 'up', true)).toBe(OFF)
    expect(beside(frameOf(true), OFF, 'down', true)).toBe(30)
    expect(beside(frameOf(false), OFF, 'up', true)).toBe(OFF)
  })
})

describe('cartouches', () => {
  it('go round all neighbours of one side, also across the corners', () => {
    expect(runs(put([9, 10, 11, 26], [16, 17, 20, 21, 5]))).toEqual([
      { seat: 0, squares: [9, 10, 11] },
      { seat: 1, squares: [16, 17] },
      { seat: 1, squares: [20, 21] },
    ])
    expect(runs(put([1, 3, 5], [2, 4, 6]))).toEqual([])
  })

  it('hold exactly the neighbours, whatever stands on the board', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('x', 'o', '.'), { minLength: 30, maxLength: 30 }), (signs) => {
        const squares = signs.join('')
        const held = runs(squares).flatMap((run) => run.squares)
        const paired = signs.flatMap((sign, i) =>
          sign !== '.' && (signs[i - 1] === sign || signs[i + 1] === sign) ? [i + 1] : [],
        )
        expect(held).toEqual(paired)
      }),
    )
  })

  it('are a box round a straight run', () => {
    const board = frameOf(false)
    const [left, right] = [centre(board, 17)[0] - 34, centre(board, 16)[0] + 34]
    const [top, bottom] = [129 - 34, 129 + 34]
    const corners = band(points(board, [16, 17]), 34).map(([x, y]) => `${x} ${y}`)
    expect(new Set(corners)).toEqual(
      new Set([`${left} ${top}`, `${right} ${top}`, `${left} ${bottom}`, `${right} ${bottom}`]),
    )
  })

  it('are one loop round the bend', () => {
    for (const [upright, squares] of [
      [false, [9, 10, 11]],
      [true, [9, 10, 11]],
      [false, [19, 20, 21, 22]],
      [true, [20, 21]],
    ] as const) {
      const board = frameOf(upright)
      const path = loop(points(board, squares), board.cell / 2 - 2, 10)
      expect(path.match(/M/g)).toHaveLength(1)
      expect(path.endsWith('Z')).toBe(true)
      const bends = turns(points(board, squares)).length - 2
      expect(path.match(/Q/g)).toHaveLength(4 + 2 * bends)
    }
  })

  it('cover the area of their squares and the gaps between them, and no other square', () => {
    const area = (corners: readonly Point[]) =>
      Math.abs(
        corners.reduce((sum, [x, y], i) => {
          const [nx, ny] = corners[(i + 1) % corners.length] as Point
          return sum + (x * ny - nx * y) / 2
        }, 0),
      )
    fc.assert(
      fc.property(frame, fc.integer({ min: 1, max: 24 }), fc.integer({ min: 2, max: 7 }), (board, first, length) => {
        const half = board.cell / 2 - 2
        const squares = between(first, Math.min(first + length - 1, 30))
        const step = board.cell + board.gap
        const whole = (2 * half) ** 2 + (squares.length - 1) * step * 2 * half
        expect(area(band(points(board, squares), half))).toBeCloseTo(whole)
      }),
    )
  })
})

describe('ways', () => {
  it('touch every square between, bounce included', () => {
    expect(via(20, 23, 3, false)).toEqual([20, 21, 22, 23])
    expect(via(22, 25, 4, true)).toEqual([22, 23, 24, 25, 26, 25])
    expect(via(20, 23, 6, true)).toEqual([20, 21, 22, 23, 24, 25, 26, 25, 24, 23])
    expect(via(14, 10, 4, false)).toEqual([14, 13, 12, 11, 10])
    expect(via(29, OFF, 6, false)).toEqual([29, 30, 31])
  })

  it('begin on the piece and end on its target, in both directions', () => {
    fc.assert(
      fc.property(frame, square, square, (board, from, to) => {
        fc.pre(from !== to)
        const path = numbers(way(board, choice('', from, to, { back: to < from }), Math.abs(to - from)).path)
        const [start, end] = [centre(board, from), centre(board, to)]
        expect(path.slice(0, 2)).toEqual([...start])
        expect(path.slice(-2)).toEqual([...end])
      }),
    )
  })

  it('turn once at each corner of the snake they pass', () => {
    const board = frameOf(false)
    expect(way(board, choice('', 20, 23), 3).path.match(/Q/g)).toHaveLength(1)
    expect(way(board, choice('', 12, 16), 4).path).not.toContain('Q')
    expect(line([], 4)).toBe('')
  })

  it('go on from the water to where the piece swims', () => {
    const [fall] = water.choices
    const board = frameOf(true)
    const swim = numbers(way(board, fall!, 3).swim)
    expect(swim.slice(0, 2)).toEqual([...centre(board, 27)])
    expect(swim.slice(-2)).toEqual([...centre(board, 15)])
    expect(way(board, middle.choices[0]!, 3).swim).toBe('')
  })

  it('reach into the safe square and come back when they bounce', () => {
    const stop = bounce.choices[1]!
    const wide = frameOf(false)
    const drawn = way(wide, stop, 4)
    const [x] = numbers(drawn.path).slice(-2)
    expect(x).toBeGreaterThan(corner(wide, 26)[0])
    expect(drawn.tip?.at[0]).toBe(centre(wide, 25)[0])
    const upright = way(frameOf(true), stop, 4)
    expect(upright.tip?.at[1]).toBe(centre(frameOf(true), 25)[1])
    expect(upright.turn).not.toBe('')
  })

  it('share a target where they end on the same square', () => {
    const two = [choice('28-off', 28, OFF, { kind: 'off' }), choice('29-off', 29, OFF, { kind: 'off' })]
    expect(targets([...two, choice('decline', 0, 0, { kind: 'decline' })])).toEqual([two[0]])
  })
})
