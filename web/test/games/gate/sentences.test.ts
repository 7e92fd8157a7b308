import { beforeEach, describe, expect, it } from 'vitest'
import { dock, type Asked } from '../../../src/games/gate/dock_text'
import { groundOf } from '../../../src/games/gate/geometry'
import { coveredIn, lastCover, minor, print, sounds } from '../../../src/games/gate/moves'
import { bestOf, keepTime, kindOf } from '../../../src/games/gate/practice_times'
import { boardWords, cellWords, holding, jewelWords, line, timeText } from '../../../src/games/gate/sentences'
import type { Row } from '../../../src/wire/messages'
import { lift, move, picture, PUTS, seat, start, word } from './scenes'

const asked = (changes: Partial<Asked> = {}): Asked => ({
  picture: picture(),
  choices: PUTS,
  seat: 0,
  mine: 0,
  names: ['Iset', 'Nebet'],
  held: '',
  spot: null,
  wish: undefined,
  aimed: 0,
  solutions: null,
  best: '',
  act: () => {},
  turn: () => {},
  flip: () => {},
  put: () => {},
  rest: () => {},
  reveal: () => {},
  ...changes,
})

describe('the dock', () => {
  it('asks for a tile, and tells what one in the hand may do', () => {
    expect(dock(asked()).bold).toBe('Pick up a tile.')
    const held = dock(asked({ held: 'I2', spot: { text: 'put a2b2', fits: true } }))
    expect(held).toMatchObject({ bold: 'I2 is in your hand.', small: 'It fits on a2 b2', clause: '3.8' })
    expect(held.tools?.map((tool) => tool.label)).toEqual(['Turn', 'Flip', 'Back'])
    expect(held.main?.label).toBe('Put here')
    expect(dock(asked({ choices: [lift('I2', 'a2b2')] })).bold).toBe('No tile fits now.')
  })

  it('offers the moves of a reward with what each takes', () => {
    const at = {
      picture: picture({ phase: 'reward', turn: 0 }),
      choices: [move(2, 'oy'), move(3, 'rr'), word('resign')],
    }
    expect(dock(asked(at))).toMatchObject({ bold: 'Move up to one hex, and take.', clause: '4.1' })
    expect(dock(asked({ ...at, aimed: 2 }))).toMatchObject({ small: 'To hex 2: an orange and a yellow jewel' })
    expect(dock(asked({ ...at, aimed: 3 })).main?.label).toBe('Stay on 3')
    expect(dock(asked({ picture: picture({ phase: 'reward', turn: 1 }), choices: [], seat: null })).bold).toBe(
      'Nebet moves and takes.',
    )
  })

  it('leads through the set-up: the jewels, the first player, a pyramid for each', () => {
    const waiting = { seat: null, choices: [] }
    expect(dock(asked({ ...waiting, picture: picture({ phase: 'gems', turn: -1 }) })).bold).toBe(
      'The jewels are laid out.',
    )
    expect(dock(asked({ ...waiting, picture: picture({ phase: 'first', turn: -1 }) })).bold).toBe(
      'The first player is drawn.',
    )
    const sent: string[] = []
    const act = (text: string) => void sent.push(text)
    const mine = { picture: picture({ phase: 'start', turn: 0 }), choices: [start(2), start(3)], act }
    expect(dock(asked(mine))).toMatchObject({ bold: 'Place your pyramid on a hex.', clause: '2.2' })
    const aimed = dock(asked({ ...mine, aimed: 2 }))
    expect(aimed).toMatchObject({ small: 'Hex 2, next there: an orange and a yellow jewel' })
    expect(aimed.main?.label).toBe('Place on 2')
    aimed.main?.run()
    expect(sent).toEqual(['start 2'])
    expect(dock(asked({ ...waiting, picture: picture({ phase: 'start', turn: 1 }) })).bold).toBe(
      'Nebet places a pyramid.',
    )
  })

  it('tells how the last round went while somebody is to roll', () => {
    const said = dock(asked({ picture: picture({ phase: 'roll', turn: 0 }), choices: [word('roll')] }))
    expect(said).toMatchObject({ bold: 'Your roll.', small: '1st Nebet, 0:41.2' })
    expect(said.main?.label).toBe('Roll')
    const nobody = picture({ phase: 'roll', turn: 1, results: [[]] })
    expect(dock(asked({ picture: nobody, seat: null, choices: [] })).small).toBe(
      'Nobody solved: the boards are discarded',
    )
  })

  it('says who has solved, and who only watches', () => {
    const done = picture({ seats: [seat({ rank: 2, time: 12_345 }), seat()] })
    expect(dock(asked({ picture: done, seat: null, choices: [] })).bold).toBe('You are 2nd, in 0:12.3.')
    expect(dock(asked({ seat: null, mine: null, choices: [] })).bold).toBe('The sand runs.')
  })

  it('offers the next puzzle in practice, and hints with the dock’s own button', () => {
    const alone = picture({ mode: 'practice', seats: [seat()], turn: 0, until: null })
    const solving = dock(asked({ picture: alone, choices: [...PUTS, word('next'), word('done')] }))
    expect(solving.tools).toBeUndefined()
    expect(solving.others?.map((one) => one.label)).toEqual(['Another puzzle'])
    const solved = picture({ ...alone, phase: 'solved', seats: [seat({ rank: 1, time: 9_900 })] })
    const said = dock(
      asked({ picture: solved, choices: [word('next'), word('done')], best: 'A new best: it was 0:12.0' }),
    )
    expect(said).toMatchObject({ bold: 'Solved in 0:09.9.', small: 'A new best: it was 0:12.0' })
    expect(said.main?.label).toBe('Next puzzle')
  })
})

describe('words', () => {
  it('name cells with what lies there and what the hand would do', () => {
    const mine = seat({ tiles: [{ name: 'I2', cells: 'a2b2', solution: '' }] })
    const ground = groundOf(mine.region)
    expect(cellWords(mine, ground, [lift('I2', 'a2b2')], [0, 0], '')).toBe('a2, I2, can be lifted')
    expect(cellWords(mine, ground, [], [2, 0], 'On c1, it fits.')).toBe('c2, white. On c1, it fits.')
    expect(cellWords(mine, ground, [], [0, 1], '')).toBe('a1, black')
    expect(boardWords(mine)).toBe('one of one tiles placed: I2 on a2 b2')
  })

  it('count jewels by colour', () => {
    expect(jewelWords('rb')).toBe('a red and a blue jewel')
    expect(jewelWords('oo')).toBe('two orange jewels')
    expect(jewelWords('o')).toBe('an orange jewel')
    expect(jewelWords('')).toBe('nothing')
    expect(holding([1, 0, 0, 3, 0, 0])).toBe('one red, three green')
    expect(line(picture(), 0)).toBe('One red, three green, on hex 3')
    expect(timeText(61_234)).toBe('1:01.2')
    expect(timeText(61_234, 0)).toBe('1:01')
  })
})

describe('rows', () => {
  const row = (text: string, words: string, note = '', n = 1): Row => ({
    n,
    at: n,
    seat: 0,
    by: 0,
    text,
    words,
    note,
    clause: '',
  })
  const cover = row('put a1a2', "puts the I2: Who's ya mummy! Covered in 0:41.2, first", 'first', 9)

  it('are small where a single tile moves, and not where a cover is completed', () => {
    expect(minor(row('put a1a2', 'puts the I2'))).toBe(true)
    expect(minor(row('lift I2', 'lifts the I2'))).toBe(true)
    expect(minor(row('board 12', 'gets board 12'))).toBe(true)
    expect(minor(cover)).toBe(false)
    expect(coveredIn(cover)).toBe('0:41.2')
    expect(print(cover)).toBe('solved in 0:41.2')
    expect(print(row('move 5', 'moves to hex 5'))).toBe('move 5')
    expect(print(row('die eye', 'the die shows the eye', 'eye'))).toBe('die: eye')
    expect(print(row('', 'the sand has run out', 'sand'))).toBe('the sand has run out')
  })

  it('find the last cover of the round at play', () => {
    expect(lastCover([cover, row('die eye', 'the die shows', 'eye', 10)])).toBeNull()
    expect(lastCover([row('die eye', '', 'eye'), cover, row('put b1b2', 'puts', '', 11)])).toBe(cover)
  })

  it('sound for jewels, dice and covers', () => {
    expect(sounds(cover)).toEqual(['stone'])
    expect(sounds(row('die eye', '', 'eye'))).toEqual(['sticks'])
    expect(sounds(row('move 5', '', 'rb'))).toEqual(['jewel'])
    expect(sounds(row('put a1a2', ''))).toEqual([])
  })
})

describe('times', () => {
  beforeEach(() => localStorage.clear())

  it('keeps the best of a puzzle, and of its kind', () => {
    const alone = picture({ mode: 'practice', seats: [seat()] })
    expect(keepTime(alone, 12_000)).toEqual({ before: null, better: true })
    expect(keepTime(alone, 15_000)).toEqual({ before: 12_000, better: false })
    expect(keepTime(alone, 9000)).toEqual({ before: 12_000, better: true })
    expect(bestOf(alone)).toBe(9000)
    expect(kindOf(alone)).toEqual({ best: 9000, solved: 3, total: 36_000 })
    expect(bestOf(picture({ mode: 'practice', symbol: 'ankh', seats: [seat()] }))).toBeNull()
  })
})
