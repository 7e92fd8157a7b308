/** What a game's client folder gives to the table. Boards are pure functions of these props. */
import type { Component } from 'svelte'
import type { Row } from '../wire/messages'

/** What the dock says and offers; a board computes it from its props and the player's selection. */
export interface Say {
  bold: string // one sentence: what now
  more?: string // its continuation, wide screens only
  small?: string // one small line: why
  clause?: string // opens the rules drawer there
  main?: { label: string; run: () => void } // the one loud button
  others?: { label: string; run: () => void }[]
}

export interface BoardProps<Picture, Choice> {
  picture: Picture
  choices: Choice[] // legal now for `seat`; empty when it may not act or in replay
  seat: number | null // the seat I act for; null: spectator, replay, not my turn
  names: string[] // by seat
  last: Row[] // the rows since the picture before: last-move wash and motion
  hinted: string | null // an action to point at
  refused: { text: string; key: number } | null // the action just refused, for the red frame
  upright: boolean // narrow screens
  still: boolean // no motion: reduced motion, replay, small drawings in the rules
  act: (text: string) => void
  go: (() => void) | null // throw, when my hand is due
  say: Say // bindable, written by the board
}

export interface GameClient<Picture, Choice> {
  Board: Component<BoardProps<Picture, Choice>, object, 'say'>
  Tray?: Component<{ picture: Picture; last: Row[]; log: Row[]; seat: number | null; names: string[]; upright: boolean; still: boolean; go: (() => void) | null }>
  Badge: Component<{ seat: number }> // the seat's piece or stela, in seats and log
  Key?: Component // the line of signs under the dock
  line: (picture: Picture, seat: number) => string // "Cones, one home"
  beside: boolean // upright: seats and tray stand beside the board instead of above it
}
