/** The Gate of the Pyramid, as the table needs it. */
import type { GameClient } from '../../table/game_client'
import type { Choice, Picture } from '../../wire/gate'
import Badge from './Badge.svelte'
import Board from './Board.svelte'
import { colourOf } from './seat_colours'
import { foresee } from './foresee'
import './gate.css'
import Holds from './Holds.svelte'
import { minor, print, sounds } from './moves'
import Side from './Side.svelte'
import { line } from './sentences'

/** Whether a seat is to act, also while all solve at the same time. */
const due = (picture: Picture, seat: number): boolean => {
  const one = picture.seats[seat]
  return picture.phase === 'solve' && one !== undefined && one.rank === null && !one.resigned
}

/** Height to width of the stage on wide screens: in practice there are neither jewels nor rivals. */
const ratio = (picture: Picture): number => (picture.mode === 'practice' ? 0.62 : 0.61)

const wins = ({ mode }: Picture): string =>
  mode === 'race' ? 'After nine rounds, most jewels of one colour win.' : 'Every white cell covered: solved.'

export const client: GameClient<Picture, Choice> = {
  Board,
  Side,
  wins,
  Badge,
  Holds,
  line,
  due,
  print,
  minor,
  sounds,
  foresee,
  layout: { seats: 'below', ratio, aloneInExercises: true },
  review: { what: 'move', colour: (seat) => `var(--${colourOf(seat)})` },
}
