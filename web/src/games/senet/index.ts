/** Senet in the browser. */
import type { GameClient } from '../../table/game_client'
import type { Choice, Picture } from '../../wire/senet'
import Badge from './Badge.svelte'
import Board from './Board.svelte'
import Case from './Case.svelte'
import Legend from './Legend.svelte'
import { sounds } from './moves'
import './senet.css'
import Tray from './Tray.svelte'
import { line } from './sentences'

const wins = (picture: Picture): string =>
  picture.pieces === 1 ? 'Your piece off the board first wins.' : 'All your pieces off the board first wins.'

export const client: GameClient<Picture, Choice> = {
  Board,
  Tray,
  wins,
  Case,
  Badge,
  Legend,
  line,
  sounds,
  layout: { seats: 'beside', ratio: 0.51 },
  review: { what: 'throw', colour: (seat) => `var(--senet-${seat ? 'spool' : 'cone'})` },
}
