/** Sentences of the board: stacks, squares, seats, times. What the dock says is in dock_text.ts. */
import type { Rated } from '../../wire/messages'
import type { BoardPicture, Choice, Picture } from '../../wire/solitaire'
import { nameOf } from './geometry'
import { isSize, NAMES, PIPS, sizesOf, type Size } from './nest'
import { GOAL_PIPS, ratingOf, ratingWords } from './ratings'
import { count, figures, listed } from '../../lib/text'

export const pips = (value: number): string => figures(value, 'pip')
export const pyramids = (value: number): string => figures(value, 'pyramid')
export const sizeName = (letter: string): string => (isSize(letter) ? NAMES[letter] : 'pyramid')

/** Runs of one size, from the bottom: [["S", 1], ["M", 2]]. */
export function runs(stack: string): [Size, number][] {
  const found: [Size, number][] = []
  for (const size of sizesOf(stack)) {
    const last = found.at(-1)
    if (last?.[0] === size) last[1] += 1
    else found.push([size, 1])
  }
  return found
}

const run = ([size, many]: [Size, number]): string => (many === 1 ? NAMES[size] : `${count(many)} ${NAMES[size]}s`)

/** From the outside in: "two larges over medium over small". */
export const stackWords = (stack: string): string => (stack ? runs(stack).reverse().map(run).join(' over ') : 'empty')

/** From the bottom up, for the peek: "small, medium, two larges". */
export const layers = (stack: string): string => runs(stack).map(run).join(', ')

export const stackPips = (stack: string): number => sizesOf(stack).reduce((sum, size) => sum + PIPS[size], 0)

/** "Goal: one small, 1 pip". */
export const goalWords = ({ goal }: Picture): string => `Goal: one ${goal}, ${pips(GOAL_PIPS[goal])}`

/** What is known of the lowest score; empty where 1 can be reached, and with it every goal. */
export const minimumWords = ({ minimum }: Picture): string =>
  minimum > 1 ? `This board allows ${minimum} at best` : ''

export interface Scene {
  picture: Picture
  board: BoardPicture
  choices: readonly Choice[]
  held: number // square of the pyramid taken up, or NOWHERE
  rated: Rated | null // where hops carry their ratings
}

/** "b2, large over medium over small, may hop to b4 or d2". */
export function squareName(scene: Scene, square: number): string {
  const { picture, board, choices, held, rated } = scene
  const name = nameOf(square, picture.files)
  const parts = [name, stackWords(board.squares[square] ?? '')]
  const ways = choices.filter((choice) => choice.start === name)
  const told = (choice: Choice) =>
    rated ? `${choice.end} (${ratingWords(ratingOf(rated, choice), rated, picture)})` : choice.end
  if (ways.length) parts.push(`may hop to ${listed(ways.map(told), 'or')}`)
  const from = held < 0 ? '' : nameOf(held, picture.files)
  for (const choice of choices) {
    if (!from || choice.start !== from) continue
    if (choice.end === name)
      parts.push(`target of ${from}, the ${sizeName(choice.taken)} on ${choice.over} leaves the board`)
    if (choice.over === name) parts.push(`${from} may hop over it to ${choice.end}`)
  }
  return parts.join(', ')
}

/** A rival's board in words. */
export function boardWords(picture: Picture, board: BoardPicture): string {
  const files = picture.files
  const told = (stack: string, square: number) => (stack ? [`${nameOf(square, files)} ${stackWords(stack)}`] : [])
  const stacks = board.squares.flatMap(told)
  return `${pips(board.score)} in ${pyramids(board.pieces)}: ${stacks.join('; ')}`
}

/** The line of a seat: "36 pips in 19 pyramids". */
export function line(picture: Picture, seat: number): string {
  if (picture.mode === 'quicksand') {
    if (picture.phase === 'ready') return picture.said[seat] ? 'Has said start' : 'Not ready yet'
    const board = picture.boards[seat]
    if (!board) return ''
    return `${pips(board.score)} in ${pyramids(board.pieces)}${board.stuck ? ', no hop left' : ''}`
  }
  const board = picture.boards[0]
  const now = board ? `${pips(board.score)} in ${pyramids(board.pieces)}` : ''
  if (picture.mode === 'solo') return now
  const standing = picture.standings[seat]
  const total = standing?.times.length ? `${timeText(standing.total)} in all` : ''
  if (picture.turn !== seat) return total || 'Has not played yet'
  return [picture.phase === 'ready' ? 'About to start' : now, total].filter(Boolean).join(', ')
}

/** "1:01.234", "9.250"; with fewer decimals for clocks that run. */
export function timeText(ms: number, decimals = 3): string {
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

/** "+9 s", of whole seconds. */
export const penaltyText = (ms: number): string => `+${Math.round(ms / 1000)} s`
