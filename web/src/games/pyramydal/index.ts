/** Pyramydal in the browser. */
import type { GameClient } from '../../table/game_client'
import type { Choice, Picture } from '../../wire/pyramydal'
import Badge from './Badge.svelte'
import { Bench } from './bench.svelte'
import Board from './Board.svelte'
import Holds from './Holds.svelte'
import { print, sounds } from './moves'
import './pyramydal.css'
import OwnCollection from './panels/OwnCollection.svelte'
import { seatColour } from './pieces'
import { line } from './sentences'

const points = (picture: Picture, seat: number): number =>
  picture.ending?.tallies[seat]?.points ?? picture.seats[seat]?.points ?? 0

const due = (picture: Picture, seat: number): boolean => picture.seats[seat]?.choice === 'due'

const wins = (): string => 'Most points in statues at the end win.'

export const client: GameClient<Picture, Choice, Bench> = {
  makeTableState: () => new Bench(),
  Board,
  wins,
  Badge,
  Holds,
  Under: OwnCollection,
  line,
  points,
  due,
  print,
  sounds,
  review: { what: 'turn', colour: (seat) => `var(--${seatColour(seat)})` },
}
