/**
 * Optimistic updates: how a tile that was put down or lifted will look, before the server has answered. Nothing is
 * judged here: only offered actions are foreseen, and earlier offers are assumed again where no tile lies.
 */
import type { Foreseen } from '../../table/game_client'
import type { Choice, Picture } from '../../wire/gate'

const offers = { key: '', puts: new Map<string, Choice>() } // of the present puzzle

const names = (cells: string): string[] => cells.match(/../g) ?? []

/** Every put of this puzzle that was ever offered. */
function remembered(picture: Picture, choices: readonly Choice[], seat: number): ReadonlyMap<string, Choice> {
  const mine = picture.seats[seat]
  const key = `${seat} ${picture.round} ${mine?.region} ${mine?.tiles.map((tile) => tile.name).join()}`
  if (offers.key !== key) {
    offers.key = key
    offers.puts = new Map()
  }
  for (const choice of choices) if (choice.kind === 'put') offers.puts.set(choice.text, choice)
  return offers.puts
}

export function foresee(
  picture: Picture,
  choices: Choice[],
  seat: number,
  text: string,
): Foreseen<Picture, Choice> | null {
  const puts = remembered(picture, choices, seat)
  const chosen = choices.find((choice) => choice.text === text)
  const mine = picture.seats[seat]
  if (!mine || !chosen || (chosen.kind !== 'put' && chosen.kind !== 'lift')) return null
  const cells = chosen.kind === 'put' ? chosen.cells : ''
  const tiles = mine.tiles.map((tile) => (tile.name === chosen.tile ? { ...tile, cells } : tile))
  const seats = picture.seats.with(seat, { ...mine, tiles })
  return { picture: { ...picture, seats }, choices: after(choices, chosen, puts, tiles) }
}

/** The choices that will follow: puts of loose tiles on bare cells, lifts of placed ones. A full board is locked. */
function after(
  choices: readonly Choice[],
  chosen: Choice,
  puts: ReadonlyMap<string, Choice>,
  tiles: readonly { name: string; cells: string }[],
): Choice[] {
  if (tiles.every((tile) => tile.cells)) return []
  const covered = new Set(tiles.flatMap((tile) => names(tile.cells)))
  const loose = new Set(tiles.filter((tile) => !tile.cells).map((tile) => tile.name))
  const back: Choice = { ...chosen, kind: 'put', text: `put ${chosen.cells}` }
  const known = new Map(puts).set(back.text, back)
  const lifts = tiles.filter((tile) => tile.cells).map((tile): Choice => ({
    text: `lift ${tile.name}`,
    kind: 'lift',
    tile: tile.name,
    cells: tile.cells,
    hex: 0,
    takes: '',
  })) // prettier-ignore
  return [
    ...[...known.values()].filter(
      (choice) => loose.has(choice.tile) && names(choice.cells).every((cell) => !covered.has(cell)),
    ),
    ...lifts,
    ...choices.filter((choice) => choice.kind !== 'put' && choice.kind !== 'lift'),
  ]
}
