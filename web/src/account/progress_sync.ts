/** What was learned and solved: this device and the account take over what the other has. */
import type { PersonProgress } from '../wire/messages'
import { progress } from '../learn/progress.svelte'
import { api } from '../lib/api'
import type { Results } from '../puzzles/days'
import { results } from '../puzzles/results.svelte'
import { guest } from './person.svelte'

/** Results as the server keeps them: without what only this device knows. */
const bare = (all: Results): PersonProgress['puzzles'] =>
  Object.fromEntries(
    Object.entries(all).map(([date, games]) => [
      date,
      Object.fromEntries(
        Object.entries(games).map(([game, { tries, ms, helped, at, part = '' }]) => [
          game,
          { tries, ms, helped, at, part } as NonNullable<PersonProgress['puzzles']>[string][string],
        ]),
      ),
    ]),
  )

/** Merges both ways. A guest whom the server does not know yet keeps all on this device. */
export async function syncProgress(): Promise<void> {
  if (!guest.token) return
  try {
    const { lessons, puzzles } = await api.addProgress({ lessons: progress.laid, puzzles: bare(results.all) })
    progress.merge(lessons ?? {})
    results.merge(named(puzzles ?? {}))
  } catch {
    // it is all on this device, and is sent again next time
  }
}

/** Results without a part have none, rather than an empty one. */
const named = (all: NonNullable<PersonProgress['puzzles']>): Results =>
  Object.fromEntries(
    Object.entries(all).map(([date, games]) => [
      date,
      Object.fromEntries(
        Object.entries(games).map(([game, { part, ...solved }]) => [game, part ? { ...solved, part } : solved]),
      ),
    ]),
  )
