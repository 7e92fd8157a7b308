/** Which puzzle of a day a table plays. */
import { untrack } from 'svelte'
import type { Table } from '../wire/messages'
import { dayOf, isSet, puzzles, type Day } from '../lobby/daily'
import { today } from './days'

/** Made while a component is; the puzzles of today are asked for, those of other days are remembered. */
export class TablePuzzle {
  #seen = $state(0) // answers of the server
  #table: () => Table | null

  constructor(table: () => Table | null) {
    this.#table = table
    $effect(() => {
      const set = this.#set
      if (!set || untrack(() => this.day)) return
      void puzzles(set.game, today()).then(
        () => (this.#seen += 1),
        () => {}, // a game without them
      )
    })
  }

  get day(): Day | null {
    void this.#seen
    const set = this.#set
    return set ? dayOf(set.game, set.options) : null
  }

  /** Whether this is a puzzle of a day, or may be one: nobody has answered yet. */
  get mayBeDay(): boolean {
    return this.#set !== null && (this.#seen === 0 || this.day !== null)
  }

  /** The table, if it has a set puzzle. */
  get #set(): Table | null {
    const table = this.#table()
    return table && isSet(table.options) ? table : null
  }
}
