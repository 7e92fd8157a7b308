/** Which steps of which lessons this device has laid, and the tables that set a capstone. */
import { keep, kept } from '../lib/settings.svelte'

const LAID = 'benben.lessons' // {game: [names of steps, "game" for the capstone]}
const TABLES = 'benben.capstones' // {code of a table: the game whose capstone it sets}

export const CAPSTONE = 'game' // the short game at the end of a lesson, among the names of steps

type Laid = Record<string, string[]>

class Progress {
  laid: Laid = $state.raw(kept<Laid>(LAID, {}))

  has(game: string, step: string): boolean {
    return this.laid[game]?.includes(step) ?? false
  }

  /** Lays a course for good; false if it lay already. */
  lay(game: string, step: string): boolean {
    if (this.has(game, step)) return false
    this.merge({ [game]: [step] })
    return true
  }

  /** Takes over what was laid elsewhere; nothing is ever lost. */
  merge(other: Laid): void {
    const known = kept<Laid>(LAID, {}) // another window may have laid some
    const games = [...new Set([...Object.keys(known), ...Object.keys(this.laid), ...Object.keys(other)])]
    this.laid = Object.fromEntries(
      games.map((game) => [
        game,
        [...new Set([...(known[game] ?? []), ...(this.laid[game] ?? []), ...(other[game] ?? [])])],
      ]),
    )
    keep(LAID, this.laid)
  }
}

export const progress = new Progress()

/** Remembers that the match at this table sets a capstone, win or lose. */
export function awaitCapstone(code: string, game: string): void {
  keep(TABLES, { ...kept<Record<string, string>>(TABLES, {}), [code]: game })
}

/** Tables whose matches may still set a capstone. */
export const awaited = (): [code: string, game: string][] => Object.entries(kept<Record<string, string>>(TABLES, {}))

/** A match is over: if it was the short game of a lesson, its capstone is set. */
export function setCapstone(code: string): void {
  const { [code]: game, ...rest } = kept<Record<string, string>>(TABLES, {})
  if (!game) return
  progress.lay(game, CAPSTONE)
  keep(TABLES, rest)
}
