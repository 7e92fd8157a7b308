/** The Pyramid of Horus in the browser. */
import type { GameClient } from '../../table/game_client'
import type { Choice, Picture } from '../../wire/horus'
import Badge from './Badge.svelte'
import Board from './Board.svelte'
import Holds from './Holds.svelte'
import { Desk } from './desk.svelte'
import './horus.css'
import { minor, print, sounds } from './moves'
import Side from './Side.svelte'
import FinalScoring from './panels/FinalScoring.svelte'
import { line, resigning } from './sentences'

export const client: GameClient<Picture, Choice, Desk> = {
  makeTableState: () => new Desk(),
  Board,
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
}
