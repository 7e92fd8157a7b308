/** How a match stands, in words and figures. */
import { amountWords, valueText } from '../../review/words'
import { nameIn } from '../../lib/text'
import type { Metered } from '../../wire/messages'

const WHOLE = 10_000 // a sure win

type Figures = Pick<Metered, 'unit' | 'values' | 'label' | 'error'>

/** Chances as whole percents that add up to a hundred; what is rounded off goes where it is missed least. */
export function percents(values: readonly number[]): number[] {
  const found = values.map((value) => Math.floor(value / 100))
  const whole = Math.round(values.reduce((sum, value) => sum + value, 0) / 100)
  const order = values.map((_, seat) => seat).sort((a, b) => ((values[b] ?? 0) % 100) - ((values[a] ?? 0) % 100))
  for (const seat of order.slice(0, whole - found.reduce((sum, one) => sum + one, 0)))
    found[seat] = (found[seat] ?? 0) + 1
  return found
}

/** "You", or the name of a seat. */
export const who = (names: string[], seat: number, mine: number): string =>
  seat === mine ? 'You' : nameIn(names, seat)

/** "62 %": a figure of one seat. */
export const figureText = ({ unit, values }: Figures, seat: number): string =>
  unit === 'chance' ? `${percents(values)[seat] ?? 0}\u00a0%` : valueText(values[seat] ?? 0, unit)

/** "±6 %": how exact figures are; empty where they are proved. */
export const errorText = ({ unit, label, error }: Figures): string =>
  label === 'estimated' ? `±${unit === 'chance' ? valueText(error, unit) : amountWords(error, unit)}` : ''

/** "At best 1 pip left": how a player alone stands. */
export function aloneText({ unit, values, label }: Figures): string {
  const [value = 0] = values
  const known = label === 'bounded' ? ', as far as was found' : ''
  if (unit === 'chance') return `${value < WHOLE / 2 ? 'Out of' : 'Within'} reach as it stands${known}`
  return unit === 'pips'
    ? `At best ${amountWords(value, unit)} left${known}`
    : `${amountWords(value, unit)} lost${known}`
}
