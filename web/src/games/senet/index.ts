/** Senet in the browser. */
import type { GameClient } from '../../table/game_client'
import type { Choice, Picture } from '../../wire/senet'
import Badge from './Badge.svelte'
import Board from './Board.svelte'
import Key from './Key.svelte'
import { sounds } from './moves'
import './senet.css'
import Tray from './Tray.svelte'
import { line } from './words'

export const client: GameClient<Picture, Choice> = { Board, Tray, Badge, Key, line, sounds, ratio: 0.51, beside: true }
