/** The geometry of a register: how a match went, moment by moment, as lines, fields, uprights, steps and streams. */
import type { Moment } from './moments'

const WHOLE = 10_000
const STELA = 24 // px between the middles of two stelae, at least

export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

/** Where a choice moved the line: an upright in the colour of its seat. */
export interface Upright {
  x: number
  from: number // y
  to: number // y
  seat: number
  index: number // of the moment
}

export interface ChanceLine {
  line: string // a path
  field: string // what lies under it, as a path
  uprights: Upright[]
  y: (value: number) => number
}

const px = (value: number): string => String(Math.round(value * 10) / 10)
const SEEN = 1.5 // px of an upright that can be seen

/** The place of a moment; the start is at the left edge. */
export const xOf = ({ left, right }: Box, index: number, last: number): number =>
  left + ((right - left) * index) / Math.max(1, last)

/** The moment nearest to a place. */
export function indexAt({ left, right }: Box, x: number, last: number): number {
  const share = (x - left) / Math.max(1, right - left)
  return Math.min(last, Math.max(0, Math.round(share * last)))
}

/** A seat's chance: sloping where it was moved, upright where somebody chose. */
export function chanceLine(moments: readonly Moment[], seat: number, box: Box): ChanceLine {
  const last = moments.length - 1
  const y = (value: number) => box.bottom - ((box.bottom - box.top) * Math.min(WHOLE, Math.max(0, value))) / WHOLE
  const points: string[] = []
  const uprights: Upright[] = []
  moments.forEach((moment, index) => {
    const x = xOf(box, index, last)
    const [from, to] = [y(moment.moved[seat] ?? 0), y(moment.after[seat] ?? 0)]
    points.push(`${px(x)} ${px(from)}`)
    if (from === to) return
    points.push(`${px(x)} ${px(to)}`)
    if (Math.abs(from - to) >= SEEN && moment.seat !== null) uprights.push({ x, from, to, seat: moment.seat, index })
  })
  const line = `M${points.join('L')}`
  return { line, field: `${line}L${px(box.right)} ${px(box.bottom)}L${px(box.left)} ${px(box.bottom)}Z`, uprights, y }
}

export interface Stair {
  field: string // a path
  line: string
  marks: { value: number; y: number }[] // of the scale
  y: (value: number) => number
}

const nice = (size: number): number => {
  const ten = 10 ** Math.floor(Math.log10(Math.max(1, size)))
  return [1, 2, 5, 10].map((step) => step * ten).find((step) => step >= size) ?? 10 * ten
}

/** What a seat could not do better than any more: values at most 0, drawn upwards as a stair. */
export function stairOf(moments: readonly Moment[], seat: number, box: Box, least = 1): Stair {
  const last = moments.length - 1
  const values = moments.map(({ after }) => -(after[seat] ?? 0))
  const highest = Math.max(least, ...values)
  const step = nice(highest / 4)
  const most = Math.ceil(highest / step) * step
  const y = (value: number) => box.bottom - ((box.bottom - box.top) * value) / most
  const edges = values.map((value, index) => {
    const [x, height] = [xOf(box, Math.max(0, index - 1), last), y(value)]
    return index === 0 ? `M${px(x)} ${px(height)}` : `L${px(x)} ${px(height)}H${px(xOf(box, index, last))}`
  })
  const line = edges.join('')
  const marks = Array.from({ length: Math.round(most / step) + 1 }, (_, i) => ({ value: i * step, y: y(i * step) }))
  return { line, field: `${line}V${px(box.bottom)}H${px(box.left)}Z`, marks, y }
}

export interface Stream {
  seat: number
  area: string // a path
  marks: { x: number; y: number }[] // the middles where it is wide enough for a mark
}

const EVERY = 110 // px between the marks of a stream, about
const WIDE = 17 // px that a stream has for a mark

/** Chances of all seats as streams over each other, the first seat on top. Together they fill the height. */
export function streamsOf(moments: readonly Moment[], box: Box): Stream[] {
  const last = moments.length - 1
  const seats = moments[0]?.after.length ?? 0
  const shares = moments.map(({ after }) => {
    const whole = after.reduce((sum, value) => sum + Math.max(0, value), 0)
    return after.map((value) => (whole ? Math.max(0, value) / whole : 1 / seats))
  })
  const edge = (index: number, seat: number): number =>
    box.top + (box.bottom - box.top) * (shares[index] ?? []).slice(0, seat).reduce((sum, share) => sum + share, 0)
  const many = Math.max(1, Math.round((box.right - box.left) / EVERY))
  return Array.from({ length: seats }, (_, seat) => {
    const over = moments.map((_, i) => `${px(xOf(box, i, last))} ${px(edge(i, seat))}`)
    const under = moments.map((_, i) => `${px(xOf(box, i, last))} ${px(edge(i, seat + 1))}`)
    const marks = Array.from({ length: many }, (_, i) => Math.round(((i + 0.5) * last) / many)).flatMap((index) => {
      const [high, low] = [edge(index, seat), edge(index, seat + 1)]
      return low - high >= WIDE ? [{ x: xOf(box, index, last), y: (high + low) / 2 }] : []
    })
    return { seat, area: `M${over.join('L')}L${under.reverse().join('L')}Z`, marks }
  })
}

/** Places of stelae over the moments that they mark: in their order, none on another, all within the box. */
export function stelaePlaces(wanted: readonly number[], { left, right }: Pick<Box, 'left' | 'right'>): number[] {
  const gap = Math.min(STELA, (right - left) / Math.max(1, wanted.length))
  const places = [...wanted]
  for (let i = 1; i < places.length; i++) places[i] = Math.max(places[i] as number, (places[i - 1] as number) + gap)
  let most = right
  for (let i = places.length - 1; i >= 0; i--) {
    // Pushed by half, so that neighbours stand to both sides of their moments.
    const pushed = (places[i] as number) - (wanted[i] as number)
    places[i] = Math.min(most, (places[i] as number) - pushed / 2)
    most = (places[i] as number) - gap
  }
  for (let i = 0; i < places.length; i++) {
    const from = i === 0 ? left : (places[i - 1] as number) + gap
    places[i] = Math.max(places[i] as number, from)
  }
  return places
}
