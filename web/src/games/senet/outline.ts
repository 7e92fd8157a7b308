/** Lines with round corners: paths along the track and loops round it. */
import type { Point } from './geometry'

const text = (value: number) => String(Math.round(value * 100) / 100)
const at = ([x, y]: Point) => `${text(x)} ${text(y)}`
const apart = (a: Point, b: Point) => Math.hypot(b[0] - a[0], b[1] - a[1])

function towards(from: Point, to: Point, length: number): Point {
  const whole = apart(from, to) || 1
  return [from[0] + ((to[0] - from[0]) * length) / whole, from[1] + ((to[1] - from[1]) * length) / whole]
}

/** Leaves out points in the middle of a straight line, so that only ends and turns remain. */
export function turns(points: readonly Point[]): Point[] {
  const kept: Point[] = []
  for (const point of points) {
    const [before, last] = [kept.at(-2), kept.at(-1)]
    if (last && apart(last, point) < 1e-9) continue
    if (before && last) {
      const cross = (last[0] - before[0]) * (point[1] - last[1]) - (last[1] - before[1]) * (point[0] - last[0])
      const along = (last[0] - before[0]) * (point[0] - last[0]) + (last[1] - before[1]) * (point[1] - last[1])
      if (Math.abs(cross) < 1e-9 && along > 0) kept.pop()
    }
    kept.push(point)
  }
  return kept
}

/** A line through the points, its turns rounded by at most `radius`. */
export function line(points: readonly Point[], radius: number): string {
  const bends = turns(points)
  const [first] = bends
  if (!first) return ''
  let path = `M${at(first)}`
  for (let i = 1; i < bends.length; i++) {
    const [before, here, after] = [bends[i - 1], bends[i], bends[i + 1]] as [Point, Point, Point | undefined]
    if (!after) {
      path += `L${at(here)}`
      continue
    }
    const reach = Math.min(radius, apart(before, here) / 2, apart(here, after) / 2)
    path += `L${at(towards(here, before, reach))}Q${at(here)} ${at(towards(here, after, reach))}`
  }
  return path
}

/** The corners of a band of half width `half` round a line of right angles, in order. */
export function band(points: readonly Point[], half: number): Point[] {
  const bends = turns(points)
  const first = bends[0]
  const last = bends.at(-1)
  if (!first || !last) return []
  if (bends.length === 1) {
    const [x, y] = first
    return [
      [x - half, y - half],
      [x + half, y - half],
      [x + half, y + half],
      [x - half, y + half],
    ]
  }
  const ways = bends.slice(1).map((point, i) => towards([0, 0], way(bends[i] as Point, point), 1))
  const left: Point[] = []
  const right: Point[] = []
  bends.forEach(([x, y], i) => {
    const [into, out] = [ways[i - 1] ?? ways[i], ways[i] ?? ways[i - 1]] as [Point, Point]
    // An end is pushed out by half a square; a turn is the corner where both sides meet.
    const push = i === 0 ? -1 : i === bends.length - 1 ? 1 : 0
    const [nx, ny] = push ? [-out[1], out[0]] : [-into[1] - out[1], into[0] + out[0]]
    const [ex, ey] = [x + push * out[0] * half, y + push * out[1] * half]
    left.push([ex + nx * half, ey + ny * half])
    right.push([ex - nx * half, ey - ny * half])
  })
  return [...left, ...right.reverse()]
}

function way(from: Point, to: Point): Point {
  return [to[0] - from[0], to[1] - from[1]]
}

/** A closed loop round a line of right angles: a cartouche, also round the bend. */
export function loop(points: readonly Point[], half: number, radius: number): string {
  const corners = band(points, half)
  const parts = corners.map((here, i) => {
    const before = corners.at(i - 1) as Point
    const after = corners[(i + 1) % corners.length] as Point
    const reach = Math.min(radius, apart(before, here) / 2, apart(here, after) / 2)
    return `${i ? 'L' : 'M'}${at(towards(here, before, reach))}Q${at(here)} ${at(towards(here, after, reach))}`
  })
  return parts.length ? `${parts.join('')}Z` : ''
}

/** A bow from one point to another, for what does not follow the track. */
export function bow(from: Point, to: Point, bulge: number): string {
  const [dx, dy] = way(from, to)
  const length = Math.hypot(dx, dy) || 1
  const middle: Point = [(from[0] + to[0]) / 2 - (dy / length) * bulge, (from[1] + to[1]) / 2 + (dx / length) * bulge]
  return `M${at(from)}Q${at(middle)} ${at(to)}`
}
