/** The player's results of all days, kept on this device; and what tells the server of them. */
import type { PuzzleResult } from '../wire/messages'
import { api } from '../lib/api'
import { keep, kept } from '../lib/settings.svelte'
import { daysInARow, standing, today, union, type Results, type Solved } from './days'

const KEY = 'benben.puzzles'
const DEVICE = 'benben.device'

class PuzzleResults {
  all: Results = $state.raw(kept<Results>(KEY, {}))

  of(date: string, game: string): Solved | null {
    return this.all[date]?.[game] ?? null
  }

  get row(): number {
    return daysInARow(this.all, today())
  }

  /** Keeps a result; if the puzzle was solved before, the one that stands. Returns whether it is the first. */
  add(date: string, game: string, solved: Solved): boolean {
    const known = this.of(date, game)
    this.merge({ [date]: { [game]: known ? standing(known, solved) : solved } })
    return known === null
  }

  /** Takes in what is known elsewhere. Nothing is ever lost. */
  merge(other: Results): void {
    const stored = kept<Results>(KEY, {}) // another window may have solved some
    const all = union(union(stored, this.all), other)
    if (JSON.stringify(all) === JSON.stringify(this.all)) return
    this.all = all
    keep(KEY, all)
  }
}

export const results = new PuzzleResults()

/** By what the server knows that a result of today was counted already: it is another number every day. */
export function deviceOfToday(): string {
  const known = kept<{ day: string; id: string }>(DEVICE, { day: '', id: '' })
  if (known.day === today() && known.id) return known.id
  const id = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
  keep(DEVICE, { day: today(), id })
  return id
}

/** Has a first result counted, without a name. Where that fails, nothing is lost but the count. */
export async function count(date: string, game: string, result: Omit<PuzzleResult, 'device'>): Promise<void> {
  await api.countResult(date, game, { ...result, device: deviceOfToday() }).catch(() => {})
}
