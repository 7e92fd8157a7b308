/** Sentences: what the dock says, the names of squares, the lines of seats. */
import type { Say } from '../../table/game_client'
import type { Row } from '../../wire/messages'
import type { Choice, Picture, Stay } from '../../wire/senet'
import { OFF, WATER } from './geometry'
import { label, lastMove, readThrow } from './moves'
import { ownerOf, runs } from './track'
import { capital, count as numberWord } from '../../lib/text'

const PIECES = ['cone', 'spool'] as const
const HOUSES: Record<number, string> = {
  15: 'ankh',
  26: 'nefer, safe',
  27: 'water',
  28: 'three strokes, safe',
  29: 'two strokes, safe',
  30: 'falcon',
}
// Reasons that teach most come first: a wall, a pair, a safe square, the home row, a piece of the same side.
const TEACHING = ['5.2', '5.1', '8.2', '8.1', '1.2', '8.3', '6.1', '4.1']

export const count = (value: number): string => (value ? numberWord(value) : 'none')
export const piece = (seat: number): string => PIECES[seat] ?? 'piece'
export const pieces = (seat: number): string => `${piece(seat)}s`
export const whose = (name: string): string => (name.endsWith('s') ? `${name}’` : `${name}’s`)

/** A name short enough for a place that does not grow. */
export const short = (name: string, most: number): string =>
  name.length > most ? `${name.slice(0, most - 1).trimEnd()}…` : name

/** "Cones, one home". */
export function line(picture: Picture, seat: number): string {
  const home = picture.home[seat] ?? 0
  return `${capital(pieces(seat))}, ${home === picture.pieces ? 'all' : count(home)} home`
}

/** "2 of 6 left", or nothing while the throw is whole. */
export const remainder = (picture: Picture): string =>
  picture.phase === 'play' && picture.steps !== picture.throw ? `${picture.steps} of ${picture.throw} left` : ''

/** What follows from this throw. */
export const after = (picture: Picture): string => (picture.again ? 'throw again' : 'the turn ends with it')

/** Light sides of a throw: none of them counts six. */
export const lightSides = (value: number): number => (value === 6 ? 0 : value)

/** "three light sides, one dark". */
export function sides(value: number): string {
  const light = lightSides(value)
  if (light === 4) return 'four light sides'
  if (light === 0) return 'four dark sides'
  return `${count(light)} light ${light === 1 ? 'side' : 'sides'}, ${count(4 - light)} dark`
}

/** The reason worth telling, of all the pieces that stay. */
export function instructive(stays: readonly Stay[]): Stay | null {
  const rank = (stay: Stay) => {
    const place = TEACHING.indexOf(stay.clause)
    return place < 0 ? TEACHING.length : place
  }
  return stays.reduce<Stay | null>((best, stay) => (best && rank(best) <= rank(stay) ? best : stay), null)
}

/** What a choice does, in a few words, for the name of its square. */
export function effect(choice: Choice, picture: Picture): string {
  const parts: string[] = []
  if (choice.kind === 'off') parts.push('may leave the board')
  else parts.push(`may move ${choice.back ? 'back ' : ''}to ${choice.land}`)
  if (choice.kind === 'swap') parts.push('swaps')
  if (choice.bounced) parts.push(`stops before ${choice.start + picture.steps}`)
  if (choice.kind === 'water') parts.push(`falls into the water and swims to ${choice.end}`)
  if (choice.left) parts.push(`leaves ${choice.left} of ${picture.throw}`)
  return parts.join(', ')
}

export interface Scene {
  picture: Picture
  choices: readonly Choice[]
  seat: number | null
  held: number // square of the piece taken up, 0: none
}

/** What a square is called: "20, cone, may move to 23, swaps". */
export function squareName(scene: Scene, square: number): string {
  const { picture, choices, seat, held } = scene
  const taken = choices.find((choice) => choice.start === held && held > 0)
  if (square === OFF) return taken?.kind === 'off' ? `off the board, target of ${held}` : 'off the board'
  const owner = ownerOf(picture.squares, square)
  const parts = [String(square)]
  const house = HOUSES[square]
  if (house) parts.push(house)
  if (owner >= 0) parts.push(piece(owner))
  else if (square !== WATER) parts.push('empty')
  const run = runs(picture.squares).find((group) => group.squares.includes(square))
  if (run) parts.push(run.squares.length > 2 ? `in a wall of ${count(run.squares.length)}` : 'protected')
  const choice = choices.find((each) => each.start === square)
  if (choice) parts.push(effect(choice, picture))
  else if (owner >= 0 && owner === seat && picture.phase === 'play') {
    const stay = stayOf(picture, square)
    if (stay) parts.push(`stays, ${stay.words}`)
  }
  if (taken && taken.land === square) parts.push(`target of ${held}`)
  else if (taken && taken.kind === 'water' && taken.end === square) parts.push(`${held} swims here`)
  return parts.join(', ')
}

/** Why a piece cannot move: the server's reason, or that it has had its part of the throw. */
function stayOf(picture: Picture, square: number): Stay | null {
  const told = picture.stays.find((stay) => stay.square === square)
  if (told) return told
  if (!picture.used.includes(square)) return null
  return { square, words: 'it has used its part of this throw', clause: '8.3' }
}

export interface Asked extends Scene {
  names: readonly string[]
  last: readonly Row[]
  told: number // own piece that cannot move and was asked about, 0: none
  hinted: string | null
  offers?: boolean // the only move is offered before it is chosen, unless this is false
  act: (text: string) => void
  go: (() => void) | null
}

/** What the dock says and offers now. */
export function dock(asked: Asked): Say {
  const { picture, seat, names } = asked
  const mover = names[picture.mover] ?? ''
  if (picture.phase === 'over') return { bold: ended(picture, mover) }
  if (asked.go) {
    const again = lastMove(asked.last)?.row.seat === picture.mover
    const bold = again ? 'Throw again.' : 'Throw the sticks.'
    return { bold, ...passed(asked), main: { label: 'Throw', run: asked.go } }
  }
  if (seat === null || picture.mover !== seat) {
    return { bold: picture.phase === 'throw' ? `${mover} throws.` : `${mover} is thinking.`, ...passed(asked) }
  }
  if (picture.phase === 'throw') return { bold: 'The sticks are falling.' }
  return choosing(asked, seat)
}

/** The small line about a throw that nobody could play: it passes by itself, and nothing on the board shows that. */
function passed({ last, names }: Asked): Pick<Say, 'small' | 'clause'> {
  const row = last.at(-1)
  if (!row || row.note !== 'pass' || row.seat === null) return {}
  return { small: `${names[row.seat] ?? ''} ${row.words}`.trim(), clause: row.clause || undefined }
}

function ended(picture: Picture, winner: string): string {
  if (picture.mover < 0) return picture.cap ? `Drawn after ${picture.throws} throws.` : 'Drawn.'
  const all = picture.home[picture.mover] === picture.pieces
  if (!all) return `${winner} wins.`
  return `${winner} wins: ${picture.pieces === 1 ? 'the' : 'all'} ${
    picture.pieces === 1 ? `${piece(picture.mover)} is` : `${pieces(picture.mover)} are`
  } home.`
}

function choosing(asked: Asked, seat: number): Say {
  const { picture, choices, held, told, hinted, offers, act } = asked
  const moves = choices.filter((choice) => choice.kind !== 'decline')
  const decline = choices.find((choice) => choice.kind === 'decline')
  const others = decline ? [{ label: 'Decline', run: () => act(decline.text) }] : undefined
  const play = (choice: Choice) => ({ label: `Play ${label(choice.text)}`, run: () => act(choice.text) })
  const left = remainder(picture)

  const stay = told ? stayOf(picture, told) : null
  if (stay) {
    return { bold: `The ${piece(seat)} on ${told} stays.`, small: capital(stay.words), clause: stay.clause, others }
  }
  const pointed = choices.find((choice) => choice.text === hinted)
  const chosen =
    moves.find((choice) => choice.start === held) ??
    pointed ??
    (offers !== false && moves.length === 1 && !decline ? moves[0] : undefined)
  if (chosen?.kind === 'decline') {
    return { bold: `Decline the rest, ${left}?`, main: { label: 'Decline', run: () => act(chosen.text) } }
  }
  if (chosen) return { ...question(chosen, picture), main: play(chosen), others }

  const small = reason(picture)
  if (left) return { bold: `${left}. Move another ${piece(seat)}, or decline.`, ...small, others }
  if (moves.length && moves.every((choice) => choice.back)) {
    return {
      bold: `Your throw is ${picture.throw}. Choose a ${piece(seat)} to move back.`,
      small: 'Nothing moves forward',
      clause: '6.1',
    }
  }
  if (!moves.length) return { bold: `Your throw is ${picture.throw}.`, ...small }
  return { bold: `Your throw is ${picture.throw}. Choose a ${piece(seat)}.`, ...small }
}

function question(choice: Choice, picture: Picture): Say {
  const plain = choice.kind === 'swap' || choice.kind === 'move'
  const { words: bold, more, clause } = choice
  // What surprises is told in the small line, which narrow screens show too.
  const odd = choice.left > 0 || choice.back || choice.bounced || !plain
  if (odd && more) return { bold, small: more, clause: clause || undefined }
  return { bold, more: more || undefined, ...reason(picture) }
}

/** "13 stays: 16 and 17 protect each other", with its clause. */
function reason(picture: Picture): Pick<Say, 'small' | 'clause'> {
  const stay = instructive(picture.stays)
  return stay ? { small: `${stay.square} stays: ${stay.words}`, clause: stay.clause } : {}
}

/** Whose throw lies in the tray, and how much it was: the one being played, else the last of the log. */
export function thrown(picture: Picture, log: readonly Row[]): { value: number; seat: number; number: number } {
  const rows = log.filter((row) => readThrow(row.text))
  const row = rows.at(-1)
  if (picture.phase === 'play') return { value: picture.throw, seat: picture.mover, number: rows.length }
  return { value: row ? readThrow(row.text) : 0, seat: row?.seat ?? -1, number: rows.length }
}
