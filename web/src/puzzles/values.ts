/** Values of answers in words. */
import type { DayPuzzle } from '../wire/messages'

export type Unit = NonNullable<DayPuzzle['unit']> // ten-thousandths of a chance to win, or points

/** Digits that tell all different chances apart, one at most. */
export function digitsFor(values: readonly number[]): number {
  const whole = new Set(values.map((value) => Math.round(value / 100)))
  return whole.size === new Set(values).size ? 0 : 1
}

/** "66 %", or "24" points. */
export const valueWords = (value: number, unit: Unit, digits = 0): string =>
  unit === 'chance' ? `${(value / 100).toFixed(digits)}\u00a0%` : String(value)

export const MANY = 10 // people: where there are fewer, shares say too little
