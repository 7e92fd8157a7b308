import { describe, expect, it } from 'vitest'
import { foresee } from '../../../src/games/gate/foresee'
import { lift, picture, put, PUTS, seat, word } from './scenes'

const cells = (seen: ReturnType<typeof foresee>) => seen?.picture.seats[0]?.tiles.map((tile) => tile.cells)
const texts = (seen: ReturnType<typeof foresee>) => seen?.choices.map((choice) => choice.text)

describe('what is foreseen', () => {
  it('shows a tile where it is put, and offers what does not touch it', () => {
    const seen = foresee(picture(), [...PUTS, word('resign')], 0, 'put a2b2')
    expect(cells(seen)).toEqual(['a2b2', '', ''])
    expect(texts(seen)).toEqual(['put c1d1d2', 'lift I2', 'resign'])
  })

  it('offers again what a lifted tile had covered', () => {
    const before = picture({ round: 3 })
    const one = foresee(before, [...PUTS], 0, 'put a2b2')
    const two = one && foresee(one.picture, one.choices, 0, 'lift I2')
    expect(cells(two)).toEqual(['', '', ''])
    expect(texts(two)?.sort()).toEqual(PUTS.map((choice) => choice.text).sort())
  })

  it('knows of a tile that it saw lying only that it may lie there again', () => {
    const lying = picture({ round: 4, seats: [seat({ tiles: [{ name: 'I2', cells: 'a2b2', solution: '' }] })] })
    const seen = foresee(lying, [lift('I2', 'a2b2')], 0, 'lift I2')
    expect(texts(seen)).toEqual(['put a2b2'])
  })

  it('locks a board when the last tile lies', () => {
    const last = picture({ seats: [seat({ tiles: [{ name: 'I2', cells: '', solution: '' }] })] })
    expect(foresee(last, [put('I2', 'a2b2'), word('resign')], 0, 'put a2b2')?.choices).toEqual([])
  })

  it('is nothing where nothing was offered, or what follows cannot be known', () => {
    expect(foresee(picture(), PUTS, 0, 'put a1b1')).toBeNull()
    expect(foresee(picture(), [word('roll')], 0, 'roll')).toBeNull()
    expect(foresee(picture(), PUTS, 5, 'put a2b2')).toBeNull()
  })

  it('does not mix puzzles up', () => {
    foresee(picture({ round: 5 }), PUTS, 0, 'put a2b2')
    const other = picture({
      round: 6,
      seats: [
        seat({
          tiles: [
            { name: 'I2', cells: 'b1b2', solution: '' },
            { name: 'V3', cells: '', solution: '' },
          ],
        }),
      ],
    })
    expect(texts(foresee(other, [lift('I2', 'b1b2')], 0, 'lift I2'))).toEqual(['put b1b2'])
  })
})
