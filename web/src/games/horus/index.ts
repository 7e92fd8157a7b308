/** The Pyramid of Horus in the browser. */
import type { GameClient } from '../../table/game_client'
import type { Choice, Picture } from '../../wire/horus'
import Badge from './Badge.svelte'
import Board from './Board.svelte'
import { seatColour } from './card_looks'
import Holds from './Holds.svelte'
import { Desk } from './desk.svelte'
import './horus.css'
import { minor, print, sounds } from './moves'
import Side from './Side.svelte'
import FinalScoring from './panels/FinalScoring.svelte'
import { line, resigning } from './sentences'

const wins = (): string => 'Come out alive; most points among survivors win.'

export const client: GameClient<Picture, Choice, Desk> = {
  makeTableState: () => new Desk(),
  Board,
  wins,
  Badge,
  Holds,
  Side,
  Under: FinalScoring,
  line,
  print,
  minor,
  sounds,
  resigning,
  layout: { seats: 'below', lineEach: true },
  review: { what: 'step', colour: (seat) => `var(--${seatColour(seat)})` },
}
