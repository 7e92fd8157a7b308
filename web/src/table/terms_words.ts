/** The terms of a table in a sentence, for somebody who is asked to sit down. */
import { entryOf } from '../games/catalog'
import { planWords } from '../lib/clock'
import { capital, count } from '../lib/text'
import type { Table } from '../wire/messages'

/** How long a match with these options takes, about; undefined where nobody knows. */
export function minutesOf({ game, options }: Pick<Table, 'game' | 'options'>): number | undefined {
  const fitting = (entryOf(game)?.lengths ?? []).filter((one) =>
    Object.entries(one.options).every(([name, value]) => options[name] === value),
  )
  return fitting.sort((a, b) => Object.keys(b.options).length - Object.keys(a.options).length)[0]?.minutes
}

/** "Three pieces, no clock, about ten minutes." */
export function termsWords(table: Table): string {
  const { clock, words } = table
  const sand = entryOf(table.game)?.timed // the options say how long it runs
  const time = clock.kind === 'none' ? (sand ? '' : 'no clock') : planWords(clock)
  const minutes = minutesOf(table)
  const parts = [words, time, minutes && clock.kind === 'none' ? `about ${count(minutes)} minutes` : '']
  return `${capital(parts.filter(Boolean).join(', '))}.`
}
