/** Commitments to the dice of a table as this browser first saw them, so that they can be held against the key later. */
import { keep, kept } from '../lib/settings.svelte'
import type { Table } from '../wire/messages'

const KEY = 'benben.promises'
const MOST = 100 // tables that are remembered

/** Keeps the commitment of a table, unless one is kept already. */
export function keepCommitment(table: Table): void {
  const known = kept<Record<string, string>>(KEY, {})
  if (known[table.code]) return
  const recent = Object.entries(known).slice(1 - MOST)
  keep(KEY, Object.fromEntries([...recent, [table.code, table.commitment]]))
}

/** The commitment of a table as this browser first saw it; empty where it never did. */
export const commitmentSeen = (code: string): string => kept<Record<string, string>>(KEY, {})[code] ?? ''
