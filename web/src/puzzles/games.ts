/** The games that have a puzzle a day, in the order of their courses. */
import { CATALOG, entryOf } from '../games/catalog'

/** From the foot of the day's pyramid to its top. */
export const DAY_GAMES: readonly string[] = CATALOG.map(({ name }) => name)

/** "Senet", "The Gate". */
export const briefTitle = (game: string): string => entryOf(game)?.brief ?? entryOf(game)?.title ?? game

/** "Senet", "the Gate": inside a sentence. */
export const titleWithin = (game: string): string => briefTitle(game).replace(/^The /, 'the ')
