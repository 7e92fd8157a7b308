import { beforeEach, describe, expect, it } from 'vitest'
import { groundOf } from '../../../src/games/gate/geometry'
import { Hand } from '../../../src/games/gate/selection.svelte'
import type { Choice, SeatPicture } from '../../../src/wire/gate'
import { lift, put, PUTS, seat } from './scenes'

let acts: string[]
let told: string[]
let mine: SeatPicture
let choices: Choice[]
let confirm: boolean
let hand: Hand

beforeEach(() => {
  acts = []
  told = []
  mine = seat()
  choices = PUTS
  confirm = false
  hand = new Hand(() => ({
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
    hand.take('I2')
    expect(told.at(-1)).toMatch(/^I2 in hand\./)
    for (let i = 0; i < 5; i++) hand.step(-1, 0)
    hand.step(0, -1)
    hand.step(0, -1)
    expect(hand.spot).toMatchObject({ text: 'put a2b2', fits: true })
    expect(hand.put()).toBe(true)
    expect(acts).toEqual(['put a2b2'])
    expect(hand.held).toBe('')
    expect(told.at(-1)).toBe('I2 put on a2 b2.')
  })

  it('stays on the board, and says so', () => {
    hand.take('I2')
    for (let i = 0; i < 9; i++) hand.step(1, 0)
    expect(told.at(-1)).toBe('The edge of the board.')
    expect(hand.spot?.text).toMatch(/^put c\dd\d$/)
  })

  it('turns and flips in place', () => {
    hand.take('I2')
    hand.turn()
    expect(hand.spot?.cells.map(([x]) => x)).toEqual([hand.spot?.cells[0]?.[0], hand.spot?.cells[0]?.[0]])
    hand.turn()
    hand.turn()
    hand.turn()
    hand.flip()
    hand.flip()
    expect(hand.spot?.cells[0]?.[1]).toBe(hand.spot?.cells[1]?.[1])
  })

  it('snaps to a place nearby while a pointer leads it, and not to one far away', () => {
    hand.take('I2', 0)
    hand.drag = { x: 0, y: 0, touch: false }
    hand.lead(0.4, 0.3)
    expect(hand.spot).toMatchObject({ text: 'put a2b2', fits: true })
    hand.lead(2.1, 0.9)
    expect(hand.spot).toMatchObject({ text: 'put c1d1', fits: false })
    hand.lead(-3, 7)
    expect(hand.spot).toBeNull()
    hand.drop()
    expect(hand.held).toBe('')
    expect(acts).toEqual([])
  })

  it('asks for what is not offered too, and keeps the tile', () => {
    hand.take('I2', 0)
    hand.goTo([2, 1])
    expect(hand.put()).toBe(false)
    expect(acts).toEqual(['put c1d1'])
    expect(hand.held).toBe('I2')
  })

  it('lifts a tile by the cell that was touched and remembers how it lay', () => {
    mine = seat({ tiles: [{ name: 'V3', cells: 'c1d1d2', solution: '' }] })
    choices = [lift('V3', 'c1d1d2'), put('V3', 'c1d1d2')]
    hand.lift('V3', [3, 0])
    expect(acts).toEqual(['lift V3'])
    expect(hand.held).toBe('V3')
    expect(hand.spot?.text).toBe('put c1d1d2')
    hand.rest()
    expect(hand.pose('V3')).toHaveLength(3)
    expect(hand.pose('V3')).not.toEqual([[0, 0], [1, 0], [0, 1]]) // prettier-ignore
  })

  it('does not take what lies, nor lift what may not be lifted', () => {
    mine = seat({ tiles: [{ name: 'V3', cells: 'c1d1d2', solution: '' }] })
    choices = []
    hand.take('V3')
    hand.lift('V3', [3, 0])
    expect(hand.held).toBe('')
    expect(acts).toEqual([])
  })

  it('waits for the button after a drop where the player wishes so', () => {
    confirm = true
    hand.take('I2', 0)
    hand.drag = { x: 0, y: 0, touch: false }
    hand.lead(0.2, -0.2)
    hand.drop()
    expect(acts).toEqual([])
    expect(hand.spot).toMatchObject({ text: 'put a2b2', fits: true })
    hand.put()
    expect(acts).toEqual(['put a2b2'])
  })
})
