/** Sentences of the board: pieces, cells, seats, statues. What the dock says is in dock_text.ts. */
import type { Choice, Collector, Picture, Statue } from '../../wire/pyramydal'
import { COLOURS, type Colour } from '../../ui/glyphs'
import { ALL, many, pieceName, pieceOf, SIZES, statueName } from './pieces'
import { capital, count, figures, nameIn, plural } from '../../lib/text'

export const points = (value: number): string => figures(value, 'point')
export const pyramids = (value: number): string => plural(value, 'pyramid')
export const statues = (value: number): string => plural(value, 'statue')

export const nameOf = (statue: Pick<Statue, 'pieces'>): string => statueName(statue.pieces.join(''))
export const nameOfPiece = (text: string): string => {
  const piece = pieceOf(text)
  return piece ? pieceName(piece) : 'nothing'
}

/** "two large carnelian, one small lapis". */
export function collectionWords(collection: readonly string[]): string {
  const kinds = [...new Set(collection)]
  if (!kinds.length) return 'nothing'
  return kinds.map((kind) => `${count(many(collection, kind))} ${nameOfPiece(kind)}`).join(', ')
}

/** Colours of a collection's table: those in play, and any that occurs. */
function coloursOf(picture: Picture): Colour[] {
  return ALL.filter((colour) => picture.colours.includes(colour))
}

/** How many of each kind, by size and colour: rows of the table that a collection is drawn as. */
export const table = (picture: Picture, collection: readonly string[]): { piece: string; count: number }[][] =>
  SIZES.map((pips) =>
    coloursOf(picture).map((colour) => ({ piece: `${colour}${pips}`, count: many(collection, `${colour}${pips}`) })),
  )

/** The seat whose token stands on a cell; -1: none. */
export const tokenOn = (picture: Picture, cell: number): number => picture.seats.findIndex((each) => each.cell === cell)

/** Pyramids between a token and a cell that would be passed and lost. */
export function passed(picture: Picture, from: number, to: number): number[] {
  const cells: number[] = []
  for (let cell = from + 1; cell < to; cell++) if (picture.line[cell - 1]) cells.push(cell)
  return cells
}

/** "33, large carnelian, you would pass five pyramids", for screen readers. */
export function cellName(
  picture: Picture,
  cell: number,
  names: readonly string[],
  mine: number | null,
  choice?: Choice,
): string {
  const parts = [String(cell)]
  const piece = picture.line[cell - 1]
  if (piece) parts.push(nameOfPiece(piece))
  const token = tokenOn(picture, cell)
  if (token >= 0) parts.push(token === mine ? 'your token' : nameIn(names, token))
  else if (!piece) parts.push(cell > picture.line.length ? 'not laid yet' : 'taken')
  if (cell === picture.total) parts.push('the last cell')
  if (choice) {
    if (choice.skipped) parts.push(`you would pass ${pyramids(choice.skipped)}`)
    for (const statue of choice.builds.slice(0, 2)) parts.push(`makes ${statueName(statue)} possible`)
  } else if (piece && mine !== null && cell < (picture.seats[mine]?.cell ?? 0)) parts.push('behind you')
  return parts.join(', ')
}

/** The line of a seat: "18 points, one statue, four pyramids". */
export function line(picture: Picture, seat: number): string {
  const one = picture.seats[seat]
  if (!one) return ''
  const lone = one.collection.length ? pyramids(one.collection.length) : ''
  return capital([statues(one.statues.length), lone, standing(picture, one)].filter(Boolean).join(', '))
}

/** Where a token is, in a word or two; empty where it simply stands in the line. */
export function standing(picture: Picture, one: Collector): string {
  if (picture.phase === 'over') return one.virtual ? 'virtual pyramid' : ''
  const owns = one.virtual ? ['virtual pyramid'] : []
  if (one.choice === 'due') owns.unshift('choosing')
  else if (one.choice === 'hidden') owns.unshift('has chosen')
  if (one.token === 'queue') owns.push('in the queue')
  else if (one.token === 'retired') owns.push('retired')
  else if (one.token === 'stuck' && !one.virtual) owns.push('at the end')
  return owns.join(', ')
}

export const colourName = (letter: string): string => COLOURS[letter as Colour] ?? letter

/** Diagonals that stand among built statues: a colour large, medium and small in three of them (6.1). */
export function diagonalsIn(
  lots: readonly (readonly string[])[],
): { colour: string; statues: [number, number, number] }[] {
  const found: { colour: string; statues: [number, number, number] }[] = []
  for (const colour of ALL) {
    const [large, medium, small] = [3, 2, 1].map((pips) =>
      lots.flatMap((pieces, i) => (pieces.length === 3 && pieces.includes(`${colour}${pips}`) ? [i] : [])),
    ) as [number[], number[], number[]]
    large.forEach((l, n) => {
      const [m, s] = [medium[n], small[n]]
      if (m !== undefined && s !== undefined) found.push({ colour, statues: [l, m, s] })
    })
  }
  return found
}
