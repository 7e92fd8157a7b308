/** What a rating means for the player: whether it is still perfect, what a hop costs, which hop is good. */
import type { GlyphName } from '../../ui/glyphs'
import type { Rated, Row } from '../../wire/messages'
import type { Choice, Picture } from '../../wire/solitaire'
import { eventsIn } from './moves'

type Worth = 'keeps' | 'costs' | 'dead' | 'unknown'

export interface Rating {
  worth: Worth
  cost: number // pips given away; 0 where it is not known
}

export const GOAL_PIPS: Record<Picture['goal'], number> = { small: 1, medium: 2, large: 3 }

/** The rating, if it is about the moment shown. */
export const fresh = (rated: Rated | null | undefined, log: readonly Row[] | undefined): Rated | null =>
  rated && (!log || rated.n === eventsIn(log)) ? rated : null

/** Every hop removes a pip or more, so a position whose best result is its present one is a dead end. */
export function ratingOf(rated: Rated, choice: Choice): Rating {
  const cost = rated.costs[choice.text]
  if (cost === null || cost === undefined) return { worth: 'unknown', cost: 0 }
  if (cost <= 0) return { worth: 'keeps', cost: 0 }
  return { worth: rated.best + cost >= choice.left ? 'dead' : 'costs', cost }
}

const RANK: Worth[] = ['keeps', 'costs', 'dead', 'unknown']

const better = (a: Rating, b: Rating): number => RANK.indexOf(a.worth) - RANK.indexOf(b.worth) || a.cost - b.cost

/** The best hop, if one leads on; the first listed among equals, so that a hint stays the same however often asked. */
export function bestHop(rated: Rated, choices: readonly Choice[]): Choice | null {
  const known = choices
    .filter((choice) => choice.kind === 'hop')
    .map((choice) => ({ choice, rating: ratingOf(rated, choice) }))
    .filter(({ rating }) => rating.worth === 'keeps' || rating.worth === 'costs')
  known.sort((a, b) => better(a.rating, b.rating))
  return known[0]?.choice ?? null
}

/** The best of several ratings, as those of a square's hops. */
export const bestRating = (all: readonly Rating[]): Rating | null => [...all].sort(better)[0] ?? null

/** Whether the goal can still be reached. With a goal other than a small, only hops that keep the goal cost nothing. */
export const perfect = (rated: Rated, picture: Picture): boolean =>
  picture.goal === 'small' ? rated.best === 1 : Object.values(rated.costs).includes(0)

/** Whether it is proved that the goal cannot be reached any more. */
export const lost = (rated: Rated, picture: Picture): boolean =>
  !perfect(rated, picture) && (picture.goal === 'small' ? rated.exact : !Object.values(rated.costs).includes(null))

/** Whether this board allows no better than what can still be reached. */
const highest = (rated: Rated, picture: Picture): boolean => picture.minimum > 1 && rated.best === picture.minimum

interface Verdict {
  glyph: GlyphName
  good: boolean
  bold: string
  rest: string // with its label; may be empty
}

/** "Still perfect. A line to 1 exists from here (exact)." */
export function verdict(rated: Rated, picture: Picture): Verdict {
  const label = rated.exact ? 'exact' : 'best found'
  // Pips do not tell whether a single medium or large can be left: two smalls count as much as a medium.
  if (picture.goal !== 'small') {
    const single = `a single ${picture.goal}`
    if (perfect(rated, picture))
      return {
        glyph: 'check',
        good: true,
        bold: 'Still perfect.',
        rest: `A line to ${single} exists from here (exact).`,
      }
    if (!lost(rated, picture))
      return {
        glyph: 'eye',
        good: false,
        bold: `No line to ${single} was found.`,
        rest: 'That proves nothing (best found).',
      }
    const rest = `The fewest pips from here: ${rated.best} (${label}).`
    return {
      glyph: 'cross',
      good: false,
      bold: `${single.charAt(0).toUpperCase()}${single.slice(1)} is out of reach.`,
      rest,
    }
  }
  if (perfect(rated, picture) || highest(rated, picture)) {
    const bold = perfect(rated, picture) ? 'Still perfect.' : 'Still the best of this board.'
    return { glyph: 'check', good: true, bold, rest: `A line to ${rated.best} exists from here (${label}).` }
  }
  const bold = `${rated.best} is the best from here.`
  const rest = rated.exact ? 'No line leads to 1' : 'A longer search might find less'
  return { glyph: rated.exact ? 'cross' : 'eye', good: false, bold, rest: `${rest} (${label}).` }
}

/** A rating in a word or two: for names of squares and for the dock. */
export function ratingWords(rating: Rating, rated: Rated, picture: Picture): string {
  if (rating.worth === 'unknown') return 'not known'
  if (rating.worth === 'dead') return picture.goal === 'small' ? `dead end, costs ${rating.cost}` : 'dead end'
  if (rating.worth === 'costs') return `costs ${rating.cost}`
  return perfect(rated, picture) ? 'still perfect' : `keeps ${rated.best}`
}
