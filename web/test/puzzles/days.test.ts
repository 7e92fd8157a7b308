import { describe, expect, it } from 'vitest'
import {
  counts,
  courses,
  daysAfter,
  daysInARow,
  firstTries,
  isDay,
  longDayWords,
  minutesLeft,
  monthDays,
  monthsAfter,
  monthWords,
  standing,
  today,
  union,
  type Results,
  type Solved,
} from '../../src/puzzles/days'

const noon = (date: string): number => Date.parse(`${date}T12:00:00Z`)
const solved = (on: string, more: Partial<Solved> = {}): Solved => ({
  tries: 1,
  ms: 9000,
  helped: false,
  at: noon(on),
  ...more,
})
const row = (...dates: string[]): Results => Object.fromEntries(dates.map((date) => [date, { senet: solved(date) }]))
const NOW = '2026-11-16'

describe('days', () => {
  it('are UTC, wherever the visitor is', () => {
    expect(today(new Date('2026-11-16T23:59:59Z'))).toBe('2026-11-16')
    expect(today(new Date('2026-11-17T00:30:00+02:00'))).toBe('2026-11-16')
  })

  it('are those of the calendar alone', () => {
    expect(['2026-11-16', '2028-02-29'].every(isDay)).toBe(true)
    expect(['2026-02-29', '2026-13-01', '2026-1-1', 'today', ''].some(isDay)).toBe(false)
  })

  it('follow each other over months and years', () => {
    expect(daysAfter('2026-12-31', 1)).toBe('2027-01-01')
    expect(daysAfter('2028-03-01', -1)).toBe('2028-02-29')
  })

  it('have words', () => {
    expect(longDayWords('2026-11-16', NOW)).toBe('Monday, 16 November')
    expect(longDayWords('2025-11-16', NOW)).toBe('Sunday, 16 November 2025')
  })

  it('end with the hour in which the next ones come', () => {
    expect(minutesLeft(new Date('2026-11-16T22:59:59Z'))).toBeNull()
    expect(minutesLeft(new Date('2026-11-16T23:00:00Z'))).toBe(60)
    expect(minutesLeft(new Date('2026-11-16T23:59:50Z'))).toBe(1)
  })
})

describe('the calendar', () => {
  it('begins its weeks on Monday', () => {
    expect(monthDays('2026-11')).toMatchObject({ before: 6 }) // a Sunday
    expect(monthDays('2026-06')).toMatchObject({ before: 0 })
    expect(monthDays('2026-11').days).toHaveLength(30)
    expect(monthDays('2028-02').days.at(-1)).toBe('2028-02-29')
  })

  it('goes from month to month, over years too', () => {
    expect([monthsAfter('2026-01', -1), monthsAfter('2026-12', 1)]).toEqual(['2025-12', '2027-01'])
    expect([monthWords('2026-11', NOW), monthWords('2025-12', NOW)]).toEqual(['November', 'December 2025'])
  })

  it('knows the courses of a day by their game', () => {
    const results = { [NOW]: { gate: solved(NOW), horus: solved(NOW) } }
    expect(courses(results, NOW, ['senet', 'gate', 'horus'])).toEqual([false, true, true])
    expect(courses(results, '2026-11-15', ['senet'])).toEqual([false])
  })
})

describe('days in a row', () => {
  it('are counted back from today', () => {
    expect(daysInARow(row('2026-11-14', '2026-11-15', NOW), NOW)).toBe(3)
  })

  it('stand while today is not over', () => {
    expect(daysInARow(row('2026-11-14', '2026-11-15'), NOW)).toBe(2)
    expect(daysInARow(row('2026-11-13', '2026-11-14'), NOW)).toBe(0)
    expect(daysInARow({}, NOW)).toBe(0)
  })

  it('get no day from help, unless another puzzle was solved without', () => {
    const helped = { ...row('2026-11-15'), [NOW]: { senet: solved(NOW, { helped: true }) } }
    expect(daysInARow(helped, NOW)).toBe(1)
    expect(counts({ [NOW]: { ...helped[NOW], gate: solved(NOW) } }, NOW)).toBe(true)
  })

  it('get no day from a past one that is built later', () => {
    const late = { ...row('2026-11-14', NOW), '2026-11-15': { senet: solved(NOW) } }
    expect(daysInARow(late, NOW)).toBe(1)
    expect(courses(late, '2026-11-15', ['senet'])).toEqual([true])
  })
})

describe('results', () => {
  it('tell how many were found at the first try', () => {
    const results: Results = {
      [NOW]: { senet: solved(NOW) },
      '2026-11-15': { senet: solved('2026-11-15', { tries: 3 }), gate: solved('2026-11-15') },
      '2026-11-14': { senet: solved('2026-11-14', { helped: true }) },
    }
    expect(firstTries(results, 'senet')).toEqual({ first: 1, all: 3 })
  })

  it('stand as they came first, so that nothing is solved twice', () => {
    const [aided, later] = [solved(NOW, { helped: true }), solved(NOW, { at: noon(NOW) + 9 })]
    expect(standing(later, aided)).toMatchObject({ helped: true, at: aided.at })
    expect(standing(aided, { ...later, line: ['4-6'] })).toMatchObject({ helped: true, line: ['4-6'] })
  })

  it('of another grade without help stand before one with help', () => {
    const [aided, later] = [
      solved(NOW, { part: 'easy', helped: true }),
      solved(NOW, { part: 'hard', at: noon(NOW) + 9 }),
    ]
    expect(standing(aided, later)).toEqual(later)
    expect(standing(later, { ...aided, helped: false })).toMatchObject({ part: 'easy' })
  })

  it('of two devices are all kept', () => {
    const one = row('2026-11-14', NOW)
    const other = { [NOW]: { gate: solved(NOW), senet: solved(NOW, { tries: 4, at: noon(NOW) + 5 }) } }
    expect(union(one, other)).toEqual(union(other, one))
    expect(union(one, other)[NOW]).toEqual({ senet: solved(NOW), gate: solved(NOW) })
    expect(union(one, {})).toEqual(one)
  })
})
