/** The final count as a story: statue by statue, from the last place to the first, and what decided. */
import type { Ending, Tally } from '../../wire/pyramydal'
import { colourName, points, statues } from './sentences'
import { capital, count, listed, nameIn } from '../../lib/text'

export interface Chapter {
  seat: number
  tally: Tally
  from: number // step of the story at which it begins
}

/** Seats from the last place to the first: the winner is told at the end. */
export function chapters(ending: Ending): Chapter[] {
  const seats = ending.tallies.map((_, seat) => seat)
  const placeOf = (seat: number) => ending.tallies[seat]?.place ?? 0
  seats.sort((a, b) => placeOf(b) - placeOf(a))
  let from = 0
  return seats.flatMap((seat) => {
    const tally = ending.tallies[seat]
    if (!tally) return []
    const chapter = { seat, tally, from }
    from += stepsOf(tally)
    return [chapter]
  })
}

/** One for each line, one for each diagonal, one to see the sum. */
export const stepsOf = (tally: Tally): number => tally.lines.length + tally.diagonals.length + 1

export const lengthOf = (all: readonly Chapter[]): number => {
  const last = all.at(-1)
  return last ? last.from + stepsOf(last.tally) : 0
}

/** What has been counted of a seat after a number of steps of its chapter. */
export function counted(tally: Tally, steps: number): number {
  const lines = tally.lines.slice(0, Math.max(0, steps))
  const diagonals = tally.diagonals.slice(0, Math.max(0, steps - tally.lines.length))
  return [...lines, ...diagonals].reduce((sum, each) => sum + each.points, 0)
}

/** "Statues 72, minis 14, one left over 1, diagonals 9." */
export function breakdown(tally: Tally): string {
  const of = (kinds: string[]) => tally.lines.filter((each) => kinds.includes(each.kind))
  const sum = (all: readonly { points: number }[]) => all.reduce((total, each) => total + each.points, 0)
  const parts: string[] = []
  const high = of(['mono', 'mixed'])
  if (high.length) parts.push(`${statues(high.length)} ${sum(high)}`)
  const minis = of(['mini'])
  if (minis.length) parts.push(`${count(minis.length)} mini${minis.length === 1 ? '' : 's'} ${sum(minis)}`)
  const singles = of(['single'])
  if (singles.length) parts.push(`${count(singles.length)} left over ${sum(singles)}`)
  if (tally.diagonals.length) {
    const colours = listed([...new Set(tally.diagonals.map((each) => colourName(each.colour)))])
    const many = tally.diagonals.length
    parts.push(`${many === 1 ? 'a diagonal' : `${count(many)} diagonals`} in ${colours} ${sum(tally.diagonals)}`)
  }
  return capital(parts.join(', '))
}

/** What the virtual pyramid became; empty for a seat that has none. */
export function virtualWords(tally: Tally): string {
  const line = tally.lines.find((each) => each.virtual >= 0)
  const piece = line?.pieces[line.virtual]
  if (!line || !piece) return ''
  const size = ['small', 'medium', 'large'][Number(piece.charAt(1)) - 1] ?? ''
  const use = { mono: 'completes a statue', mixed: 'completes a statue', mini: 'makes a mini', single: 'stands alone' }[
    line.kind
  ]
  return `The virtual pyramid is a ${size} ${colourName(piece.charAt(0))} and ${use}`
}

/** Who wins and why, with the tie-break where it decided. */
export function verdict(ending: Ending, names: readonly string[]): { words: string; clause: string } {
  const winner = nameIn(names, ending.winner)
  const tally = ending.tallies[ending.winner]
  if (!tally) return { words: `${winner} wins.`, clause: '4.5' }
  if (!ending.tie) {
    const second = Math.max(0, ...ending.tallies.filter((_, seat) => seat !== ending.winner).map((each) => each.points))
    const ahead = tally.points - second
    return { words: `${winner} wins with ${points(tally.points)}, ${ahead} ahead.`, clause: '4.5' }
  }
  const tied = ending.tied.map((seat) => nameIn(names, seat))
  const level = `${listed(tied)} have ${points(tally.points)} each.`
  if (ending.tie === 'statues') {
    const others = ending.tied
      .filter((seat) => seat !== ending.winner)
      .map((seat) => ending.tallies[seat]?.statues ?? 0)
    return {
      words: `${level} ${winner} has more statues, ${tally.statues} to ${Math.max(...others)}, and wins.`,
      clause: '4.5',
    }
  }
  return {
    words: `${level} They have as many statues too; ${winner} comes later in turn order, and wins.`,
    clause: '4.5',
  }
}
