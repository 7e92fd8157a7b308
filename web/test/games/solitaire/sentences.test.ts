import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dock, type Asked } from '../../../src/games/solitaire/dock_text'
import { bestHop, bestRating, fresh, ratingOf, ratingWords, verdict } from '../../../src/games/solitaire/ratings'
import {
  boardWords,
  goalWords,
  layers,
  line,
  minimumWords,
  penaltyText,
  squareName,
  stackWords,
  timeText,
} from '../../../src/games/solitaire/sentences'
import { board, MIDDLE, middle, nests, picture, rating, row, sand, starting } from './scenes'
import { listed } from '../../../src/lib/text'

describe('names', () => {
  it('tell a stack from the outside in, and from the bottom up', () => {
    expect(stackWords('SML')).toBe('large over medium over small')
    expect(stackWords('SMLL')).toBe('two larges over medium over small')
    expect(stackWords('')).toBe('empty')
    expect(layers('SMLL')).toBe('small, medium, two larges')
  })

  it('tell a square, what stands there and where it may hop', () => {
    const { picture, choices } = middle
    const scene = { picture, board: picture.boards[0]!, choices, held: -1, rated: null }
    expect(squareName(scene, 3)).toBe('d1, medium over small, may hop to b1 or b3')
    expect(squareName(scene, 1)).toBe('b1, empty')
    expect(squareName(scene, 5)).toBe('b2, medium')
    const held = { ...scene, held: 3 }
    expect(squareName(held, 1)).toBe('b1, empty, target of d1, the small on c1 leaves the board')
    expect(squareName(held, 2)).toBe('c1, small, d1 may hop over it to b1')
    const rated = { ...scene, rated: rating({ 'd1>b1': 0, 'd1>b3': 2 }) }
    expect(squareName(rated, 3)).toBe('d1, medium over small, may hop to b1 (still perfect) or b3 (costs 2)')
  })

  it('list with commas and a last word', () => {
    expect([listed(['a1'], 'or'), listed(['a1', 'b2'], 'or'), listed(['a1', 'b2', 'c3'], 'and')]).toEqual([
      'a1',
      'a1 or b2',
      'a1, b2 and c3',
    ])
  })

  it('tell a whole board', () => {
    const small = board(['S', '', 'MM'], 1, 3)
    expect(boardWords(picture(['S', '', 'MM'], { ranks: 1, files: 3 }), small)).toBe(
      '5 pips in 3 pyramids: a1 small; c1 two mediums',
    )
  })

  it('tell the goal, and where it cannot be reached', () => {
    expect(goalWords(picture(nests(3, 4)))).toBe('Goal: one small, 1 pip')
    expect(goalWords(picture(nests(3, 4), { goal: 'large' }))).toBe('Goal: one large, 3 pips')
    expect(minimumWords(picture(nests(3, 4)))).toBe('')
    expect(minimumWords(picture(nests(3, 3), { minimum: 24 }))).toBe('This board allows 24 at best')
  })

  it('tell times and penalties', () => {
    expect([timeText(61_234), timeText(9_050, 1), timeText(180_000, 0), timeText(-5, 0)]).toEqual([
      '1:01.234',
      '0:09.0',
      '3:00',
      '0:00',
    ])
    expect([penaltyText(213_000), penaltyText(0)]).toEqual(['+213 s', '+0 s'])
  })

  it('tell how a seat stands', () => {
    expect(line(middle.picture, 0)).toBe('36 pips in 19 pyramids')
    const ready = sand([nests(3, 4), nests(3, 4)], { phase: 'ready', said: [true, false] })
    expect([line(ready, 0), line(ready, 1)]).toEqual(['Has said start', 'Not ready yet'])
    const stuck = sand([['S', ...Array<string>(11).fill('')], nests(3, 4)])
    expect(line(stuck, 0)).toBe('1 pip in 1 pyramid, no hop left')
    const played = { times: [61_000], points: [4], scores: [70_000], total: 70_000 }
    const none = { times: [], points: [], scores: [], total: 0 }
    const tut = picture(nests(3, 4), { mode: 'king-tut', standings: [played, none], turn: 1, seat: 1 })
    expect([line(tut, 0), line(tut, 1)]).toEqual(['1:10.000 in all', '72 pips in 36 pyramids'])
    expect(line({ ...tut, phase: 'ready' }, 1)).toBe('About to start')
    expect(line({ ...tut, turn: 0 }, 1)).toBe('Has not played yet')
  })
})

describe('ratings', () => {
  const [first, second] = middle.choices.filter((choice) => choice.start === 'd1')

  it('tell what a hop is worth', () => {
    const rated = rating({ [first!.text]: 0, [second!.text]: 3 })
    expect(ratingOf(rated, first!)).toEqual({ worth: 'keeps', cost: 0 })
    expect(ratingOf(rated, second!)).toEqual({ worth: 'costs', cost: 3 })
    expect(ratingOf(rating({}), first!).worth).toBe('unknown')
    expect(ratingOf(rating({ [first!.text]: null }), first!).worth).toBe('unknown')
  })

  it('call it a dead end where nothing better follows', () => {
    expect(ratingOf(rating({ [first!.text]: first!.left - 1 }), first!).worth).toBe('dead')
    expect(ratingOf(rating({ [first!.text]: first!.left - 2 }), first!).worth).toBe('costs')
  })

  it('choose a hop that costs least, always the same one', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat(9)), { minLength: 12, maxLength: 12 }), (costs) => {
        const all = middle.choices.filter((choice) => choice.kind === 'hop')
        const rated = rating(Object.fromEntries(all.map((choice, i) => [choice.text, costs[i] ?? null])))
        const best = bestHop(rated, middle.choices)
        const known = all.map((choice) => rated.costs[choice.text]).filter((cost) => typeof cost === 'number')
        expect(best ? rated.costs[best.text] : undefined).toBe(known.length ? Math.min(...known) : undefined)
        expect(bestHop(rated, [...middle.choices])).toBe(best)
      }),
    )
    expect(
      bestRating([
        { worth: 'dead', cost: 9 },
        { worth: 'costs', cost: 4 },
        { worth: 'costs', cost: 2 },
      ]),
    ).toEqual({
      worth: 'costs',
      cost: 2,
    })
  })

  it('say in words what colours say', () => {
    const rated = rating({})
    const told = (worth: 'keeps' | 'costs' | 'dead' | 'unknown', best = 1) =>
      ratingWords({ worth, cost: 2 }, { ...rated, best }, middle.picture)
    expect([told('keeps'), told('keeps', 4), told('costs'), told('dead'), told('unknown')]).toEqual([
      'still perfect',
      'keeps 4',
      'costs 2',
      'dead end, costs 2',
      'not known',
    ])
  })

  it('are true of one moment only', () => {
    const rated = rating({}, { n: 2 })
    expect(fresh(rated, [row('a1>c1', { n: 2 })])).toBe(rated)
    expect(fresh(rated, [row('a1>c1', { n: 3 })])).toBeNull()
    expect(fresh(rating({}), [])).not.toBeNull()
    expect(fresh(null, [])).toBeNull()
  })

  it('give a verdict with an honest label', () => {
    expect(verdict(rating({}), middle.picture)).toMatchObject({
      bold: 'Still perfect.',
      rest: 'A line to 1 exists from here (exact).',
    })
    expect(verdict(rating({}, { best: 4 }), middle.picture)).toMatchObject({
      glyph: 'cross',
      bold: '4 is the best from here.',
      rest: 'No line leads to 1 (exact).',
    })
    expect(verdict(rating({}, { best: 4, exact: false }), middle.picture)).toMatchObject({
      glyph: 'eye',
      rest: 'A longer search might find less (best found).',
    })
    const low = picture(nests(3, 3), { ranks: 3, files: 3, minimum: 24 })
    expect(verdict(rating({}, { best: 24 }), low).bold).toBe('Still the best of this board.')
  })

  it('judge another goal by the hops that keep it, since pips do not tell', () => {
    const large = { ...middle.picture, goal: 'large' as const }
    const kept = rating({ 'd1>b1': 0, 'a3>c3': 12 }, { best: 3 })
    expect(verdict(kept, large)).toMatchObject({
      good: true,
      bold: 'Still perfect.',
      rest: 'A line to a single large exists from here (exact).',
    })
    expect(ratingWords({ worth: 'keeps', cost: 0 }, kept, large)).toBe('still perfect')
    expect(ratingWords({ worth: 'dead', cost: 12 }, kept, large)).toBe('dead end')
    expect(verdict(rating({ 'd1>b1': 12, 'a3>c3': 12 }, { best: 3 }), large)).toMatchObject({
      glyph: 'cross',
      bold: 'A single large is out of reach.',
      rest: 'The fewest pips from here: 3 (exact).',
    })
    expect(verdict(rating({ 'd1>b1': null, 'a3>c3': 12 }, { best: 3, exact: false }), large)).toMatchObject({
      glyph: 'eye',
      bold: 'No line to a single large was found.',
    })
  })
})

describe('the dock', () => {
  const asked = (more: Partial<Asked> = {}): Asked => ({
    picture: middle.picture,
    board: (more.picture ?? middle.picture).boards[0],
    choices: middle.choices,
    seat: 0,
    mine: 0,
    shared: false,
    names: ['Iset', 'Nebet', 'Teti'],
    held: -1,
    told: -1,
    aimed: undefined,
    hinted: null,
    strength: 0,
    rated: null,
    asking: false,
    act: () => {},
    ask: () => {},
    hint: null,
    ...more,
  })

  it('asks for a pyramid, and at the start tells the goal or the lowest score', () => {
    expect(dock(asked())).toMatchObject({ bold: 'Choose a pyramid to hop.', small: '36 pips in 19 pyramids' })
    const whole = picture(nests(3, 4))
    expect(dock(asked({ picture: whole }))).toMatchObject({ small: 'Goal: one small, 1 pip', clause: '1.6' })
    const low = picture(nests(3, 3), { ranks: 3, files: 3, minimum: 24 })
    expect(dock(asked({ picture: low }))).toMatchObject({ small: 'This board allows 24 at best', clause: '1.7' })
  })

  it('says how a held pyramid may hop', () => {
    expect(dock(asked({ held: 3 }))).toMatchObject({
      bold: 'd1 can hop two ways.',
      more: 'It lands on an empty square or its own size.',
      small: 'over c1 to b1 takes 1, over c2 to b3 takes 1',
      clause: '1.3',
    })
    const one = dock(asked({ held: 8 }))
    expect(one).toMatchObject({ bold: 'Hop from a3 over b3 to c3?', main: { label: 'Hop a3>c3' } })
  })

  it('says that a pyramid has no hop, and why', () => {
    expect(dock(asked({ told: 5 }))).toMatchObject({ bold: 'The medium on b2 has no hop.', clause: '1.3' })
    expect(dock(asked({ told: 1 })).bold).toBe('b1 is empty.')
  })

  it('hints in three strengths', () => {
    const rated = rating({ 'd1>b1': 0, 'a3>c3': 3 })
    expect(dock(asked({ strength: 1 })).bold).toBe('Looking ahead.')
    expect(dock(asked({ strength: 1, rated }))).toMatchObject({
      bold: 'Still perfect.',
      small: 'A line to 1 exists from here (exact)',
      others: [{ label: 'Which square?' }, { label: 'Which hop?' }],
    })
    const wishes: (number | undefined)[] = []
    const told = dock(asked({ strength: 1, rated, hint: (strength) => wishes.push(strength) }))
    for (const other of told.others ?? []) other.run()
    expect(wishes).toEqual([2, 3])
    expect(dock(asked({ strength: 2, rated })).bold).toBe('Look at d1.')
    expect(dock(asked({ strength: 3, rated }))).toMatchObject({ main: { label: 'Hop d1>b1' } })
    const gone = { ...middle.picture, goal: 'large' as const }
    const dead = rating({ 'd1>b1': 99, 'a3>c3': 99 }, { best: 3 })
    expect(dock(asked({ strength: 3, rated: dead, picture: gone })).bold).toBe(
      'Nothing leads to a single large any more.',
    )
    expect(dock(asked({ strength: 2, rated: rating({}) })).bold).toBe('No hop is known to be better than another.')
  })

  it('offers undo, redo and hint in the solo game, and says why not', () => {
    const undo = () => {}
    const tools = dock(asked({ undo, redo: null })).tools
    expect(tools?.map((tool) => [tool.label, tool.run !== null])).toEqual([
      ['Undo', true],
      ['Redo', false],
      ['Hint', false],
    ])
    expect(tools?.[1]?.why).toBe('Nothing was taken back.')
    expect(dock(asked()).tools).toBeUndefined()
    expect(dock(asked({ picture: sand([nests(3, 4)]), undo })).tools).toEqual([])
  })

  it('asks before it starts again', () => {
    const heard: unknown[] = []
    const restart = () => void heard.push('restart')
    const ask = (again: boolean) => void heard.push(again)
    const quiet = dock(asked({ restart, ask }))
    expect(quiet.others?.map((other) => other.label)).toEqual(['Start again'])
    quiet.others?.[0]?.run()
    const loud = dock(asked({ restart, ask, asking: true }))
    expect(loud.main?.label).toBe('Start again')
    loud.main?.run()
    loud.others?.[0]?.run()
    expect(heard).toEqual([true, 'restart', false])
  })

  it('tells how the solo game ended', () => {
    const won = picture(['S', ...Array<string>(11).fill('')], { phase: 'over' })
    expect(dock(asked({ picture: won, choices: [], seat: null })).bold).toBe('Perfect: a single small is left.')
    const lost = picture(['S', 'L', ...Array<string>(10).fill('')], { phase: 'over' })
    const stuck = { ...lost, boards: [{ ...lost.boards[0]!, stuck: true }] }
    const said = dock(asked({ picture: stuck, choices: [], seat: null }))
    expect(said.bold).toBe('4 pips in 2 pyramids, and no hop is left.')
  })

  it('leads through King Tut', () => {
    const tut = picture(nests(3, 4), { mode: 'king-tut', phase: 'ready', seat: 1, turn: 1 })
    const sent: string[] = []
    const act = (text: string) => void sent.push(text)
    const ready = dock(asked({ picture: tut, choices: [starting], seat: 1, mine: 1, act }))
    expect(ready).toMatchObject({ bold: 'Your game. Start when you are ready.', clause: '2.4' })
    ready.main?.run()
    expect(dock(asked({ picture: tut, choices: [starting], seat: 1, mine: 1, shared: true })).bold).toBe(
      'Nebet, start when you are ready.',
    )
    expect(dock(asked({ picture: tut, choices: [], seat: null })).bold).toBe('Nebet is about to start.')
    const running = { ...tut, phase: 'running' as const }
    expect(dock(asked({ picture: running, choices: [], seat: null })).bold).toBe('Nebet plays against the clock.')
    const mine = dock(asked({ picture: running, choices: [...middle.choices], seat: 1, mine: 1, act }))
    expect(mine.others?.map((other) => other.label)).toEqual(['Done'])
    mine.others?.[0]?.run()
    expect(sent).toEqual(['start', 'done'])
    expect(dock(asked({ picture: { ...tut, phase: 'over' }, choices: [] })).bold).toBe('All games have been played.')
  })

  it('leads through Quicksand', () => {
    const boards = [nests(3, 4), nests(3, 4), nests(3, 4)]
    const ready = sand(boards, { phase: 'ready', said: [false, false, true] })
    expect(dock(asked({ picture: ready, choices: [starting] }))).toMatchObject({
      bold: 'Say start when you are ready.',
      clause: '3.4',
      main: { label: 'Start' },
    })
    const said = sand(boards, { phase: 'ready', said: [true, false, false] })
    expect(dock(asked({ picture: said, choices: [], seat: null }))).toMatchObject({
      bold: 'You have said start.',
      small: 'Waiting for Nebet and Teti',
    })
    expect(dock(asked({ picture: said, choices: [], seat: null, mine: null })).bold).toBe('The sand does not run yet.')
    const running = sand([MIDDLE, boards[1]!])
    expect(dock(asked({ picture: running })).bold).toBe('Choose a pyramid to hop.')
    expect(dock(asked({ picture: running, choices: [], seat: null, mine: null }))).toMatchObject({
      bold: 'The sand runs.',
      small: 'Fewest pips: Iset, 36',
    })
    const stuck = sand([['S', ...Array<string>(11).fill('')], boards[1]!])
    expect(dock(asked({ picture: stuck, choices: [], seat: null }))).toMatchObject({
      bold: 'You have no hop left.',
      small: 'You wait for the bell with 1 pip',
    })
    expect(dock(asked({ picture: { ...running, phase: 'drawing' } })).bold).toBe('The sand is poured.')
    expect(dock(asked({ picture: { ...running, phase: 'ringing' } })).bold).toBe('The bell rings.')
    expect(dock(asked({ picture: { ...running, phase: 'over' } })).bold).toBe('The bell has rung.')
  })
})
