import { describe, expect, it } from 'vitest'
import { dock, assistant, type Asked } from '../../../src/games/pyramydal/dock_text'
import { print, revealedIn, sounds, washedBy } from '../../../src/games/pyramydal/moves'
import { journeys, spanOf, travel } from '../../../src/games/pyramydal/animation'
import { frameOf } from '../../../src/games/pyramydal/geometry'
import { DEALT, isMono, pieceOf, piecesOf, statueName, worth } from '../../../src/games/pyramydal/pieces'
import {
  breakdown,
  chapters,
  counted,
  lengthOf,
  stepsOf,
  verdict,
  virtualWords,
} from '../../../src/games/pyramydal/final_count'
import { cellName, collectionWords, diagonalsIn, line, passed } from '../../../src/games/pyramydal/sentences'
import { builds, choice, collector, middle, NAMES, numbers, picture, row, scored, statue, takes, tally } from './scenes'
import type { Choice, Picture } from '../../../src/wire/pyramydal'
import { listed } from '../../../src/lib/text'

const asked = (view: Picture, choices: Choice[], more: Partial<Asked> = {}): Asked => ({
  picture: view,
  choices,
  seat: choices.length ? 0 : null,
  mine: 0,
  shared: false,
  names: NAMES,
  pointed: 0,
  number: 0,
  offered: undefined,
  picked: false,
  hinted: null,
  upright: false,
  leaving: '',
  act: () => {},
  leave: () => {},
  another: null,
  undo: null,
  ...more,
})

describe('pieces', () => {
  it('are read from notation', () => {
    expect(pieceOf('r3')).toEqual({ colour: 'r', pips: 3 })
    expect(pieceOf('..')).toBeNull()
    expect(pieceOf('x3')).toBeNull()
    expect(pieceOf('r4')).toBeNull()
    expect(piecesOf('r3g2b1')).toHaveLength(3)
  })

  it('make statues with a name and a worth', () => {
    expect(isMono(piecesOf('r3r3r3'))).toBe(true)
    expect(statueName('y2y2y2')).toBe('three medium orpiment')
    expect(statueName('r3g2b1')).toBe('large carnelian, medium malachite and small lapis')
    expect([worth('r1r1r1'), worth('r2r2r2'), worth('r3r3r3'), worth('r3g2b1')]).toEqual([12, 24, 36, 18])
  })

  it('leave players the colours that no pyramid has, while there are any', () => {
    const order = [...'rygbkwcopm']
    for (const seats of [3, 4, 5])
      expect(DEALT.slice(0, seats).filter((one) => order.slice(0, Math.max(4, seats)).includes(one))).toEqual([])
    expect(new Set(DEALT).size).toBe(10)
  })
})

describe('words', () => {
  it('list, count and name', () => {
    expect(listed(['a', 'b', 'c'])).toBe('a, b and c')
    expect(collectionWords(['r3', 'r3', 'b1'])).toBe('two large carnelian, one small lapis')
    expect(collectionWords([])).toBe('nothing')
  })

  it('tell what a cell holds and what taking it would mean', () => {
    const view = middle()
    const all = takes(view, 0, { 9: ['r3g2b1'] })
    const to = (cell: number) => all.find((each) => each.cell === cell)
    expect(cellName(view, 5, NAMES, 0, to(5))).toBe('5, medium carnelian')
    expect(cellName(view, 9, NAMES, 0, to(9))).toContain('you would pass three pyramids, makes large carnelian')
    expect(cellName(view, 4, NAMES, 0)).toBe('4, your token')
    expect(cellName(view, 7, NAMES, 0)).toBe('7, Ramose')
    expect(cellName(view, 1, NAMES, 0)).toBe('1, taken')
    expect(cellName(view, 3, NAMES, 0)).toContain('behind you')
    expect(cellName(view, 24, NAMES, 0)).toContain('the last cell')
    expect(passed(view, 4, 9)).toEqual([5, 6, 8])
  })

  it('tell how a seat stands', () => {
    const view = middle()
    expect(line(view, 0)).toBe('No statues, four pyramids')
    expect(line(view, 1)).toBe('One statue, one pyramid')
    const stuck = picture({ seats: [collector({ token: 'stuck', cell: 60, virtual: true })] })
    expect(line(stuck, 0)).toBe('No statues, virtual pyramid')
    expect(line(picture({ seats: [collector({ token: 'retired' })] }), 0)).toContain('retired')
  })

  it('find diagonals across three statues', () => {
    const lots = ['r3g2b1', 'g3r2y1', 'b3y2r1'].map((text) => statue(text).pieces)
    expect(diagonalsIn(lots)).toEqual([{ colour: 'r', statues: [0, 1, 2] }])
    expect(diagonalsIn(lots.slice(0, 2))).toEqual([])
  })
})

describe('the dock', () => {
  it('asks about the pyramid pointed at, with what is passed and what could be built', () => {
    const view = middle()
    const all = takes(view, 0, { 9: ['r3g2b1', 'r3r3r3'] })
    const said = dock(asked(view, all, { pointed: 9 }))
    expect(said.bold).toBe('Take 9, a small r?')
    expect(said.more).toContain('You pass 3 pyramids')
    expect(said.small).toBe('Then you could build three large carnelian for 36, or one other')
    expect(said.main?.label).toBe('Take 9')
    expect(dock(asked(view, all, { pointed: 8, upright: true })).small).toBe(
      'You pass two pyramids; they are lost to you',
    )
  })

  it('promises no further turn before the move: whoever takes the last pyramid ahead has none', () => {
    const early = middle()
    expect(early.seats[0]?.again).toBe(true)
    expect(dock(asked(early, takes(early, 0)))).toMatchObject({
      small: 'Every pyramid ahead may be taken; those you pass are lost to you',
      clause: '2.1',
    })
  })

  it('says when another turn is certain, and when it is not', () => {
    const sure = middle({ phase: 'build' })
    const unsure = middle({ seats: sure.seats.map((each) => ({ ...each, again: false })) })
    expect(dock(asked(unsure, takes(unsure, 0))).small).toBe('This may be your last turn')
    expect(assistant(sure, 0).small).toContain('building can wait')
    expect(assistant(unsure, 0).small).toContain('not certain')
    expect(assistant(middle({ last: true }), 0).small).toContain('The last turn of the game')
    expect(assistant(middle({ die: 6 }), 0).small).toContain('not certain')
  })

  it('sounds the alarm in the last turn, and offers to decline or retire', () => {
    const view = middle({ last: true })
    const said = dock(asked(view, [...takes(view, 0), choice('retire', 'retire'), choice('decline', 'decline')]))
    expect(said.bold).toContain('The last turn of the game')
    expect(said.others?.map((each) => each.label)).toEqual(['Retire', 'Decline'])
    const sure = dock(
      asked(view, [...takes(view, 0), choice('retire', 'retire', { words: 'Stop before the end?' })], {
        leaving: 'retire',
      }),
    )
    expect([sure.bold, sure.main?.label, sure.others?.[0]?.label]).toEqual(['Stop before the end?', 'Retire', 'Cancel'])
    expect(dock(asked(middle({ last: true, turn: 1 }), [])).bold).toBe('Ramose takes the last turn of the game.')
  })

  it('puts being done first while building can wait, and building first when it cannot', () => {
    const view = middle({ phase: 'build' })
    const able = builds('r3g2b1')
    const calm = dock(asked(view, able, { offered: able[0] }))
    expect([calm.main?.label, calm.others?.[0]?.label]).toEqual(['Done', 'Build for 18'])
    const picked = dock(asked(view, able, { offered: able[0], picked: true }))
    expect([picked.main?.label, picked.others?.[0]?.label]).toEqual(['Build for 18', 'Done'])
    const late = middle({ phase: 'build', seats: view.seats.map((each) => ({ ...each, again: false })) })
    expect(dock(asked(late, able, { offered: able[0] })).main?.label).toBe('Build for 18')
  })

  it('asks for a number, and says that it may lead elsewhere', () => {
    const view = middle({ die: 6, phase: 'choose', turn: -2 })
    expect(dock(asked(view, numbers(6))).bold).toBe('Choose a number, 1 to 6.')
    const said = dock(asked(view, numbers(6), { number: 4 }))
    expect([said.bold, said.main?.label]).toEqual(['Choose 4?', 'Choose 4'])
    expect(said.small).toContain('it may lead elsewhere')
  })

  it('waits for players who have not chosen, and shows the player’s own number', () => {
    const view = middle({ die: 6, phase: 'choose', turn: -2 })
    view.seats = view.seats.map((each, i) => ({
      ...each,
      choice: (['known', 'due', 'hidden'] as const)[i] ?? 'none',
      number: i ? 0 : 4,
    }))
    const said = dock(asked(view, []))
    expect(said.bold).toBe('You have chosen 4.')
    expect(said.small).toContain('Waiting for Ramose;')
  })

  it('names the seat where one device serves several', () => {
    const view = middle()
    expect(dock(asked(view, takes(view, 0), { shared: true })).bold).toBe('Iset: take a pyramid ahead of your token.')
  })

  it('names the mover while others act', () => {
    expect(dock(asked(middle({ turn: 2 }), [])).bold).toBe('Bek is to move.')
    expect(dock(asked(middle({ turn: 2, phase: 'build' }), [])).bold).toBe('Bek may build.')
    expect(dock(asked(middle({ turn: 2 }), [], { pointed: 9 })).small).toBe('9: small carnelian')
    expect(dock(asked(picture({ phase: 'lay', line: [], total: 60, turn: -1 }), [])).bold).toBe(
      'The line is being laid.',
    )
  })
})

describe('rows', () => {
  it('are printed in the log', () => {
    expect(print(row('27', { words: 'takes 27, a large carnelian' }))).toBe('takes 27, large carnelian')
    expect(print(row('60', { words: 'takes 60, a small lapis, and gets the virtual pyramid' }))).toBe(
      'takes 60, small lapis',
    )
    expect(print(row('build r3r3r3'))).toBe('three large carnelian')
    expect(print(row('end'))).toBe('')
    expect(print(row('reveal 4,-,10'))).toBe('reveal 4, –, 10')
    expect(print(row('choose ?'))).toBe('has chosen')
    expect(print(row('choose 4'))).toBe('chooses 4')
  })

  it('are heard, and the last turn most of all', () => {
    expect(sounds(row('27'))).toEqual(['land'])
    expect(sounds(row('build r3r3r3'))).toEqual(['stone'])
    expect(sounds(row('reveal 1,2,3'))).toEqual(['sticks'])
    expect(sounds(row('27', { words: 'takes 27; seat 2 has the last turn' }))).toEqual(['jewel'])
    expect(sounds(row('lay r3', { seat: null, by: -1 }))).toEqual([])
  })

  it('tell the numbers of a reveal and the cell of the last move', () => {
    expect(revealedIn([row('reveal 4,-,10'), row('choose ?')])).toEqual([4, 0, 10])
    expect(revealedIn([])).toBeNull()
    expect(washedBy([row('5'), row('27'), row('end')])).toEqual([27])
    const words = 'seat 3 with a 2 takes 1, a small lapis; seat 1 with a 4 takes 5, a large carnelian'
    expect(washedBy([row('27'), row('reveal 4,-,2', { words })])).toEqual([1, 5])
  })
})

describe('motion', () => {
  it('is the difference of two pictures, along the line', () => {
    const before = middle()
    const after = middle()
    after.line[11] = ''
    after.seats = after.seats.map((each, i) => (i ? each : { ...each, cell: 12 }))
    const [trip] = journeys(before, after)
    expect(trip).toEqual({ seat: 0, from: 4, to: 12, piece: before.line[11] })
    expect(spanOf(trip!)).toBeLessThanOrEqual(600)
    const frames = travel(frameOf(60, false), trip!, 0)
    expect(frames).toHaveLength(3)
    expect(frames.at(-1)?.transform).toBe('translate(0.00px, 0.00px)')
  })

  it('does not move for what was taken back or begun again', () => {
    const before = middle()
    before.seats = before.seats.map((each, i) => (i ? each : { ...each, cell: 12 }))
    expect(journeys(before, middle())).toEqual([])
    expect(journeys(null, middle())).toEqual([])
  })
})

describe('the story of the count', () => {
  const ending = {
    tallies: [
      tally([scored('r3r3r3', 'mono', 36), scored('r3g2', 'mini', 10, { built: false })], 2),
      tally(
        [scored('r3g2b1', 'mixed', 18), scored('g3b2y1', 'mixed', 18), scored('y1', 'single', 1, { built: false })],
        3,
      ),
      tally(
        [
          scored('y2y2y2', 'mono', 24),
          scored('b3b2', 'mini', 10, { built: false, virtual: 0 }),
          scored('g3r3', 'mini', 12, { built: false }),
        ],
        1,
      ),
    ],
    winner: 2,
    tie: 'statues' as const,
    tied: [0, 2],
    words: '',
  }

  it('goes from the last place to the first, step by step', () => {
    const all = chapters(ending)
    expect(all.map((each) => each.seat)).toEqual([1, 0, 2])
    expect(all.map((each) => each.from)).toEqual([0, 4, 7])
    expect(lengthOf(all)).toBe(11)
    const last = ending.tallies[2]!
    expect([0, 1, 2, 3, 4].map((steps) => counted(last, steps))).toEqual([0, 24, 34, 46, 46])
    expect(stepsOf(last)).toBe(4)
  })

  it('says what was counted, and what the virtual pyramid became', () => {
    expect(breakdown(ending.tallies[0]!)).toBe('One statue 36, one mini 10')
    expect(breakdown(ending.tallies[1]!)).toBe('Two statues 36, one left over 1')
    expect(
      breakdown(
        tally([scored('r3g2b1', 'mixed', 18)], 1, { diagonals: [{ colour: 'r', statues: [0, 0, 0], points: 9 }] }),
      ),
    ).toBe('One statue 18, a diagonal in carnelian 9')
    expect(virtualWords(ending.tallies[2]!)).toBe('The virtual pyramid is a large lapis and makes a mini')
    expect(virtualWords(ending.tallies[0]!)).toBe('')
  })

  it('tells the tie-break when it decided', () => {
    expect(verdict(ending, NAMES).words).toBe(
      'Iset and Bek have 46 points each. Bek has more statues, 3 to 2, and wins.',
    )
    expect(verdict({ ...ending, tie: 'order' }, NAMES).words).toContain('Bek comes later in turn order')
    expect(verdict({ ...ending, tie: '', tied: [] }, NAMES).words).toBe('Bek wins with 46 points, 0 ahead.')
  })
})
