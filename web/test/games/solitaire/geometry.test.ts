import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  beside,
  corner,
  foot,
  frameOf,
  leastWidth,
  nameOf,
  NOWHERE,
  place,
  rivalShare,
  rowsOf,
  shapeOf,
  share,
  squareAt,
  squareOf,
} from '../../../src/games/solitaire/geometry'
import {
  courses,
  crowd,
  HEIGHT,
  outline,
  PIPS,
  PIPS_AT,
  SIZES,
  standing,
  topOf,
  WIDTH,
} from '../../../src/games/solitaire/nest'

const boards = fc.record({ ranks: fc.integer({ min: 1, max: 8 }), files: fc.integer({ min: 1, max: 8 }) })
const placed = boards.chain(({ ranks, files }) =>
  fc.record({ frame: fc.constant(frameOf(ranks, files)), square: fc.integer({ min: 0, max: ranks * files - 1 }) }),
)

describe('squares', () => {
  it('are named and found again', () => {
    fc.assert(
      fc.property(placed, ({ frame, square }) => {
        expect(squareOf(nameOf(square, frame.files), frame.ranks, frame.files)).toBe(square)
      }),
    )
    expect(nameOf(0, 4)).toBe('a1')
    expect(nameOf(11, 4)).toBe('d3')
  })

  it('are not found off the board', () => {
    for (const name of ['e1', 'a4', 'a0', 'A1', 'a', '', 'a11', '`1']) expect(squareOf(name, 3, 4)).toBe(NOWHERE)
  })

  it('lie under their own middle, and a1 lies at the bottom left', () => {
    fc.assert(
      fc.property(placed, ({ frame, square }) => {
        const [x, y] = corner(frame, square)
        expect(squareAt(frame, x + frame.cell / 2, y + frame.cell / 2)).toBe(square)
        expect(squareAt(frame, ...foot(frame, square))).toBe(square)
        expect(x + frame.cell).toBeLessThanOrEqual(frame.width - frame.rim + 0.001)
        expect(y + frame.cell).toBeLessThanOrEqual(frame.height - frame.rim + 0.001)
      }),
    )
    expect(place(frameOf(3, 4), 0)).toEqual([0, 2])
  })

  it('leave no gap for a drop to fall through, and none beyond the slab', () => {
    const frame = frameOf(3, 4)
    for (let x = 0; x <= frame.width; x += 7)
      for (let y = 0; y <= frame.height; y += 7) expect(squareAt(frame, x, y)).not.toBe(NOWHERE)
    for (const [x, y] of [
      [-1, 50],
      [50, -1],
      [frame.width + 1, 50],
      [50, frame.height + 1],
    ] as const)
      expect(squareAt(frame, x, y)).toBe(NOWHERE)
  })

  it('have neighbours that lead back, or are the edge', () => {
    const ways = fc.constantFrom(['left', 'right'] as const, ['up', 'down'] as const)
    fc.assert(
      fc.property(placed, ways, ({ frame, square }, [a, b]) => {
        const next = beside(frame, square, a)
        if (next !== square) expect(beside(frame, next, b)).toBe(square)
      }),
    )
  })

  it('are met once each by a reader, from the top left', () => {
    fc.assert(
      fc.property(boards, ({ ranks, files }) => {
        const all = rowsOf(frameOf(ranks, files)).flat()
        expect([...all].sort((a, b) => a - b)).toEqual(Array.from({ length: ranks * files }, (_, i) => i))
      }),
    )
    expect(rowsOf(frameOf(3, 4))[0]).toEqual([8, 9, 10, 11])
  })

  it('measure 44 pixels at the least', () => {
    fc.assert(
      fc.property(boards, ({ ranks, files }) => {
        const frame = frameOf(ranks, files)
        expect((leastWidth(frame) * frame.cell) / frame.width).toBeGreaterThanOrEqual(44)
      }),
    )
    expect(leastWidth(frameOf(3, 4))).toBeLessThan(344)
    expect(leastWidth(frameOf(8, 8))).toBeGreaterThan(344)
  })

  it('lie over the drawing in shares of it', () => {
    expect(share(frameOf(3, 4), 0)).toBe('left:2.985%;top:66.667%;width:22.388%;height:29.412%')
  })
})

describe('the shape of the table', () => {
  it('follows the board, but leaves the dock room beside tall ones', () => {
    expect(shapeOf(frameOf(3, 4), 0)).toBeCloseTo(510 / 670)
    expect(shapeOf(frameOf(1, 7), 0)).toBeLessThan(0.2)
    expect(shapeOf(frameOf(8, 3), 0)).toBeLessThan(0.8)
  })

  it('lets the small boards stand no taller than the large one', () => {
    const ratio = 510 / 670
    for (const [rivals, columns] of [
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 2],
      [5, 2],
    ] as const) {
      const [width, caption] = [868, 36]
      const each = (rivalShare(rivals) * width - 12 * (columns - 1)) / columns
      const rows = Math.ceil(rivals / columns)
      expect(rows * (each * ratio + caption)).toBeLessThanOrEqual((1 - rivalShare(rivals)) * width * ratio)
    }
  })
})

describe('a nest', () => {
  const runs = fc.record({
    size: fc.constantFrom('S', 'M', 'L'),
    many: fc.integer({ min: 1, max: 16 }),
    inside: fc.boolean(),
  })
  const stacks = runs.map(({ size, many, inside }) => {
    const below = inside ? 'SML'.slice(0, 'SML'.indexOf(size)) : ''
    return below + size.repeat(many)
  })

  it('draws what is inside in front of what is outside', () => {
    expect(courses('SML').map(({ size, rise, outer }) => [size, rise, outer])).toEqual([
      ['L', 0, true],
      ['M', 0, false],
      ['S', 0, false],
    ])
  })

  it('draws equal sizes as courses at the foot, one for each', () => {
    const drawn = courses('SMLL')
    expect(drawn.filter(({ size }) => size === 'L').map(({ rise, front }) => [rise, front])).toEqual([
      [0, false],
      [9, true],
    ])
    expect(courses('SSSS')).toHaveLength(4)
    expect(crowd('SSSS')).toBe(0)
  })

  it('tells a crowd by a number', () => {
    expect(crowd('SMLLLLLLLL')).toBe(8)
    expect(courses('LLLLLLLL')).toHaveLength(5)
  })

  it('stays within its square, however high it stands', () => {
    fc.assert(
      fc.property(stacks, (stack) => {
        const drawn = courses(stack)
        const size = topOf(stack)!
        for (const course of drawn) expect(course.rise + HEIGHT[course.size]).toBeLessThanOrEqual(130)
        const top = drawn.filter((course) => course.outer && course.front)
        expect(top).toHaveLength(1)
        expect(top[0]?.size).toBe(size)
        const [x, y] = standing(frameOf(3, 4), 5, stack)
        expect([x, y]).toEqual([255, 310 - (top[0]?.rise ?? 0)])
      }),
    )
  })

  it('shows as many pips as its size counts, on its own face and clear of what stands inside', () => {
    for (const [i, size] of SIZES.entries()) {
      expect(PIPS_AT[size]).toHaveLength(PIPS[size])
      const inner = SIZES[i - 1]
      for (const [x, y] of PIPS_AT[size]) {
        const edge = (WIDTH[size] / 2) * (1 + y / HEIGHT[size])
        expect(Math.abs(x)).toBeLessThan(edge)
        if (!inner || -y > HEIGHT[inner]) continue
        expect(Math.abs(x)).toBeGreaterThan((WIDTH[inner] / 2) * (1 + y / HEIGHT[inner]))
      }
    }
  })

  it('has three sizes that differ by a quarter at least', () => {
    expect(WIDTH.M / WIDTH.S).toBeGreaterThan(1.25)
    expect(WIDTH.L / WIDTH.M).toBeGreaterThan(1.25)
    expect(outline('S', 0, 0)).toBe('M0 -40L24 0H-24Z')
  })
})
