/** Pieces, collections and statues, read from notation, with names and widths of colours and sizes. No rules. */
import { COLOURS, type Colour } from '../../ui/glyphs'

export type Pips = 1 | 2 | 3

export interface Piece {
  colour: Colour
  pips: Pips
}

export const ALL: readonly Colour[] = ['r', 'y', 'g', 'b', 'k', 'w', 'c', 'o', 'p', 'm'] // in the notation's order
export const SIZES: readonly Pips[] = [1, 2, 3]
const SIZE_NAMES: Record<Pips, string> = { 1: 'small', 2: 'medium', 3: 'large' }
export const WIDTHS: Record<Pips, number> = { 1: 0.42, 2: 0.62, 3: 0.86 } // of a cell
export const STATUE_WIDTHS: Record<Pips, number> = { 1: 0.5, 2: 0.74, 3: 1 } // of a large one

/** Seats in the order of their colours: those that no pyramid has come first, however many play. */
export const DEALT: readonly Colour[] = ['c', 'o', 'm', 'p', 'w', 'k', 'r', 'g', 'y', 'b']

export const seatColour = (seat: number): Colour => DEALT[seat % DEALT.length] as Colour

const isColour = (letter: string): letter is Colour => letter in COLOURS

/** "r3" as a piece; null for anything else, as ".." of a taken cell. */
export function pieceOf(text: string): Piece | null {
  const [letter, digit] = [text.charAt(0), Number(text.charAt(1))]
  if (text.length !== 2 || !isColour(letter) || !SIZES.includes(digit as Pips)) return null
  return { colour: letter, pips: digit as Pips }
}

/** "r3r3g2" as pieces. */
export function piecesOf(text: string): Piece[] {
  const found: Piece[] = []
  for (let i = 0; i + 1 < text.length; i += 2) {
    const piece = pieceOf(text.slice(i, i + 2))
    if (piece) found.push(piece)
  }
  return found
}

export const textOf = ({ colour, pips }: Piece): string => `${colour}${pips}`

/** "large carnelian". */
export const pieceName = ({ colour, pips }: Piece): string => `${SIZE_NAMES[pips]} ${COLOURS[colour]}`

export const isMono = (pieces: readonly Piece[]): boolean =>
  pieces.length === 3 && pieces.every((each) => textOf(each) === textOf(pieces[0] as Piece))

/** "three large carnelians", or "large carnelian, medium malachite and small lapis". */
export function statueName(text: string): string {
  const pieces = piecesOf(text)
  const [first] = pieces
  if (!first) return 'nothing'
  if (isMono(pieces)) return `three ${SIZE_NAMES[first.pips]} ${COLOURS[first.colour]}`
  const names = pieces.map(pieceName)
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

/** How many of a piece are in a collection. */
export const many = (collection: readonly string[], piece: string): number =>
  collection.filter((each) => each === piece).length

/** What a statue is worth, as the rulebook prints it (3.2, 3.3). */
export function worth(text: string): number {
  const pieces = piecesOf(text)
  return isMono(pieces) ? 12 * (pieces[0]?.pips ?? 0) : 18
}

/** "r3g2b1" as its three pieces. */
export const partsOf = (text: string): string[] => piecesOf(text).map(textOf)
