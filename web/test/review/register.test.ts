/** The geometry of a register. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chanceLine, indexAt, stairOf, stelaePlaces, streamsOf, xOf } from '../../src/review/register'
import { at, moments } from './scenes'

const BOX = { left: 50, right: 550, top: 30, bottom: 230 }
const numbers = (path: string): number[] => (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number)

describe('the place of a moment', () => {
  it('runs from the left edge to the right', () => {
    expect([0, 2, 5].map((index) => xOf(BOX, index, 5))).toEqual([50, 250, 550])
  })

  it('is found again by its middle, and the nearest one beside it', () => {
    for (let index = 0; index <= 5; index++) expect(indexAt(BOX, xOf(BOX, index, 5) + 20, 5)).toBe(index)
    expect(indexAt(BOX, -100, 5)).toBe(0)
    expect(indexAt(BOX, 9000, 5)).toBe(5)
    expect(indexAt(BOX, 300, 0)).toBe(0)
  })
})

describe('the line of a chance', () => {
  it('slopes to what was drawn, and stands upright where somebody chose', () => {
    const { line, uprights } = chanceLine(moments(), 0, BOX)
    expect(line.startsWith('M50 130L150 98L150 124L')).toBe(true)
    expect(uprights.map(({ index, seat, from, to }) => [index, seat, from, to])).toEqual([
      [1, 0, 98, 124],
      [2, 1, 124, 120],
      [5, 1, 50, 30],
    ])
  })

  it('is the other way round for the other seat', () => {
    const [mine, theirs] = [chanceLine(moments(), 0, BOX).uprights[0], chanceLine(moments(), 1, BOX).uprights[0]]
    expect((mine?.to ?? 0) - (mine?.from ?? 0)).toBe((theirs?.from ?? 0) - (theirs?.to ?? 0))
  })

  it('stays within its box, also where a judge is carried beyond certainty', () => {
    const { line } = chanceLine([at(0, [5000]), at(1, [12_000], [-300], 0)], 0, BOX)
    expect(numbers(line)).toEqual([50, 130, 550, 30, 550, 230])
  })
})

describe('the stair', () => {
  it('climbs to what is left, at the moment after which it is', () => {
    const { line, marks } = stairOf([at(0, [-1]), at(1, [-1]), at(2, [-4])], 0, BOX)
    expect(line).toBe('M50 180L50 180H300L300 30H550')
    expect(marks.map(({ value }) => value)).toEqual([0, 1, 2, 3, 4])
  })

  it('has a scale even where nothing was lost', () => {
    const { marks, line } = stairOf([at(0, [0]), at(1, [0])], 0, BOX, 1000)
    expect(marks.map(({ value }) => value)).toEqual([0, 500, 1000])
    expect(line).toBe('M50 230L50 230H550')
  })
})

describe('the streams', () => {
  const three = [at(0, [5000, 3000, 2000]), at(1, [2500, 2500, 5000]), at(2, [0, 10_000, 0])]

  it('lie over each other and fill the height', () => {
    const [first, second, third] = streamsOf(three, BOX)
    expect(first?.area).toBe('M50 30L300 30L550 30L550 30L300 80L50 130Z')
    expect(second?.area).toBe('M50 130L300 80L550 30L550 230L300 130L50 190Z')
    expect(third?.area).toBe('M50 190L300 130L550 230L550 230L300 230L50 230Z')
  })

  it('have marks only where they are wide enough', () => {
    const streams = streamsOf(three, BOX)
    for (const { marks } of streams) for (const { x } of marks) expect(x).toBeGreaterThanOrEqual(BOX.left)
    expect(streams[1]?.marks.length).toBeGreaterThan(streams[0]?.marks.length ?? 9)
  })

  it('are even where nothing is known', () => {
    expect(streamsOf([at(0, [0, 0]), at(1, [0, 0])], BOX)[0]?.area).toBe('M50 30L550 30L550 130L50 130Z')
  })
})

describe('the stelae', () => {
  it('stand over their moments where there is room', () => {
    expect(stelaePlaces([100, 200, 400], BOX)).toEqual([100, 200, 400])
  })

  it('are pushed apart, keep their order, and stay over the graph', () => {
    const few = fc.array(fc.integer({ min: BOX.left, max: BOX.right }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(few, (wanted) => {
        const sorted = [...wanted].sort((a, b) => a - b)
        const places = stelaePlaces(sorted, BOX)
        for (const [i, place] of places.entries()) {
          expect(place).toBeGreaterThanOrEqual(BOX.left - 0.001)
          expect(place).toBeLessThanOrEqual(BOX.right + 0.001)
          if (i > 0) expect(place - (places[i - 1] ?? 0)).toBeGreaterThanOrEqual(24 - 0.001)
        }
      }),
    )
  })
})
