/** What board, dock and shelf share of the player's hand: the cell asked about, and the statue being put together. */
import type { Choice } from '../../wire/pyramydal'
import { many } from './pieces'

export const bench: {
  cell: number // that the board asks about; 0: none
  pieces: string[] // laid on the bench, for a statue
  chosen: string // the build that the dock offers, as its choice's text; empty: not picked
} = $state({ cell: 0, pieces: [], chosen: '' })

export function clear(): void {
  bench.pieces = []
  bench.chosen = ''
}

const builds = (choices: readonly Choice[]) => choices.filter((choice) => choice.kind === 'build' && choice.statue)

/** Builds that the pieces on the bench can still become. */
export function matching(choices: readonly Choice[], pieces: readonly string[]): Choice[] {
  const kinds = [...new Set(pieces)]
  return builds(choices).filter(({ statue }) =>
    kinds.every((kind) => many(statue?.pieces ?? [], kind) >= many(pieces, kind)),
  )
}

/** Best first; among equals as the server lists them. */
export const ranked = (choices: readonly Choice[]): Choice[] =>
  [...builds(choices)].sort((a, b) => (b.statue?.points ?? 0) - (a.statue?.points ?? 0))

/** The build that the dock offers: picked, or meant by what lies on the bench, else the best. */
export function offered(choices: readonly Choice[]): Choice | undefined {
  const meant = ranked(matching(choices, bench.pieces))
  return meant.find((choice) => choice.text === bench.chosen) ?? meant[0] ?? ranked(choices)[0]
}

/** The next build after the one offered, in a circle. */
export function another(choices: readonly Choice[]): void {
  const all = ranked(matching(choices, bench.pieces))
  const at = all.findIndex((choice) => choice.text === offered(choices)?.text)
  bench.chosen = all[(at + 1) % Math.max(1, all.length)]?.text ?? ''
}

/** Lays a piece on the bench, if some statue has a place for it. The build it completes, if it is the third. */
export function lay(choices: readonly Choice[], piece: string): Choice | undefined {
  const pieces = [...bench.pieces, piece]
  const meant = matching(choices, pieces)
  if (!meant.length) return undefined
  bench.pieces = pieces
  bench.chosen = ''
  return pieces.length === 3 ? meant[0] : undefined
}
