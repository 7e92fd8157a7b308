/** A nest in section: what stands inside is drawn inside; equal sizes are courses at the foot. */
import { foot, type Frame, type Point } from './geometry'

export type Size = 'S' | 'M' | 'L'

export const SIZES: readonly Size[] = ['S', 'M', 'L']
export const PIPS: Record<Size, number> = { S: 1, M: 2, L: 3 }
export const NAMES: Record<Size, string> = { S: 'small', M: 'medium', L: 'large' }
export const WIDTH: Record<Size, number> = { S: 48, M: 82, L: 118 }
export const HEIGHT: Record<Size, number> = { S: 40, M: 68, L: 98 }
export const FILL: Record<Size, string> = {
  S: 'var(--solitaire-small)',
  M: 'var(--solitaire-medium)',
  L: 'var(--solitaire-large)',
}
export const ON: Record<Size, string> = { S: '#1a2032', M: '#1a2032', L: '#ffffff' }

/** The pips of a size, from the middle of its base: they climb along the left edge, clear of what stands inside. */
export const PIPS_AT: Record<Size, Point[]> = { S: climb('S'), M: climb('M'), L: climb('L') }

function climb(size: Size): Point[] {
  return Array.from({ length: PIPS[size] }, (_, i) => {
    const up = 8 + 12 * i
    return [-(WIDTH[size] / 2) * (1 - up / HEIGHT[size]) + 9.5, -up] as const
  })
}

export const LIFT = 12 // of a pyramid that was taken up
const STEP = 9 // from course to course, while there is room for it
const ROOM: Record<Size, number> = { S: 60, M: 40, L: 22 } // over the apex, for courses
const MOST = 5 // courses that can be told apart; more are told by a number

export const isSize = (letter: string): letter is Size => letter === 'S' || letter === 'M' || letter === 'L'

/** Sizes from the bottom to the top. */
export const sizesOf = (stack: string): Size[] => [...stack].filter(isSize)

export const topOf = (stack: string): Size | null => sizesOf(stack).at(-1) ?? null

const counted = (stack: string, size: Size): number => sizesOf(stack).filter((each) => each === size).length

/** How far a course of this many rises over the one below. */
function stepOf(size: Size, many: number): number {
  const extra = Math.min(many, MOST) - 1
  return extra > 0 ? Math.min(STEP, ROOM[size] / extra) : 0
}

export interface Course {
  size: Size
  rise: number // of its base over the ground
  outer: boolean // of the outermost size
  front: boolean // nothing of its own size stands over it
}

/** All that is drawn of a nest, what is behind first. The outermost pyramid is the one that is outer and front. */
export function courses(stack: string): Course[] {
  const top = topOf(stack)
  return [...SIZES].reverse().flatMap((size) => {
    const many = counted(stack, size)
    const shown = Math.min(many, MOST)
    const step = stepOf(size, many)
    return Array.from({ length: shown }, (_, i) => ({
      size,
      rise: i * step,
      outer: size === top,
      front: i === shown - 1,
    }))
  })
}

/** How many of one size stand here, where courses no longer tell; 0 where they do. */
export function crowd(stack: string): number {
  const top = topOf(stack)
  const many = top ? counted(stack, top) : 0
  return many > MOST ? many : 0
}

/** Where the outermost pyramid of a stack stands: the middle of its base. */
export function standing(frame: Frame, square: number, stack: string): Point {
  const [x, y] = foot(frame, square)
  const top = topOf(stack)
  if (!top) return [x, y]
  const many = counted(stack, top)
  return [x, y - (Math.min(many, MOST) - 1) * stepOf(top, many)]
}

/** The stack without its outermost pyramid. */
export const beneath = (stack: string): string => stack.slice(0, -1)

/** The outline of a pyramid whose base has its middle at x, y. */
export const outline = (size: Size, x: number, y: number): string =>
  `M${x} ${y - HEIGHT[size]}L${x + WIDTH[size] / 2} ${y}H${x - WIDTH[size] / 2}Z`

/** Its side in the shade. */
export const shade = (size: Size, x: number, y: number): string =>
  `M${x} ${y - HEIGHT[size]}L${x + WIDTH[size] / 2} ${y}H${x + WIDTH[size] * 0.1}Z`
