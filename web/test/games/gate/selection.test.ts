import { beforeEach, describe, expect, it } from 'vitest'
import { groundOf } from '../../../src/games/gate/geometry'
import { Selection } from '../../../src/games/gate/selection.svelte'
import type { Choice, SeatPicture } from '../../../src/wire/gate'
import { lift, put, PUTS, seat } from './scenes'

let acts: string[]
let told: string[]
let mine: SeatPicture
let choices: Choice[]
let confirm: boolean
let selection: Selection

beforeEach(() => {
  acts = []
  told = []
  mine = seat()
  choices = PUTS
  confirm = false
  selection = new Selection(() => ({
    mine,
    ground: groundOf(mine.region),
    choices,
    act: (text) => acts.push(text),
    confirm,
    speak: (text) => told.push(text),
    sound: () => {},
  }))
})

describe('a hand', () => {
  it('takes a tile, walks it by arrows and puts it where it fits', () => {
    selection.take('I2')
    expect(told.at(-1)).toMatch(/^I2 in hand\./)
    for (let i = 0; i < 5; i++) selection.step(-1, 0)
    selection.step(0, -1)
    selection.step(0, -1)
    expect(selection.spot).toMatchObject({ text: 'put a2b2', fits: true })
    expect(selection.put()).toBe(true)
    expect(acts).toEqual(['put a2b2'])
    expect(selection.held).toBe('')
    expect(told.at(-1)).toBe('I2 put on a2 b2.')
  })

  it('stays on the board, and says so', () => {
    selection.take('I2')
    for (let i = 0; i < 9; i++) selection.step(1, 0)
    expect(told.at(-1)).toBe('The edge of the board.')
    expect(selection.spot?.text).toMatch(/^put c\dd\d$/)
  })

  it('turns and flips in place', () => {
    selection.take('I2')
    selection.turn()
    expect(selection.spot?.cells.map(([x]) => x)).toEqual([
      selection.spot?.cells[0]?.[0],
      selection.spot?.cells[0]?.[0],
    ])
    selection.turn()
    selection.turn()
    selection.turn()
    selection.flip()
    selection.flip()
    expect(selection.spot?.cells[0]?.[1]).toBe(selection.spot?.cells[1]?.[1])
  })

  it('snaps to a place nearby while a pointer leads it, and not to one far away', () => {
    selection.take('I2', 0)
    selection.drag = { x: 0, y: 0, touch: false }
    selection.lead(0.4, 0.3)
    expect(selection.spot).toMatchObject({ text: 'put a2b2', fits: true })
    selection.lead(2.1, 0.9)
    expect(selection.spot).toMatchObject({ text: 'put c1d1', fits: false })
    selection.lead(-3, 7)
    expect(selection.spot).toBeNull()
    selection.drop()
    expect(selection.held).toBe('')
    expect(acts).toEqual([])
  })

  it('asks for what is not offered too, and keeps the tile', () => {
    selection.take('I2', 0)
    selection.goTo([2, 1])
    expect(selection.put()).toBe(false)
    expect(acts).toEqual(['put c1d1'])
    expect(selection.held).toBe('I2')
  })

  it('lifts a tile by the cell that was touched and remembers how it lay', () => {
    mine = seat({ tiles: [{ name: 'V3', cells: 'c1d1d2', solution: '' }] })
    choices = [lift('V3', 'c1d1d2'), put('V3', 'c1d1d2')]
    selection.lift('V3', [3, 0])
    expect(acts).toEqual(['lift V3'])
    expect(selection.held).toBe('V3')
    expect(selection.spot?.text).toBe('put c1d1d2')
    selection.rest()
    expect(selection.pose('V3')).toHaveLength(3)
    expect(selection.pose('V3')).not.toEqual([[0, 0], [1, 0], [0, 1]]) // prettier-ignore
  })

  it('does not take what lies, nor lift what may not be lifted', () => {
    mine = seat({ tiles: [{ name: 'V3', cells: 'c1d1d2', solution: '' }] })
    choices = []
    selection.take('V3')
    selection.lift('V3', [3, 0])
    expect(selection.held).toBe('')
    expect(acts).toEqual([])
  })

  it('waits for the button after a drop where the player has chosen that', () => {
    confirm = true
    selection.take('I2', 0)
    selection.drag = { x: 0, y: 0, touch: false }
    selection.lead(0.2, -0.2)
    selection.drop()
    expect(acts).toEqual([])
    expect(selection.spot).toMatchObject({ text: 'put a2b2', fits: true })
    selection.put()
    expect(acts).toEqual(['put a2b2'])
  })
})
