/** What is drawn along the track: groups that protect each other, and the way a piece would take. */
import type { Choice, Picture } from '../../wire/senet'
import { centre, corner, SQUARES, type Frame, type Point } from './geometry'
import { bow, line } from './outline'

export const MARKS = 'xo' // by seat
export const SAFE = [26, 28, 29] // houses where nobody is attacked

/** The seat whose piece stands on a square, or -1. */
export const ownerOf = (squares: string, square: number): number => MARKS.indexOf(squares[square - 1] ?? '.')

export interface Run {
  seat: number
  squares: number[] // neighbours along the track, at least two
}

/** Neighbours of one side, also round the corners: two protect each other, three or more are a wall. */
export function runs(squares: string): Run[] {
  const found: Run[] = []
  let run: Run | null = null
  for (let square = 1; square <= SQUARES; square++) {
    const seat = ownerOf(squares, square)
    if (run && run.seat === seat) run.squares.push(square)
    else run = seat < 0 ? null : { seat, squares: [square] }
    if (run && run.squares.length === 2) found.push(run)
  }
  return found
}

/** Squares from one to another along the track, both included, in either direction. */
export function between(from: number, to: number): number[] {
  const step = to < from ? -1 : 1
  return Array.from({ length: Math.abs(to - from) + 1 }, (_, i) => from + i * step)
}

/** The squares a piece touches, bounce included: forward to where the steps lead, then back to where it lands. */
export function via(start: number, land: number, steps: number, bounced: boolean): number[] {
  const aim = bounced ? start + steps : land
  return [...between(start, aim), ...(aim === land ? [] : between(aim - 1, land))]
}

export interface Way {
  path: string // along the track to where the steps end
  turn: string // after a bounce: the way back
  swim: string // out of the water
  tip: Tip | null // an arrow head where the way turned back
}

interface Tip {
  at: Point
  angle: number // degrees, 0 points down
}

/** Centres of squares along the track; past 30 the line runs straight out. */
export const points = (frame: Frame, squares: readonly number[]): Point[] =>
  squares.map((square) => centre(frame, square))

/** The dotted way of a choice. */
export function way(frame: Frame, choice: Choice, steps: number): Way {
  const bend = frame.cell * 0.24
  const swim = choice.kind === 'water' ? swum(frame, choice) : ''
  if (!choice.bounced) {
    return { path: line(points(frame, between(choice.start, choice.land)), bend), turn: '', swim, tip: null }
  }
  // Safe squares lie in the last row, so the way back is straight: it runs beside the way there.
  const aim = Math.min(choice.start + steps, SQUARES)
  const side = frame.cell * 0.2
  const stop = frame.cell * 0.36
  const from = (square: number, along: number, aside: number): Point => {
    const [x, y] = centre(frame, square)
    return frame.upright ? [x + aside, y - along] : [x + along, y + aside]
  }
  const there = points(frame, between(choice.start, aim - 1))
  const edge = from(aim, -stop, 0)
  const tip = from(choice.land, 0, side)
  const turn = [edge, from(aim, side / 2 - stop, 0), from(aim, side / 2 - stop, side), tip]
  return {
    path: line([...there, edge], bend),
    turn: line(turn, side / 2),
    swim,
    tip: { at: tip, angle: frame.upright ? 0 : 90 },
  }
}

function swum(frame: Frame, choice: Choice): string {
  const from = centre(frame, choice.land)
  const to = centre(frame, choice.end)
  return bow(from, to, Math.hypot(to[0] - from[0], to[1] - from[1]) * 0.16)
}

/** The two small arrows in the gaps where the snake turns: from 10 to 11 and from 20 to 21. */
export function bends(frame: Frame): Tip[] {
  return [10, 20].map((square) => {
    const [x, y] = centre(frame, square)
    const [nx, ny] = corner(frame, square + 1)
    return frame.upright
      ? { at: [nx - frame.gap / 2 - 0.5, y], angle: -90 }
      : { at: [x, ny - frame.gap / 2 + 1], angle: 0 }
  })
}

/** Choices that end on the same square share one target; the first listed wins. */
export function targets(choices: readonly Choice[]): Choice[] {
  const seen = new Set<number>()
  return choices.filter((choice) => {
    if (choice.kind === 'decline' || seen.has(choice.land)) return false
    seen.add(choice.land)
    return true
  })
}

/** A key for the moment of a picture: a repeated picture of the same moment has the same key. */
export const momentOf = (picture: Picture): string =>
  [picture.squares, picture.phase, picture.mover, picture.throw, picture.steps, picture.home].join(' ')
