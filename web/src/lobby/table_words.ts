/** A table in a few words, for lists of tables. */
import { listed } from '../lib/text'
import type { Table } from '../wire/messages'

/** "Senet against Hori" */
export function tableWords({ title, seats }: Pick<Table, 'title' | 'seats'>): string {
  const others = seats.filter((seat) => !seat.you && seat.kind !== 'open').map((seat) => seat.name)
  return others.length ? `${title} against ${listed(others)}` : title
}
