/** Egyptian Solitaire in the browser. */
import type { GameClient } from '../../table/game_client'
import type { Choice, Picture } from '../../wire/solitaire'
import Badge from './Badge.svelte'
import Board from './Board.svelte'
import { frameOf, shapeOf } from './geometry'
import Legend from './Legend.svelte'
import { sounds } from './moves'
import { Preferences } from './preferences.svelte'
import Side from './Side.svelte'
import './solitaire.css'
import { line } from './sentences'

const ratio = (picture: Picture): number =>
  shapeOf(frameOf(picture.ranks, picture.files), picture.mode === 'quicksand' ? picture.boards.length - 1 : 0)

const namesAll = (picture: Picture): boolean => picture.mode !== 'solo'

const wins = ({ mode, goal }: Picture): string => {
  if (mode === 'solo') return `A single ${goal} left on the board is perfect.`
  return mode === 'king-tut' ? 'Least time wins; every pip left adds to it.' : 'Fewest pips when the bell rings win.'
}

export const client: GameClient<Picture, Choice, Preferences> = {
  makeTableState: () => new Preferences(),
  Board,
  Side,
  wins,
  Badge,
  Legend,
  line,
  sounds,
  layout: { ratio, namesAll, numbers: 'events' },
  review: { what: 'hop' },
}
