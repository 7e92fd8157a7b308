/** Days of puzzles: the calendar, which courses of a day are laid, and days in a row. All days are UTC. */

/** What a player reached in one puzzle of one day. */
export interface Solved {
  tries: number // 1: at the first try
  ms: number // from the first look to the answer
  helped: boolean // with a hint
  at: number // when, Unix time in ms
  part?: string // which was solved, of the puzzles that have several grades
  words?: string // the result, where this device knows more than tries and time: "1 pip"
  line?: readonly string[] // the player's actions that answered it, where this device knows them
}

/** Results by day, then by game. */
export type Results = Readonly<Record<string, Readonly<Record<string, Solved>>>>

/** The first day with a puzzle for each game. */
export const FIRST_DAY = '2026-11-01'

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** The day now, wherever the visitor is. */
export const today = (now = new Date()): string => now.toISOString().slice(0, 10)

const momentOf = (date: string): Date => new Date(`${date}T00:00:00Z`)

/** Whether a text is a day of the calendar, written as in 2026-11-16. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const moment = momentOf(text)
  return !Number.isNaN(moment.getTime()) && today(moment) === text
}

/** The day so many days later; earlier if the number is negative. */
export const daysAfter = (date: string, days: number): string =>
  today(new Date(momentOf(date).getTime() + days * DAY_MS))

/** Minutes until the next puzzles come, if they come within the hour; else null. */
export function minutesLeft(now = new Date()): number | null {
  const left = momentOf(daysAfter(today(now), 1)).getTime() - now.getTime()
  return left <= HOUR_MS ? Math.max(1, Math.ceil(left / 60_000)) : null
}

const inWords = (date: string, parts: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-GB', { ...parts, timeZone: 'UTC' }).format(momentOf(date))

/** "16 November". */
export const dayWords = (date: string): string => inWords(date, { day: 'numeric', month: 'long' })

/** "Monday, 16 November", and with the year if it is not that of today. */
export function longDayWords(date: string, now = today()): string {
  const year = date.slice(0, 4) === now.slice(0, 4) ? '' : ` ${date.slice(0, 4)}`
  return `${inWords(date, { weekday: 'long' })}, ${dayWords(date)}${year}`
}

/** The month of a day: "2026-11". */
export const monthOf = (date: string): string => date.slice(0, 7)

/** The month so many months later. */
export function monthsAfter(month: string, months: number): string {
  const [year, nth] = month.split('-').map(Number)
  return monthOf(today(new Date(Date.UTC(year ?? 0, (nth ?? 1) - 1 + months, 1))))
}

/** "November", and with the year if it is not that of today. */
export const monthWords = (month: string, now = today()): string =>
  inWords(`${month}-01`, month.slice(0, 4) === now.slice(0, 4) ? { month: 'long' } : { month: 'long', year: 'numeric' })

/** The days of a month, and how many places of the first week stay empty before them; weeks begin on Monday. */
export function monthDays(month: string): { before: number; days: string[] } {
  const first = `${month}-01`
  const before = (momentOf(first).getUTCDay() + 6) % 7
  const days: string[] = []
  for (let day = first; monthOf(day) === month; day = daysAfter(day, 1)) days.push(day)
  return { before, days }
}

/** Which courses of a day are laid, by the order of the games given. */
export const courses = (results: Results, date: string, games: readonly string[]): boolean[] =>
  games.map((game) => results[date]?.[game] !== undefined)

/** Whether a day counts for the row: one puzzle solved on the day itself, without help. */
export const counts = (results: Results, date: string): boolean =>
  Object.values(results[date] ?? {}).some((one) => today(new Date(one.at)) === date && !one.helped)

/** Days in a row up to today; today is not missed before it is over. */
export function daysInARow(results: Results, now = today()): number {
  let many = counts(results, now) ? 1 : 0
  for (let day = daysAfter(now, -1); counts(results, day); day = daysAfter(day, -1)) many += 1
  return many
}

/** How often a game's puzzle was solved at the first try without help, and how often it was solved. */
export function firstTries(results: Results, game: string): { first: number; all: number } {
  const found = Object.values(results).flatMap((day) => day[game] ?? [])
  return { first: found.filter((one) => one.tries === 1 && !one.helped).length, all: found.length }
}

/**
 * Of two results of one puzzle the one that stands: the earlier. To solve again what one was shown is no feat.
 * Only another grade, without help, stands before one with help.
 */
export function standing(one: Solved, other: Solved): Solved {
  const [first, second] = one.at <= other.at ? [one, other] : [other, one]
  if (first.helped && !second.helped && first.part !== second.part) return second
  return { ...second, ...first } // what only one device knows is kept
}

/** All results of both; where both know a puzzle, the one that stands. */
export function union(one: Results, other: Results): Results {
  const merged: Record<string, Record<string, Solved>> = {}
  for (const results of [one, other])
    for (const [date, games] of Object.entries(results))
      for (const [game, solved] of Object.entries(games)) {
        const day = (merged[date] ??= {})
        const known = day[game]
        day[game] = known ? standing(known, solved) : solved
      }
  return merged
}
