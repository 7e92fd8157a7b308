/** The puzzles of a day that are played at tables, and what this browser knows of them. */
import type { DailyPuzzle } from '../wire/messages'
import { api } from '../lib/api'
import { keep, kept } from '../lib/settings.svelte'
import { figures } from '../lib/text'
import { syncProgress } from '../account/progress_sync'
import { count, results } from '../puzzles/results.svelte'

const KEY = 'benben.days'
const KEPT = 90 // puzzles remembered, of all games

export interface Reached {
  score: number // as the game counts
  reached: boolean // the goal was reached
  words?: string // the score, where a number says too little: "0:41.2"
  ms?: number // that it took
  helped?: boolean // with hints; whatever was reached without them is better
}

export interface Day {
  name: string // of the puzzle, as this browser keeps it
  date: string // "2026-11-15"
  grade: string
  best?: Reached // of this browser's player
}

type Options = Readonly<Record<string, unknown>> // of a table

const days = () => kept<Record<string, Omit<Day, 'name'>>>(KEY, {})
const keyOf = (game: string, position: string): string => `${game} ${position}`
type TablePuzzle = Pick<DailyPuzzle, 'grade' | 'options'>
const positionOf = ({ options }: Pick<DailyPuzzle, 'options'>): string =>
  String(options.position ?? JSON.stringify(options))

const asked = new Map<string, Promise<DailyPuzzle[]>>()

/** Remembers the puzzles of a day, so that a table is known for one. */
export function remember(game: string, date: string, found: readonly TablePuzzle[]): void {
  const known = days()
  for (const one of found) {
    const name = keyOf(game, positionOf(one))
    known[name] = { ...known[name], date, grade: one.grade }
  }
  keep(KEY, Object.fromEntries(Object.entries(known).slice(-KEPT)))
}

/** The puzzles of a day, asked for once and remembered. */
export function puzzles(game: string, date: string): Promise<DailyPuzzle[]> {
  const key = keyOf(game, date)
  let answer = asked.get(key)
  if (!answer) {
    answer = api.daily(game, date).then((found) => {
      remember(game, date, found)
      return found
    })
    answer.catch(() => asked.delete(key))
    asked.set(key, answer)
  }
  return answer
}

/** Whether a table with these options may play a puzzle of the day: one with a given position or puzzle. */
export const isSet = ({ position, puzzle }: Options): boolean => Boolean(position || puzzle)

/** Which day's puzzle a table with these options plays, as far as this browser has seen it. */
export function dayOf(game: string, options: Options): Day | null {
  const known = days()
  const named = (name: string): Day | null => (known[name] ? { ...known[name], name } : null)
  if (options.position) return named(keyOf(game, String(options.position)))
  const plays = (name: string) => {
    if (!name.startsWith(`${game} {`)) return false
    const asked = JSON.parse(name.slice(game.length + 1)) as Options
    return Object.entries(asked).every(([key, value]) => options[key] === value)
  }
  return named(Object.keys(known).find(plays) ?? '')
}

/** The best result of this browser's player in a puzzle. */
export const resultOf = (game: string, puzzle: Pick<DailyPuzzle, 'options'>): Reached | null =>
  days()[keyOf(game, positionOf(puzzle))]?.best ?? null

function beats(a: Reached, b: Reached): boolean {
  if (Boolean(a.helped) !== Boolean(b.helped)) return !a.helped
  return a.reached === b.reached ? a.score < b.score : a.reached
}

/** Keeps a result if it is the best of that puzzle so far. One that reached the goal lays the day's course. */
export function keepResult({ name, date, grade }: Day, result: Reached): void {
  const known = days()
  const day = known[name]
  if (!day) return
  if (result.reached) lay(name.split(' ')[0] ?? '', date, grade, result, !day.best?.reached)
  if (day.best && !beats(result, day.best)) return
  keep(KEY, { ...known, [name]: { ...day, best: result } })
}

const isPart = (grade: string): grade is 'easy' | 'medium' | 'hard' => ['easy', 'medium', 'hard'].includes(grade)

/** Lays the course of a game and day; the first result of each grade is counted. */
function lay(game: string, date: string, grade: string, result: Reached, first: boolean): void {
  if (!isPart(grade)) return
  const solved = { tries: 1, ms: Math.round(result.ms ?? 0), helped: Boolean(result.helped), part: grade }
  const told = result.words ? {} : { words: figures(result.score, 'pip') }
  results.add(date, game, { ...solved, at: Date.now(), ...told })
  if (!first) return
  void count(date, game, solved)
  void syncProgress()
}
