import { describe, expect, it } from 'vitest'
import { cellsOf, clamped, frameOf, groundOf, inside, nameOf, rim, textOf } from '../../../src/games/gate/geometry'
import { about, alike, boxOf, cornered, flipped, middleOf, shapeOf, TILES, turned } from '../../../src/games/gate/tiles'

describe('tiles', () => {
  it('are twelve with 48 squares, all different however they are turned', () => {
    const names = Object.keys(TILES)
    expect(names).toHaveLength(12)
    expect(names.reduce((sum, name) => sum + shapeOf(name).length, 0)).toBe(48)
    for (const a of names)
      for (const b of names) {
        if (a === b) continue
        let cells = shapeOf(a)
        for (let i = 0; i < 8; i++) {
          expect(alike(cells, shapeOf(b)), `${a} ${b}`).toBe(false)
          cells = i === 3 ? flipped(cells) : turned(cells)
        }
      }
    expect(new Set(names.map((name) => TILES[name]?.fill)).size).toBe(12)
  })

  it('come back after four turns or two flips', () => {
    for (const name of Object.keys(TILES)) {
      const cells = shapeOf(name)
      expect(turned(turned(turned(turned(cells))))).toEqual(cells)
      expect(flipped(flipped(cells))).toEqual(cells)
    }
  })

  it('turn to the right about the cell that is held', () => {
    const cells = about(shapeOf('L4'), 0) // ###/#..
    expect(cells[0]).toEqual([0, 0])
    expect(turned(cells)[0]).toEqual([0, 0])
    expect(cornered(turned(cells)).map(String).sort()).toEqual(['0,0', '1,0', '1,1', '1,2'])
  })

  it('are held near their middle', () => {
    expect(middleOf(shapeOf('I3'))).toBe(1)
    expect(boxOf(shapeOf('Z5'))).toEqual({ left: 0, top: 0, width: 3, height: 3 })
  })
})

describe('a puzzle board', () => {
  const ground = groundOf('..../#...')

  it('reads a region with the top rank first', () => {
    expect(ground).toMatchObject({ columns: 4, rows: 2 })
    expect([...ground.white].sort()).toEqual(['a2', 'b1', 'b2', 'c1', 'c2', 'd1', 'd2'])
    expect(groundOf('').white.size).toBe(0)
  })

  it('writes cells as the notation does, and reads them back', () => {
    const cells = cellsOf('b2a2b1', 2)
    expect(cells).toEqual([[1, 0], [0, 0], [1, 1]]) // prettier-ignore
    expect(textOf(cells, 2)).toBe('a2b1b2')
    expect(nameOf([3, 1], 2)).toBe('d1')
  })

  it('keeps tiles on the board', () => {
    const out = [[-1, 1], [0, 1], [1, 1]] as const // prettier-ignore
    expect(inside(out, ground)).toBe(false)
    expect(clamped(out, ground)).toEqual([[0, 1], [1, 1], [2, 1]]) // prettier-ignore
    expect(inside(clamped([[6, 4]], ground), ground)).toBe(true)
  })

  it('lies in the middle of a slab of one size', () => {
    const small = frameOf(ground)
    const large = frameOf(groundOf('....../....../....../....../......'))
    expect([small.width, small.height]).toEqual([large.width, large.height])
    expect(small.left).toBe(large.left - 66)
  })

  it('frames a shape once round', () => {
    expect(rim([[0, 0], [1, 0]], 10)).toBe('M0 0H10M0 10H10M0 0V10M10 0H20M10 10H20M20 0V10') // prettier-ignore
  })
})
