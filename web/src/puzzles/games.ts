/** The games that have a puzzle a day, in the order of their courses. */
import { CATALOG, entryOf } from '../games/catalog'
import type { Results } from './days'

/** From the foot of the day's pyramid to its top. */
export const DAY_GAMES: readonly string[] = CATALOG.map(({ name }) => name)

/** "Senet", "The Gate". */
export const briefTitle = (game: string): string => entryOf(game)?.brief ?? entryOf(game)?.title ?? game

/** "Senet", "the Gate": inside a sentence. */
export const titleWithin = (game: string): string => briefTitle(game).replace(/^The /, 'the ')

/** The game whose puzzle of that day comes next: the first open one after a game, round the day; "" if all are solved. */
export function nextOpen(results: Results, date: string, game: string): string {
  const at = DAY_GAMES.indexOf(game) + 1
  return [...DAY_GAMES.slice(at), ...DAY_GAMES.slice(0, at)].find((one) => !results[date]?.[one]) ?? ''
}
