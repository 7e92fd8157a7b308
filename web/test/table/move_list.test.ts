import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { apart, lineAt, lines, merged, numberOf, printed, spoken, told } from '../../src/table/move_list'
import type { Row } from '../../src/wire/messages'

const row = (n: number, seat: number | null, by: number, text: string, note = '', words = text): Row => ({
  n,
  at: n * 100,
  seat,
  by,
  text,
  words,
  note,
  clause: '',
})

const GAME = [
  row(1, 0, -1, 'throw 4', 'again'),
  row(2, 0, 0, '10-14'),
  row(3, 0, -1, 'throw 2'),
  row(4, 0, 0, '8x10', 'swap'),
  row(5, 1, -1, 'throw 6', 'again'),
  row(6, 1, 1, '25-off', 'off'),
  row(7, 1, 1, '20-24'),
  row(8, 1, -1, 'throw 1', 'pass'),
  row(9, 0, -1, 'throw 3'),
]

describe('lines of the log', () => {
  it('put a throw and the moves that play it together', () => {
    expect(lines(GAME).map((line) => [line.turn, line.text, line.note])).toEqual([
      [1, 'throw 4, 10–14', 'again'],
      [1, 'throw 2, 8×10', 'swap'],
      [2, 'throw 6, 25–off, 20–24', 'again, off'],
      [2, 'throw 1', 'pass'],
      [3, 'throw 3', ''],
    ])
  })

  it('keep what a game itself calls declining on the line of its throw', () => {
    const log = [row(1, 0, -1, 'throw 6'), row(2, 0, 0, '28-off'), row(3, 0, 0, 'decline', 'declined')]
    expect(lines(log).map((line) => [line.turn, line.text, line.note, line.n])).toEqual([
      [1, 'throw 6, 28–off, decline', 'declined', 3],
    ])
  })

  it('are single rows where a game wants them so', () => {
    const all = lines(GAME, undefined, true)
    expect(all.map((line) => line.rows.length)).toEqual(GAME.map(() => 1))
    expect(all.map((line) => [line.from, line.n])).toEqual(GAME.map(({ n }) => [n - 1, n]))
  })

  it('lead to the moment after their last event', () => {
    expect(lines(GAME).map((line) => [line.from, line.n])).toEqual([
      [0, 2],
      [2, 4],
      [4, 7],
      [7, 8],
      [8, 9],
    ])
  })

  it('let a move after an undo join its throw again', () => {
    const log = [row(1, 0, -1, 'throw 2'), row(1, 0, 0, 'undo'), row(2, 0, 0, '4-6')]
    expect(lines(log).map((line) => [line.text, line.note, line.n])).toEqual([['throw 2, 4–6', 'undo', 2]])
  })

  it('tell of a proposal that was declined without counting it or parting what belongs together', () => {
    const no = row(1, 1, 1, 'refuse', '', 'declines to take back')
    const log = [row(1, 0, -1, 'throw 2'), no, row(2, 0, 0, '4-6'), row(3, 1, -1, 'throw 1')]
    const all = lines(log)
    expect(all.map((line) => [line.seat, line.text, line.n])).toEqual([
      [0, 'throw 2, 4–6', 2],
      [1, 'declines to take back', 1],
      [1, 'throw 1', 3],
    ])
    expect(all.map((line) => numberOf(line, false))).toEqual([1, '', 2])
    expect(all.map((line) => numberOf(line, true))).toEqual([2, '', 3])
  })

  it('give a resignation a line of its own', () => {
    const log = [row(1, 0, -1, 'throw 2'), row(1, 0, 0, 'resign')]
    expect(lines(log).map((line) => line.text)).toEqual(['throw 2', 'resign'])
  })

  it('keep what belongs to no seat apart', () => {
    const log = [row(1, null, -1, 'die scarab'), row(2, 0, 0, 'put T4 a1')]
    expect(lines(log).map((line) => line.text)).toEqual(['die scarab', 'put T4 a1'])
  })

  it('are none before anything happened', () => {
    expect(lines([])).toEqual([])
  })

  it('hold every row once, in order, whatever the log', () => {
    const rows = fc
      .array(fc.tuple(fc.constantFrom(-1, 0, 1), fc.constantFrom(0, 1)))
      .map((all) => all.map(([by, seat], i) => row(i + 1, by < 0 ? seat : by, by, by < 0 ? 'throw 2' : '3-5')))
    fc.assert(
      fc.property(rows, (log) => {
        const found = lines(log)
        expect(found.flatMap((line) => line.rows)).toEqual(log)
        found.forEach((line, i) => {
          expect(line.from).toBe(found[i - 1]?.n ?? 0)
          expect(line.turn).toBeGreaterThanOrEqual(found[i - 1]?.turn ?? 1)
        })
      }),
    )
  })
})

describe('a moment of the log', () => {
  it('is shown by the last line that does not look beyond it', () => {
    const all = lines(GAME)
    expect([0, 1, 2, 3, 4, 7, 9].map((n) => lineAt(all, n))).toEqual([-1, -1, 0, 0, 1, 2, 4])
  })
})

describe('news', () => {
  it('replace the rows that no longer stand', () => {
    const undo = row(1, 0, 0, 'undo')
    expect(merged(GAME.slice(0, 2), 1, [undo])).toEqual([GAME[0], undo])
  })
})

describe('words', () => {
  it('print notation with its proper signs', () => {
    expect(printed('20-24')).toBe('20–24')
    expect(printed('20x23')).toBe('20×23')
    expect(printed('24-27~15')).toBe('24–27~15')
    expect(printed('take x-ray')).toBe('take x-ray')
  })

  it('are spoken with the name first and a full stop last', () => {
    expect(spoken(row(1, 1, -1, 'throw 4', '', 'throws 4 and will throw again'), ['Iset', 'Nebet'])).toBe(
      'Nebet throws 4 and will throw again.',
    )
    expect(spoken(row(1, null, -1, 'die', '', 'the die shows a scarab.'), [])).toBe('The die shows a scarab.')
  })
})

describe('what nature lays out one by one', () => {
  const laid = [1, 2, 3].map((n) => row(n, null, -1, `lay r${n}`, '', `a pyramid is laid on ${n}`))

  it('is one line of the log, and leads to the moment when all of it lies', () => {
    const [first, second] = lines([...laid, row(4, 0, 0, '7')])
    expect([first?.text, first?.n, first?.from]).toEqual(['A pyramid is laid on 1 and 2 more', 3, 0])
    expect([second?.text, second?.turn]).toEqual(['7', 2])
  })

  it('keeps different kinds apart', () => {
    expect(lines([...laid, row(4, null, -1, 'reveal 1,2,3')]).map((line) => line.text)).toEqual([
      'A pyramid is laid on 1 and 2 more',
      'reveal 1,2,3',
    ])
  })

  it('is told in one sentence, and seats get their names', () => {
    expect(told([...laid, row(4, 0, 0, '7', '', 'takes 7; seat 2 has the last turn')], ['Iset', 'Bek'])).toEqual([
      'A pyramid is laid on 1 and 2 more.',
      'Iset takes 7; Bek has the last turn.',
    ])
  })
})

describe('names at a table', () => {
  it('differ, even where two bots are of one level', () => {
    expect(apart(['Iset', 'Scribe', 'Scribe', 'Iset', 'Scribe'])).toEqual([
      'Iset',
      'Scribe',
      'Scribe 2',
      'Iset 2',
      'Scribe 3',
    ])
  })
})

describe('the end of a turn', () => {
  it('joins the line before it, and keeps what it tells', () => {
    const log = [row(1, 0, 0, '7'), row(2, 0, 0, 'end'), row(3, 1, 1, '9'), row(4, 0, 0, 'end', 'over')]
    expect(lines(log).map((line) => [line.text, line.n, line.note])).toEqual([
      ['7', 2, ''],
      ['9', 3, ''],
      ['end', 4, 'over'],
    ])
  })
})
