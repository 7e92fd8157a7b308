/** The Gate of the Pyramid, as the table needs it. */
import type { GameClient } from '../../table/game_client'
import type { Choice, Picture } from '../../wire/gate'
import Badge from './Badge.svelte'
import Board from './Board.svelte'
import { foresee } from './foresee'
import './gate.css'
import Holds from './Holds.svelte'
import { minor, print, sounds } from './moves'
import Side from './Side.svelte'
import { line } from './sentences'

/** To act, while all solve at once. */
const due = (picture: Picture, seat: number): boolean => {
  const one = picture.seats[seat]
  return picture.phase === 'solve' && one !== undefined && one.rank === null && !one.resigned
}

/** Wide, the stage is as broad as the window's height allows: a practice has neither jewels nor rivals. */
const ratio = (picture: Picture): number => (picture.mode === 'practice' ? 0.62 : 0.61)

export const client: GameClient<Picture, Choice> = {
  Board,
  Side,
  Badge,
  Holds,
  line,
  due,
  print,
  minor,
  sounds,
  foresee,
  layout: { seats: 'below', ratio },
}
