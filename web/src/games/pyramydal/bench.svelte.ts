/** What board, dock and shelf of one table share: the cell asked about, and the statue being put together. */
import type { Choice } from '../../wire/pyramydal'
import { many } from './pieces'

const builds = (choices: readonly Choice[]) => choices.filter((choice) => choice.kind === 'build' && choice.statue)

/** Builds that these pieces can still become. */
export function matching(choices: readonly Choice[], pieces: readonly string[]): Choice[] {
  const kinds = [...new Set(pieces)]
  return builds(choices).filter(({ statue }) =>
    kinds.every((kind) => many(statue?.pieces ?? [], kind) >= many(pieces, kind)),
  )
}

/** Best first; among equals as the server lists them. */
export const ranked = (choices: readonly Choice[]): Choice[] =>
  [...builds(choices)].sort((a, b) => (b.statue?.points ?? 0) - (a.statue?.points ?? 0))

export class Bench {
  cell = $state(0) // that the board asks about; 0: none
  pieces: string[] = $state([]) // laid on the bench, for a statue
  chosen = $state('') // the build that the dock offers, as its choice's text; empty: not picked

  clear(): void {
    this.pieces = []
    this.chosen = ''
  }

  /** The build that the dock offers: picked, or meant by what lies on the bench, else the best. */
  offered(choices: readonly Choice[]): Choice | undefined {
    const meant = ranked(matching(choices, this.pieces))
    return meant.find((choice) => choice.text === this.chosen) ?? meant[0] ?? ranked(choices)[0]
  }

  /** Offers the next build after the one offered, in a circle. */
  offerNext(choices: readonly Choice[]): void {
    const all = ranked(matching(choices, this.pieces))
    const at = all.findIndex((choice) => choice.text === this.offered(choices)?.text)
    this.chosen = all[(at + 1) % Math.max(1, all.length)]?.text ?? ''
  }

  /** Lays a piece on the bench, if some statue has a place for it. The build it completes, if it is the third. */
  lay(choices: readonly Choice[], piece: string): Choice | undefined {
    const pieces = [...this.pieces, piece]
    const meant = matching(choices, pieces)
    if (!meant.length) return undefined
    this.pieces = pieces
    this.chosen = ''
    return pieces.length === 3 ? meant[0] : undefined
  }
}
