/** The Pyramid of Horus in the browser. */
import type { GameClient } from '../../lib/game'
import type { Choice, Picture } from '../../wire/horus'
import Badge from './Badge.svelte'
import Board from './Board.svelte'
import Holds from './Holds.svelte'
import './horus.css'
import { minor, print, sounds } from './moves'
import Side from './Side.svelte'
import Under from './Under.svelte'
import { line } from './words'

export const client: GameClient<Picture, Choice> = {
  Board,
  Badge,
  Holds,
  Side,
  Under,
  line,
  print,
  minor,
  sounds,
  lone: true,
  below: true,
  out: (picture, seat) => picture.round > 0 && !picture.seats[seat]?.playing,
  resigning: (seats) => `your adventurer stays in the pyramid, and ${seats > 2 ? 'the others play' : 'the other one plays'} on.`,
  beside: false,
}
