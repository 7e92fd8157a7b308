import { describe, expect, it } from 'vitest'
import { client } from '../../../src/games/senet'
import { aimOf, label, lastMove, readMove, readThrow, wish } from '../../../src/games/senet/moves'
import { dock, instructive, short, sides, thrown, whose, type Asked } from '../../../src/games/senet/sentences'
import { backward, bounce, middle, off, picture, rest, row, water } from './scenes'

const ask = (more: Partial<Asked>) =>
  dock({
    picture: middle.picture,
    choices: [],
    seat: 0,
    held: 0,
    told: 0,
    hinted: null,
    names: ['Iset', 'Nebet'],
    last: [],
    act: () => {},
    go: null,
    ...more,
  })

describe('notation', () => {
  it('is read leniently', () => {
    expect(readMove('20x23')).toEqual({ start: 20, land: 23, end: 23, swap: true })
    expect(readMove(' 24–27 ~ 15 ')).toEqual({ start: 24, land: 27, end: 15, swap: false })
    expect(readMove('28-off')).toEqual({ start: 28, land: 31, end: 31, swap: false })
    expect(readMove('throw 4')).toBeNull()
    expect(readThrow('throw 4')).toBe(4)
    expect(readThrow('20x23')).toBe(0)
  })

  it('is written for an action, legal or not', () => {
    expect(wish(middle.picture, 20, 24)).toBe('20-24')
    expect(wish(middle.picture, 20, 16)).toBe('20x16')
    expect(wish(middle.picture, 20, 19)).toBe('20-19')
    expect(wish(middle.picture, 20, 31)).toBe('20-off')
  })

  it('names the square that an action aims at', () => {
    expect(['20-24', '20x16', '28-off', '13', 'decline'].map(aimOf)).toEqual([24, 16, 31, 13, 0])
  })

  it('is set as a label with the right signs', () => {
    expect(['20x23', '28-off', '24-27~15'].map(label)).toEqual(['20×23', '28–off', '24–27'])
  })

  it('gives the last move, unless it was taken back', () => {
    expect(lastMove([row('14-17', 1), row('throw 3', 0)])?.move.land).toBe(17)
    expect(lastMove([row('14-17', 1), row('undo', 1)])).toBeNull()
  })

  it('tells what is heard', () => {
    expect(['throw 2', '3-5', '24-27~15', 'resign'].map((text) => client.sounds?.(row(text, 0)))).toEqual([
      ['sticks'],
      ['land'],
      ['water'],
      [],
    ])
  })
})

describe('the dock', () => {
  it('asks for a piece and tells the most instructive reason', () => {
    const stays = [
      { square: 19, words: 'your own cone is there', clause: '4.1' },
      { square: 13, words: '16 and 17 protect each other', clause: '5.1' },
    ]
    expect(instructive(stays)?.square).toBe(13)
    expect(ask({ ...middle, picture: { ...middle.picture, stays } })).toEqual({
      bold: 'Your throw is 3. Choose a cone.',
      small: '13 stays: 16 and 17 protect each other',
      clause: '5.1',
    })
    expect(ask({ ...middle, seat: 1, picture: { ...middle.picture, mover: 1, stays: [] } }).bold).toBe(
      'Your throw is 3. Choose a spool.',
    )
  })

  it('asks the question of the piece in hand', () => {
    const say = ask({ ...middle, held: 20 })
    expect(say).toMatchObject({
      bold: 'Swap with the spool on 23?',
      more: 'The cone on 20 goes there, the spool comes to 20.',
      small: '13 stays: 16 and 17 protect each other',
      clause: '5.1',
      main: { label: 'Play 20×23' },
    })
  })

  it('puts what surprises into the small line', () => {
    expect(ask({ ...bounce, held: 22 })).toMatchObject({ small: '1 step is left for another piece.', clause: '8.2' })
    const [fall] = water.choices
    const choices = [{ ...fall!, more: 'The cone swims to 15.' }]
    expect(ask({ ...water, choices, held: 24 })).toMatchObject({ small: 'The cone swims to 15.', clause: '7.1' })
    expect(ask({ ...off, held: 28 }).main?.label).toBe('Play 28–off')
  })

  it('offers to decline a remainder', () => {
    const sent: string[] = []
    const say = ask({ ...rest, act: (text) => void sent.push(text) })
    expect(say.bold).toBe('2 of 6 left. Move another cone, or decline.')
    expect(say.others?.map((each) => each.label)).toEqual(['Decline'])
    say.others?.[0]?.run()
    expect(sent).toEqual(['decline'])
    expect(ask({ ...rest, hinted: 'decline' })).toMatchObject({
      bold: 'Decline the rest, 2 of 6 left?',
      main: { label: 'Decline' },
    })
  })

  it('says when only backward moves remain', () => {
    expect(ask(backward)).toEqual({
      bold: 'Your throw is 3. Choose a cone to move back.',
      small: 'Nothing moves forward',
      clause: '6.1',
    })
  })

  it('offers the throw, and says when it is another one', () => {
    const due = { ...middle.picture, phase: 'throw' as const, throw: 0, steps: 0 }
    expect(ask({ picture: due, go: () => {} })).toMatchObject({ bold: 'Throw the sticks.', main: { label: 'Throw' } })
    expect(ask({ picture: due, go: () => {}, last: [row('20-24', 0)] }).bold).toBe('Throw again.')
    expect(ask({ picture: due }).bold).toBe('The sticks are falling.')
  })

  it('tells of the other player, and of a throw that passed', () => {
    const theirs = { ...middle.picture, mover: 1 }
    expect(ask({ picture: theirs, seat: null }).bold).toBe('Nebet is thinking.')
    const due = { ...theirs, phase: 'throw' as const }
    expect(ask({ picture: due, seat: null }).bold).toBe('Nebet throws.')
    const words = 'throws 6, nothing can move, the turn passes'
    const pass = row('throw 6', 0, { note: 'pass', words, clause: '6.3' })
    expect(ask({ picture: due, seat: null, last: [pass] })).toMatchObject({
      small: 'Iset throws 6, nothing can move, the turn passes',
      clause: '6.3',
    })
  })

  it('tells who won, or that nobody did', () => {
    const over = picture([], [8], { phase: 'over', mover: 0, throw: 0, steps: 0 })
    expect(ask({ picture: over }).bold).toBe('Iset wins: all cones are home.')
    expect(ask({ picture: { ...over, pieces: 1, home: [1, 0] } }).bold).toBe('Iset wins: the cone is home.')
    expect(ask({ picture: { ...over, mover: -1, cap: 40, throws: 40 } }).bold).toBe('Drawn after 40 throws.')
  })
})

describe('short words', () => {
  it('tell a seat’s line', () => {
    expect(client.line(middle.picture, 0)).toBe('Cones, one home')
    expect(client.line(middle.picture, 1)).toBe('Spools, none home')
    expect(client.line({ ...middle.picture, home: [5, 0] }, 0)).toBe('Cones, all home')
  })

  it('tell a throw', () => {
    expect([1, 2, 3, 4, 6].map(sides)).toEqual([
      'one light side, three dark',
      'two light sides, two dark',
      'three light sides, one dark',
      'four light sides',
      'four dark sides',
    ])
    const log = [row('throw 4', 1), row('8-12', 1), row('throw 2', 1)]
    expect(thrown({ ...middle.picture, phase: 'throw' }, log)).toEqual({ value: 2, seat: 1, number: 2 })
    expect(thrown(middle.picture, log)).toEqual({ value: 3, seat: 0, number: 2 })
    expect(thrown({ ...middle.picture, phase: 'throw' }, [])).toEqual({ value: 0, seat: -1, number: 0 })
  })

  it('fit their place', () => {
    expect(whose('Iset')).toBe('Iset’s')
    expect(whose('Ramses')).toBe('Ramses’')
    expect(short('Nebet', 12)).toBe('Nebet')
    expect(short('Hatshepsut the Great', 12)).toBe('Hatshepsut…')
  })
})
