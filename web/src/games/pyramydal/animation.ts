/** Motion follows from the difference between two pictures: which tokens went which way. At most 600 ms in all. */
import type { Picture } from '../../wire/pyramydal'
import { foot, queued, way, type Frame, type Point } from './geometry'

export interface Journey {
  seat: number
  from: number // cell; 0: the queue
  to: number
  piece: string // the pyramid taken there
}

const LONGEST = 600

/** Tokens that went forward between two pictures; none where a game was opened again or a move taken back. */
export function journeys(before: Picture | null, after: Picture): Journey[] {
  if (!before || before.seats.length !== after.seats.length || before.total !== after.total) return []
  return after.seats.flatMap(({ cell: to }, seat) => {
    const was = before.seats[seat]
    if (!was || to <= was.cell) return []
    const piece = before.line[to - 1] ?? ''
    return piece && !after.line[to - 1] ? [{ seat, from: was.cell, to, piece }] : []
  })
}

export const spanOf = ({ from, to }: Journey): number => Math.min(LONGEST, 220 + 30 * (to - from))

/** Key frames of a token on its way, seen from where it stands now. */
export function travel(frame: Frame, { seat, from, to }: Journey, waiting: number): Keyframe[] {
  const [endX, endY] = foot(frame, to)
  const start: Point[] = from ? [] : [queued(frame, Math.min(seat, waiting), waiting + 1)]
  const points = [...start, ...way(frame, from || 1, to)]
  const lengths = points.map(([x, y], i) => {
    const [px, py] = points[i - 1] ?? [x, y]
    return Math.hypot(x - px, y - py)
  })
  const whole = lengths.reduce((sum, each) => sum + each, 0) || 1
  let gone = 0
  return points.map(([x, y], i) => ({
    offset: Math.min(1, (gone += lengths[i] ?? 0) / whole),
    transform: `translate(${(x - endX).toFixed(2)}px, ${(y - endY).toFixed(2)}px)`,
  }))
}

/** A key for the moment of a picture: a repeated picture of the same moment has the same key. */
export const momentOf = (picture: Picture): string =>
  [
    picture.phase,
    picture.turn,
    picture.last,
    ...picture.seats.map(
      (each) => `${each.cell}${each.token}${each.choice}${each.statues.length}/${each.collection.length}`,
    ),
  ].join(' ')
