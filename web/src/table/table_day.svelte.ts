/** The puzzle of the day that a table plays, if it plays one. */
import { untrack } from 'svelte'
import { dayOf, isSet, puzzles, today, type Day } from '../lobby/daily'
import type { TableStore } from './store.svelte'

/** Asks for the puzzles of today at a table with a set puzzle; others are remembered. Gives a function that reads it. */
export function watchDay(room: TableStore): () => Day | null {
  let seen = $state(0)
  const set = $derived(room.table !== null && isSet(room.table.options))
  const day = $derived.by(() => {
    void seen
    return room.table && set ? dayOf(room.table.game, room.table.options) : null
  })
  $effect(() => {
    if (!room.table || !set || untrack(() => day)) return
    void puzzles(room.table.game, today()).then(
      () => (seen += 1),
      () => {}, // a game without them
    )
  })
  return () => day
}
