/** Motion follows from the difference between two pictures: which piece went which way. At most 600 ms, and no rules. */
import type { Row } from '../../wire/messages'
import type { Picture } from '../../wire/senet'
import { centre, OFF, type Frame, type Point } from './geometry'
import { lastMove } from './moves'
import { ownerOf, points, via } from './track'

export interface Journey {
  seat: number
  start: number
  land: number
  end: number
  squares: number[] // touched on the way, from start to land
  swap: boolean // the piece that stood on `land` went to `start`
}

const LONGEST = 600

/** The journey that led from one picture to the next; null where no single move did. */
export function journey(before: Picture | null, after: Picture, rows: readonly Row[]): Journey | null {
  const last = lastMove(rows)
  if (!last) return null
  const { move, row } = last
  const seat = row.seat ?? row.by
  const gone = move.end === OFF
  if (gone ? ownerOf(after.squares, move.start) === seat : ownerOf(after.squares, move.end) !== seat) return null
  // Where pictures were missed, the one before says nothing of this move's steps.
  const steps = before?.phase === 'play' && ownerOf(before.squares, move.start) === seat ? before.steps : 0
  const forward = move.land > move.start
  const bounced = forward && !gone && steps > 0 && move.land < move.start + steps
  return {
    seat,
    start: move.start,
    land: move.land,
    end: move.end,
    squares: via(move.start, move.land, steps, bounced),
    swap: move.swap,
  }
}

/** Milliseconds that a way takes: longer ways a little more. */
export const spanOf = (trip: Journey): number => {
  const wet = trip.end !== trip.land ? 180 : 0
  return Math.min(LONGEST, 200 + 55 * trip.squares.length + wet)
}

const shifted = ([x, y]: Point, [ox, oy]: Point): string => `translate(${x - ox}px, ${y - oy}px)`

/** Points with their share of the whole way, 0 to 1. */
function paced(way: readonly Point[]): { point: Point; share: number }[] {
  const lengths = way.map((point, i) => {
    const before = way[i - 1] ?? point
    return Math.hypot(point[0] - before[0], point[1] - before[1])
  })
  const whole = lengths.reduce((sum, length) => sum + length, 0) || 1
  let gone = 0
  return way.map((point, i) => ({ point, share: Math.min(1, (gone += lengths[i] ?? 0) / whole) }))
}

/** Key frames of the piece that moved, seen from the square where it stands now. */
export function frames(frame: Frame, trip: Journey): Keyframe[] {
  const home = centre(frame, trip.end)
  const way = paced(points(frame, trip.squares))
  if (trip.end === trip.land) return way.map(({ point, share }) => ({ offset: share, transform: shifted(point, home) }))
  // It walks to the water, sinks by four, and comes up where it swims to.
  const water = centre(frame, trip.land)
  const sunk: Point = [water[0], water[1] + 4]
  return [
    ...way.map(({ point, share }) => ({ offset: share * 0.64, opacity: 1, transform: shifted(point, home) })),
    { offset: 0.8, opacity: 0, transform: shifted(sunk, home) },
    { offset: 0.8, opacity: 0, transform: 'translate(0px, 4px)' },
    { offset: 1, opacity: 1, transform: 'translate(0px, 0px)' },
  ]
}

/** Key frames of the piece that was swapped: the same way, in the other direction, at the same time. */
export function swapped(frame: Frame, trip: Journey): Keyframe[] {
  const home = centre(frame, trip.start)
  return paced(points(frame, trip.squares).reverse()).map(({ point, share }) => ({
    offset: share,
    transform: shifted(point, home),
  }))
}

/** Key frames of a piece that leaves: along the track, past 30 and out. They start from where it stood. */
export function leaving(frame: Frame, trip: Journey): Keyframe[] {
  const home = centre(frame, trip.start)
  const way = paced(points(frame, trip.squares))
  return way.map(({ point, share }) => ({
    offset: share,
    opacity: share < 1 ? 1 : 0,
    transform: shifted(point, home),
  }))
}
