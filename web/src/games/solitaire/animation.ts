/** Motion follows from the difference between two pictures: which pyramid hopped, and which one left or came back. */
import type { BoardPicture } from '../../wire/solitaire'
import { place, type Frame, type Point } from './geometry'
import { beneath, standing, topOf, type Size } from './nest'

export interface Journey {
  start: number
  over: number
  end: number
  size: Size // of the pyramid that hopped
  taken: Size
  back: boolean // the hop was taken back
}

export const SPAN = 280 // ms of a hop
const ARC = 46 // units that a hop rises
const SINK = 8 // units that a taken pyramid sinks

/** The single hop between two pictures of a board, in either direction; null where it was none or several. */
export function journey(before: readonly string[], after: readonly string[], frame: Frame): Journey | null {
  return hopped(before, after, frame, false) ?? hopped(after, before, frame, true)
}

function hopped(before: readonly string[], after: readonly string[], frame: Frame, back: boolean): Journey | null {
  if (before.length !== after.length) return null
  const changed = before.map((_, square) => square).filter((square) => before[square] !== after[square])
  if (changed.length !== 3) return null
  const lost = changed.filter((square) => beneath(before[square] ?? '') === after[square])
  const end = changed.find((square) => beneath(after[square] ?? '') === before[square])
  if (lost.length !== 2 || end === undefined) return null
  const [column, row] = place(frame, end)
  const far = (square: number) => {
    const [x, y] = place(frame, square)
    return Math.max(Math.abs(x - column), Math.abs(y - row))
  }
  const [start, over] = lost.sort((a, b) => far(b) - far(a)) as [number, number]
  const [size, taken] = [topOf(before[start] ?? ''), topOf(before[over] ?? '')]
  const apart = far(start) === 2 && far(over) === 1
  if (!apart || !size || !taken || topOf(after[end] ?? '') !== size) return null
  return { start, over, end, size, taken, back }
}

export interface Flight extends Journey {
  from: Point // where the base of the hopper stood
  to: Point // and where it stands now
  left: Point // where the taken one stood
}

/** Where a journey begins and ends on the drawing. */
export function flight(frame: Frame, trip: Journey, before: readonly string[], after: readonly string[]): Flight {
  const [old, now] = trip.back ? [after, before] : [before, after]
  const start = standing(frame, trip.start, old[trip.start] ?? '')
  const end = standing(frame, trip.end, now[trip.end] ?? '')
  const left = standing(frame, trip.over, old[trip.over] ?? '')
  return { ...trip, from: trip.back ? end : start, to: trip.back ? start : end, left }
}

/** A board as it is drawn while pyramids are on their way: without those that fly or have yet to appear. */
export function grounded(squares: readonly string[], way: Flight): string[] {
  const hidden = way.back ? [way.start, way.over] : [way.end]
  return squares.map((stack, square) => (hidden.includes(square) ? beneath(stack) : stack))
}

/** Key frames of a low arc, seen from where the pyramid stands afterwards. */
export function arc({ from, to }: Pick<Flight, 'from' | 'to'>): Keyframe[] {
  const steps = 8
  return Array.from({ length: steps + 1 }, (_, i) => {
    const share = i / steps
    const x = (from[0] - to[0]) * (1 - share)
    const y = (from[1] - to[1]) * (1 - share) - 4 * ARC * share * (1 - share)
    return { offset: share, transform: `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px)` }
  })
}

/** Key frames of a pyramid that leaves once it was hopped, or comes back. */
export function leaving(back: boolean): Keyframe[] {
  const frames: Keyframe[] = [
    { opacity: 1, transform: 'translateY(0px)', offset: 0 },
    { opacity: 1, transform: 'translateY(0px)', offset: 0.4 },
    { opacity: 0, transform: `translateY(${SINK}px)`, offset: 1 },
  ]
  if (!back) return frames
  return frames.map((frame) => ({ ...frame, offset: 1 - Number(frame.offset) })).reverse()
}

/** A key for the moment of a board: a repeated picture of the same moment has the same key. */
export const momentOf = (board: BoardPicture | undefined, phase: string): string =>
  board ? `${board.squares.join()} ${phase}` : phase
