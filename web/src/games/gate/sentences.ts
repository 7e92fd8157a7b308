/** Sentences of the board: cells, jewels, seats, times. What the dock says is in dock_text.ts. */
import type { Choice, Picture, SeatPicture } from '../../wire/gate'
import type { Row } from '../../wire/messages'
import { nameOf, tileAt, type Ground } from './geometry'
import type { Cell } from './tiles'
import { capital, count } from '../../lib/text'

export const COLOURS = ['r', 'o', 'y', 'g', 'b', 'p'] as const
type Jewel = (typeof COLOURS)[number]
const JEWELS: Record<Jewel, string> = { r: 'red', o: 'orange', y: 'yellow', g: 'green', b: 'blue', p: 'purple' }
const PLACES = ['', '1st', '2nd', '3rd', '4th']

export const placeWords = (rank: number): string => PLACES[rank] ?? `${rank}th`
export const isJewel = (sign: string): sign is Jewel => sign in JEWELS

/** "a1 a2 b2". */
export const spaced = (cells: string): string => cells.replace(/(..)(?=.)/g, '$1 ')

const article = (word: string): string => (word.startsWith('o') ? `an ${word}` : `a ${word}`)

/** "a red and a blue jewel", "two red jewels", "nothing". */
export function jewelWords(took: string): string {
  const [one, two] = [...took].filter(isJewel).map((sign) => JEWELS[sign])
  if (!one) return 'nothing'
  if (!two) return `${article(one)} jewel`
  return one === two ? `two ${one} jewels` : `${article(one)} and ${article(two)} jewel`
}

/** "one red, three green"; "no jewels". */
export function holding(jewels: readonly number[]): string {
  const told = COLOURS.flatMap((colour, i) => (jewels[i] ? [`${count(jewels[i])} ${JEWELS[colour]}`] : []))
  return told.join(', ') || 'no jewels'
}

/** By puzzle of a practice, whether a hint was asked for: puzzle n came with the nth throw of the die. */
export function helpedPuzzles(log: readonly Row[], helped: readonly number[]): boolean[] {
  const dice = log.filter((row) => row.text.startsWith('die ')).map((row) => row.n)
  return dice.map((n, i) => helped.some((at) => at >= n && at < (dice[i + 1] ?? Infinity)))
}

/** "0:41.2", or whole seconds. */
export function timeText(ms: number, decimals = 1): string {
  const whole = Math.max(0, Math.floor(ms))
  const minutes = Math.floor(whole / 60_000)
  const seconds = Math.floor((whole % 60_000) / 1000)
  const rest = decimals
    ? `.${String(whole % 1000)
        .padStart(3, '0')
        .slice(0, decimals)}`
    : ''
  return `${minutes}:${String(seconds).padStart(2, '0')}${rest}`
}

/** "c3, white", "c3, L5", "c3, black"; with what the tile in the hand would do there. */
export function cellWords(
  mine: SeatPicture,
  ground: Ground,
  choices: readonly Choice[],
  cell: Cell,
  hand: string,
): string {
  const name = nameOf(cell, ground.rows)
  const tile = tileAt(mine, cell, ground.rows)
  const lift = tile && choices.some((choice) => choice.kind === 'lift' && choice.tile === tile)
  const what = tile ? `${tile}${lift ? ', can be lifted' : ''}` : ground.white.has(name) ? 'white' : 'black'
  return [`${name}, ${what}`, hand].filter(Boolean).join('. ')
}

/** A rival's board: "two of three tiles placed". */
export function boardWords(seat: SeatPicture): string {
  if (!seat.tiles.length) return seat.board === null ? 'no board' : `board ${seat.board}`
  const laid = seat.tiles.filter((tile) => tile.cells)
  const told = laid.map((tile) => `${tile.name} on ${spaced(tile.cells)}`).join('; ')
  const all = `${count(laid.length)} of ${count(seat.tiles.length)} tiles placed`
  return told ? `${all}: ${told}` : all
}

/** The words under a board: its place, or how many tiles lie. */
export function state(seat: SeatPicture): string {
  if (seat.resigned) return 'left'
  if (seat.rank !== null) return placeWords(seat.rank)
  if (!seat.tiles.length) return ''
  return `${seat.tiles.filter((tile) => tile.cells).length} of ${seat.tiles.length}`
}

/** The line of a seat: its jewels and its hex. */
export function line(picture: Picture, seat: number): string {
  const one = picture.seats[seat]
  if (!one) return ''
  const jewels = picture.mode === 'race' ? holding(one.jewels) : ''
  const where = one.hex === null ? '' : `on hex ${one.hex}`
  return [capital(jewels), where].filter(Boolean).join(', ')
}

export const symbolWords = (picture: Picture): string => (picture.symbol ? capital(picture.symbol) : '')
