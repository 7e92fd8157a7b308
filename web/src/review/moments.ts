/** The moments of a reviewed match, where stepping stops: a choice with the draws before it, or draws alone. */
import type { MoveLine } from '../table/move_list'
import type { MatchReview, ReviewedChoice, ReviewedStep, ReviewTurn, Row } from '../wire/messages'

const CHANCE = -1

export interface Moment {
  number: number // from 1; 0 is the start
  from: number // steps before it
  at: number // the step that it is about, its address: a choice, else its last
  end: number // its last step
  seat: number | null // whose it is; null: nobody's
  kind: ReviewedStep['kind']
  choice: ReviewedChoice | null
  board: number // events that stand in the picture: those before the choice
  before: number[] // values by seat, like the next two
  moved: number[] // with what came by chance, time and agreement
  after: number[] // with what was chosen too
  line: MoveLine | null // of the log; null: none tells of it
  rows: Row[] // of the log
}

type Steps = readonly ReviewedStep[]

/** A step that a seat answers for: a choice that could be judged, or leaving. */
const isDeed = ({ kind, choice, chosen }: ReviewedStep): boolean =>
  kind === 'leaving' || kind === 'agreement' || (kind === 'choice' && (choice !== null || chosen.some(Boolean)))

/** The ends of the lines of the log, and of every deed within one: each deed has a moment of its own. */
function endsOf(steps: Steps, lines: readonly MoveLine[]): number[] {
  const ends: number[] = []
  let from = 0
  const close = (end: number) => {
    const deeds = steps.slice(from, end).flatMap((step, i) => (isDeed(step) ? [from + i + 1] : []))
    ends.push(...deeds.slice(0, -1), end)
    from = end
  }
  for (const { n } of lines) if (n > from && n <= steps.length) close(n)
  if (from < steps.length) close(steps.length)
  return ends
}

export const valuesAt = ({ first, steps }: Pick<MatchReview, 'first' | 'steps'>, n: number): number[] =>
  n === 0 ? first : (steps[n - 1]?.values ?? first)

const sum = (parts: readonly number[][], seats: number): number[] =>
  Array.from({ length: seats }, (_, seat) => parts.reduce((whole, part) => whole + (part[seat] ?? 0), 0))

/** All moments of a match, the start among them. The lines are those of its log. */
export function momentsOf(
  review: Pick<MatchReview, 'first' | 'steps'>,
  lines: readonly MoveLine[],
  log: readonly Row[],
): Moment[] {
  const { steps, first } = review
  const start: Moment = {
    number: 0,
    from: 0,
    at: 0,
    end: 0,
    seat: null,
    kind: 'chance',
    choice: null,
    board: 0,
    before: first,
    moved: first,
    after: first,
    line: null,
    rows: [],
  }
  let from = 0
  const rest = endsOf(steps, lines).map((end, i) => {
    const moment = momentOf(review, i + 1, from, end, lines, log)
    from = end
    return moment
  })
  return [start, ...rest]
}

function momentOf(
  review: Pick<MatchReview, 'first' | 'steps'>,
  number: number,
  from: number,
  end: number,
  lines: readonly MoveLine[],
  log: readonly Row[],
): Moment {
  const { steps } = review
  const own = steps.slice(from, end)
  const deed = own.findIndex(isDeed)
  const at = deed < 0 ? end : from + deed + 1
  const step = steps[at - 1] as ReviewedStep
  const line = lines.find((one) => one.from < end && end <= one.n) ?? null
  const inside = (row: Row) => row.n > from && row.n <= end
  const told = line?.rows.filter(inside) ?? []
  const found = told.length ? told : log.filter((row) => row.n === at)
  const outside = end === steps.length ? log.slice(-1) : [] // an end from outside is no event, and the last row
  const rows = found.length ? found : outside
  const before = valuesAt(review, from)
  const chosen = sum(
    own.map((one) => one.chosen),
    before.length,
  )
  const after = valuesAt(review, end)
  const judged = own[deed]?.kind === 'choice'
  return {
    number,
    from,
    at,
    end,
    seat: step.by >= 0 ? step.by : (line?.seat ?? null),
    kind: step.kind,
    choice: step.choice,
    board: judged ? at - 1 : end,
    before,
    moved: after.map((value, seat) => value - (chosen[seat] ?? 0)),
    after,
    line: line && rows.length === line.rows.length ? line : null,
    rows,
  }
}

/** The index of the moment in which a step lies. */
export function indexOf(moments: readonly Moment[], step: number): number {
  const found = moments.findIndex(({ end }) => step <= end)
  return found < 0 ? moments.length - 1 : found
}

/** Where a turning point is shown: the moment of a choice, or the last of a run of chance. */
export const indexOfTurn = (moments: readonly Moment[], { end }: ReviewTurn): number => indexOf(moments, end)

/** The next turning point beyond a moment in that direction; the moment itself where there is none. */
export function beyond(turns: readonly number[], index: number, way: 1 | -1): number {
  const further = turns.filter((one) => (way > 0 ? one > index : one < index))
  if (!further.length) return index
  return way > 0 ? Math.min(...further) : Math.max(...further)
}

/** Draws of a moment as figures, where the game draws numbers: "throw 4" is a 4. */
export function drawOf({ from, end }: Moment, steps: Steps): string {
  const drawn = steps.slice(from, end).filter(({ by }) => by === CHANCE)
  const only = drawn.length === 1 ? /^\w+ (\d+)$/.exec(drawn[0]?.text ?? '') : null
  return only?.[1] ?? ''
}
