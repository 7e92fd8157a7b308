import { describe, expect, it } from 'vitest'
import {
  beside,
  corner,
  DOOR,
  joined,
  marched,
  NUMBERS,
  SPACES,
  standing,
  WALK,
  zoneOf,
  CELL,
} from '../../../src/games/horus/geometry'
import { momentsBetween } from '../../../src/games/horus/animation'
import { castOf, fallenIn, minor, print, sounds } from '../../../src/games/horus/moves'
import { verdict } from '../../../src/games/horus/final_scoring'
import { line } from '../../../src/games/horus/sentences'
import { NAMES, picture, row, seat } from './scenes'

describe('the map', () => {
  it('has 64 spaces, 36 of them numbered as in the rules', () => {
    expect(SPACES).toHaveLength(64)
    expect(Object.keys(NUMBERS)).toHaveLength(36)
    expect([NUMBERS.c1, NUMBERS.g2, NUMBERS.b3, NUMBERS.e3, NUMBERS.h6, NUMBERS.h7]).toEqual([1, 10, 11, 14, 29, 36])
    expect(zoneOf('e5')).toBe('pond')
    expect(zoneOf('a1')).toBeNull()
  })

  it('joins corridor and sand at nine gates only', () => {
    const near = SPACES.flatMap((one) =>
      SPACES.filter((other) => one < other && zoneOf(one) !== zoneOf(other) && joined(one, other)),
    )
    const gates = SPACES.flatMap((one) =>
      SPACES.filter(
        (other) => one < other && (zoneOf(one) === 'corridor') !== (zoneOf(other) === 'corridor') && joined(one, other),
      ),
    )
    expect(near.length).toBeGreaterThan(gates.length)
    expect(gates).toHaveLength(9)
    expect(joined('a4', 'b4')).toBe(false)
    expect(joined('a5', 'b5')).toBe(true)
  })

  it('leads by arrows from space to space and to the door', () => {
    expect(beside('c1', 'down')).toBe(DOOR)
    expect(beside('c1', 'left')).toBe('c1')
    expect(beside('a3', 'down')).toBe(DOOR)
    expect(beside('a8', 'up')).toBe('a8')
    expect(beside(DOOR, 'up')).toBe('e1')
  })

  it('keeps six people inside one space', () => {
    const [x, y] = corner('b3')
    for (let nth = 0; nth < 6; nth++) {
      const at = standing('b3', nth, 6, 0, false)
      expect(at.x - at.width / 2).toBeGreaterThanOrEqual(x)
      expect(at.x + at.width / 2).toBeLessThanOrEqual(x + CELL)
      expect(at.y - at.width * 1.2).toBeGreaterThanOrEqual(y)
    }
  })

  it('lets mummies turn at the ends without losing a step', () => {
    expect(marched('a4', 'a3', 3)).toEqual(['a3', 'a4', 'a5'])
    expect(marched('i3', 'i4', 2)).toEqual(['i4', 'i5'])
    expect(marched('a3', 'a4', 0)).toEqual([])
    expect(WALK).toHaveLength(19)
  })
})

describe('the log', () => {
  const dice = [5, 2, 4, 6, 3].map((pips, i) =>
    row(`die ${pips}`, {
      n: i + 1,
      by: -1,
      words: `rolls ${pips} with the ${['yellow', 'green', 'black', 'blue', 'red'][i]} die`,
    }),
  )

  it('tells a roll in one line', () => {
    expect(dice.map(minor)).toEqual([true, true, true, true, false])
    expect(castOf(dice[4] ?? row(''), dice)).toEqual(['5', '2', '4', '6', '3'])
    expect(print(dice[4] ?? row(''), dice)).toBe('rolls 5 2 4 6 3')
  })

  it('keeps what comes of a roll', () => {
    const last = row('die 6', {
      n: 1,
      by: -1,
      words: 'rolls 6 with the red die, and the mummies walk 1 space; Edgar Rice takes a mummy wound',
      note: 'wound',
    })
    expect(print(last, [last])).toBe('rolls 6, the mummies walk 1 space; Edgar Rice takes a mummy wound')
    expect(minor(last)).toBe(false)
  })

  it('tells who stands up before the mummies walk', () => {
    const last = row('die 6', {
      n: 1,
      by: -1,
      words: 'rolls 6 with the red die, Sanakht stands up, and the mummies walk 1 space',
      note: 'mummies',
    })
    expect(print(last, [last])).toBe('rolls 6, Sanakht stands up, and the mummies walk 1 space')
  })

  it('knows the block that fell from the one that was foreseen', () => {
    expect(fallenIn([row('block 17', { seat: null, by: -1 })])).toBe(17)
    expect(fallenIn([row('block 17', { seat: 1, by: -1 })])).toBe(0)
  })

  it('sounds like what happens', () => {
    expect(sounds(row('block 17', { seat: null, by: -1 }))).toEqual(['stone'])
    expect(sounds(row('exit', { note: 'escaped' }))).toEqual(['win'])
    expect(sounds(row('go e4'))).toEqual(['step'])
  })
})

describe('words', () => {
  it('tell of a seat what everybody may know', () => {
    expect(line(picture(), 1)).toBe(
      'Jose Ardila with Lock picking, on a5, holds the Ankh, load 3, dice from 3, 2 of Sobek, one wound',
    )
  })

  it('make moments of escape and elimination', () => {
    const before = picture()
    const after = picture({
      seats: [
        seat({ place: 'dead', playing: false }),
        seat({ place: 'escaped', playing: false }),
        before.seats[2] ?? seat(),
      ],
    })
    expect(momentsBetween(before, after, NAMES, 0)).toEqual([
      { kind: 'eliminated', own: true, words: 'You do not come out again.' },
      { kind: 'escaped', own: false, words: 'Ramose escapes.' },
    ])
    expect(momentsBetween(after, after, NAMES, 0)).toEqual([])
  })

  it('tell of an idol under a block and of a mummy that stands up', () => {
    const before = picture()
    const after = picture({
      alcoves: before.alcoves.map((each, i) => (i === 0 ? { ...each, state: 'buried' as const } : each)),
      mummies: before.mummies.map((each) => ({ ...each, lying: false })),
    })
    expect(momentsBetween(before, after, NAMES, 0).map(({ words }) => words)).toEqual([
      'The idol of Hededet is buried.',
      'Imhotep stands up.',
    ])
  })

  it('say who wins and what decided', () => {
    const out = (total: number, idols: string[] = []) =>
      seat({ place: 'escaped', playing: false, idols, score: { cards: total, variety: 0, gods: [], total } })
    const over = (places: number[], ...seats: ReturnType<typeof out>[]) =>
      verdict(picture({ step: 'over', places, seats }), NAMES)
    expect(over([1, 2], out(9), out(4)).words).toBe('Iset wins with 9 points.')
    expect(over([2, 1], out(9), out(9, ['horus'])).words).toBe('Ramose wins with 9 points: the idol of Horus decides.')
    expect(over([1, 1], out(9), out(9)).words).toBe('Iset and Ramose share the victory with 9 points each.')
    expect(over([2, 2], seat({ place: 'dead' }), seat({ place: 'dead' })).words).toBe('Nobody came out. Nobody wins.')
  })
})
