import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  beside,
  cellIn,
  centre,
  coil,
  corner,
  foot,
  frameOf,
  gridOf,
  queued,
  retiredAt,
  share,
  walls,
  way,
} from '../../../src/games/pyramydal/geometry'

const lines = fc.integer({ min: 1, max: 180 })

describe('the coil', () => {
  it('visits every place once, each next to the one before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 16 }), fc.integer({ min: 1, max: 16 }), (columns, rows) => {
        const path = coil(columns, rows)
        expect(new Set(path.map(String)).size).toBe(columns * rows)
        path.slice(1).forEach(([x, y], i) => {
          const [px, py] = path[i] as [number, number]
          expect(Math.abs(x - px) + Math.abs(y - py)).toBe(1)
        })
      }),
    )
  })

  it('has room for every line, lying and upright, with few spare cells', () => {
    fc.assert(
      fc.property(lines, fc.boolean(), (cells, upright) => {
        const [columns, rows] = gridOf(cells, upright)
        expect(columns * rows).toBeGreaterThanOrEqual(cells)
        expect(columns * rows - cells).toBeLessThan(columns)
      }),
    )
  })

  it('takes the shapes of the drawings', () => {
    expect(gridOf(60, false)).toEqual([10, 6])
    expect(gridOf(60, true)).toEqual([6, 10])
    expect(gridOf(90, false)).toEqual([13, 7])
    expect(gridOf(150, false)).toEqual([15, 10])
    expect(gridOf(150, true)).toEqual([10, 15])
  })

  it('keeps a cell of 60 at 44 px and more on a phone', () => {
    const frame = frameOf(60, true)
    expect((344 * frame.cellWidth) / frame.width).toBeGreaterThan(44)
  })
})

describe('places', () => {
  it('lie inside the frame', () => {
    fc.assert(
      fc.property(lines, fc.boolean(), (cells, upright) => {
        const frame = frameOf(cells, upright)
        for (const [x, y] of [
          corner(frame, cells),
          centre(frame, 1),
          foot(frame, cells),
          queued(frame, 9, 10),
          retiredAt(frame, 3),
        ]) {
          expect(x).toBeGreaterThanOrEqual(0)
          expect(x).toBeLessThanOrEqual(frame.width)
          expect(y).toBeGreaterThanOrEqual(0)
          expect(y).toBeLessThanOrEqual(frame.height + frame.cellHeight)
        }
      }),
    )
  })

  it('queue ten tokens without leaving the frame', () => {
    for (const upright of [false, true]) {
      const frame = frameOf(150, upright)
      const all = Array.from({ length: 10 }, (_, i) => queued(frame, i, 10)[1])
      expect(Math.max(...all)).toBeLessThanOrEqual(frame.height)
      expect(all[1]).toBeGreaterThan(all[0] as number)
    }
  })

  it('know their neighbours as drawn, and stay at the edge', () => {
    const frame = frameOf(60, false)
    expect(beside(frame, 1, 'right')).toBe(2)
    expect(beside(frame, 1, 'left')).toBe(1)
    expect(beside(frame, 1, 'down')).toBe(28)
    expect(beside(frame, 28, 'up')).toBe(1)
    expect(beside(frame, 60, 'left')).toBe(47)
  })

  it('give arrow keys a way back', () => {
    fc.assert(
      fc.property(lines, fc.boolean(), fc.nat(), (cells, upright, pick) => {
        const frame = frameOf(cells, upright)
        const cell = 1 + (pick % cells)
        const right = beside(frame, cell, 'right')
        if (right !== cell) expect(beside(frame, right, 'left')).toBe(cell)
      }),
    )
  })

  it('leave spare cells out', () => {
    const frame = frameOf(75, false)
    expect(frame.path.length).toBeGreaterThan(75)
    const [column, row] = frame.path[75] as [number, number]
    expect(cellIn(frame, column, row)).toBe(0)
  })

  it('are shares of the frame', () => {
    expect(share(frameOf(60, false), 1)).toMatch(/^left:[\d.]+%;top:[\d.]+%;width:[\d.]+%;height:[\d.]+%$/)
  })
})

describe('walls', () => {
  it('stand between turns of the coil, never across the line', () => {
    const frame = frameOf(60, false)
    const [x, y] = corner(frame, 2)
    expect(walls(frame)).not.toContain(`M${x} ${y}L${x} ${y + frame.cellHeight}`)
    const [bx, by] = corner(frame, 28)
    expect(walls(frame)).toContain(`M${bx} ${by}L`)
    expect(walls(frameOf(3, false))).toBe('')
  })
})

describe('a way', () => {
  it('has only its corners', () => {
    const frame = frameOf(60, false)
    expect(way(frame, 1, 10)).toHaveLength(2)
    expect(way(frame, 8, 12)).toEqual([foot(frame, 8), foot(frame, 10), foot(frame, 12)])
    expect(way(frame, 5, 5)).toEqual([foot(frame, 5)])
  })
})
