/** How four sticks come to lie: a little differently each throw, always alike for the same throw. */
import { lightSides } from './sentences'

interface Lying {
  x: number
  y: number
  turn: number // degrees
  light: boolean // which side is up
}

/** A number from 0 to 1 that depends on nothing but the throw's number and what is asked for. */
export function lot(number: number, which: number): number {
  let mixed = Math.imul(number * 64 + which + 1, 0x9e3779b1)
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32
}

const swing = (number: number, which: number, reach: number) => (lot(number, which) * 2 - 1) * reach

/** Which of the four show their light side. Before the first throw they lie in turns. */
export function faces(value: number, number: number): boolean[] {
  if (!value) return [true, false, true, false]
  const order = [0, 1, 2, 3].sort((a, b) => lot(number, a) - lot(number, b))
  const light = new Set(order.slice(0, lightSides(value)))
  return [0, 1, 2, 3].map((i) => light.has(i))
}

/** Fallen: side by side across the drawer, or upright down the tray. */
export function fallen(value: number, number: number, upright: boolean): Lying[] {
  return faces(value, number).map((light, i) => {
    const [a, b, c] = [swing(number, 8 + i, 1), swing(number, 16 + i, 1), swing(number, 24 + i, 1)]
    return upright
      ? { x: 22 + i * 31 + a * 3, y: b * 4, turn: -90 + c * 2.2, light }
      : { x: 210 + a * 26, y: 33 + i * 26.5 + b * 2, turn: c * 2.6, light }
  })
}

/** Gathered, ready for the hand. */
export function ready(value: number, number: number, upright: boolean): Lying[] {
  return faces(value, number).map((light, i) =>
    upright ? { x: 36 + i * 21, y: 0, turn: -90, light } : { x: 212, y: 41 + i * 20, turn: 0, light },
  )
}
