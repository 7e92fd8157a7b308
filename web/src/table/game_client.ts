/** What a game's client folder gives to the table. Boards are pure functions of these props. */
import type { Component } from 'svelte'
import type { Ending, Rated, Row } from '../wire/messages'
import type { Day } from '../lobby/daily'
import type { GlyphName } from '../ui/glyphs'
import type { Sound } from '../lib/sound'

/** A small button of the dock, with a glyph; narrow screens show the glyph alone. */
export interface Tool {
  label: string
  glyph: GlyphName
  run: (() => void) | null // null: not now
  why?: string // why not now
  key?: string // shown beside it, wide screens only
}

/** What the dock says and offers; a board computes it from its props and the player's selection. */
export interface Say {
  bold: string // one sentence: what now
  more?: string // its continuation, wide screens only
  small?: string // one small line: why
  clause?: string // opens the rules drawer there
  // The one loud button; text: the action that it does, if nothing is chosen; lamp: a hint points at it
  main?: { label: string; run: () => void; text?: string; lamp?: boolean }
  others?: { label: string; short?: string; run: () => void; text?: string }[] // short: on narrow screens
  told?: boolean // it answers a press on something that cannot act now
  tools?: Tool[] // in place of the dock's own undo and hint, for games that have more or none of them
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
  go: (() => void) | null // throws, when it is my throw
  say: Say // bindable, written by the board
  yours?: number[] // seats of mine, also while I may not act, and in any perspective
  eye?: number | null // the seat whose perspective the board has; null: a spectator's; left out: the player's own
  log?: Row[] // rows that stand at the moment shown
  time?: (() => number) | null // ms of match time now, for clocks and sand; null in replay
  undo?: (() => void) | null // takes one step back; null: nothing to take back
  redo?: (() => void) | null // takes the last undo back
  restart?: (() => void) | null // from the beginning
  rate?: ((helps?: boolean) => void) | null // asks how good every action is; the answer comes as `rated`; helps: it is shown as advice
  rated?: Rated | null // true of the moment when `n` events stood
  day?: Day | null // whose puzzle this table plays
  helped?: number[] // events that stood when a hint was asked for
  againstBots?: boolean // nobody else at the table is a person
  glow?: readonly string[] // in exercises: the actions to do now, by their texts; what has to be touched for them is gold
}

/** The seat whose perspective a board is drawn in: the one that acts, or the chosen one, or the player's own. */
export const lookedFrom = (
  seat: number | null,
  eye: number | null | undefined,
  yours: readonly number[] = [],
): number | null => seat ?? (eye === undefined ? yours[0] : eye) ?? null

/** The seat that sentences call "you": the one in whose perspective the board is drawn, if it is mine. */
export const youAt = (seat: number | null, yours: readonly number[] = []): number | null =>
  seat !== null && yours.includes(seat) ? seat : null

/** Props of what stands over the log, or over the board on narrow screens: score, clock, sand, results. */
export type SideProps<Picture, Choice> = Omit<BoardProps<Picture, Choice>, 'hinted' | 'refused' | 'go' | 'say'> & {
  ending?: Ending | null // of the match; null in replay too
}

/** How an action will look once the server has taken it; shown until the answer comes, never a judgement. */
export interface Foreseen<Picture, Choice> {
  picture: Picture
  choices: Choice[] // of the seat that acts
}

/** `games/NAME/shortcuts.ts` exports one of these as `shortcuts`: what the keyboard does on its board. */
export interface Shortcuts {
  title: string
  keys: [string[], string][]
}

/** What the review of a match needs of a game. */
export interface ReviewLooks {
  what: string // what is counted: "throw", "hop"
  colour?: (seat: number) => string // of a seat in a graph, for CSS; left out: it has none
}

/** Where the table puts the parts of a game, and how its log is numbered. */
export interface Layout<Picture> {
  seats?: 'above' | 'beside' | 'below' // the board on upright screens, the tray with them; above unless said
  ratio?: number | ((picture: Picture) => number) // wide: height of board and tray to width, so that the dock fits in
  namesAll?: (picture: Picture) => boolean // narrow: board and side name everybody, so that the seats need no room
  numbers?: 'turns' | 'events' // in the log; turns unless said
  lineEach?: boolean // every row of the log has a line of its own, a throw too
  aloneInExercises?: boolean // without side and seats: the board shows all that matters
}

/** What the Board, Side and Under of one table share; each table has one of its own, which `makeTableState` made. */
export interface WithTableState<TableState> {
  tableState: TableState
}

/** `games/NAME/index.ts` exports one of these as `client`. */
export interface GameClient<Picture, Choice, TableState = undefined> {
  makeTableState?: () => TableState // called once for each table, and for each drawing in the rules
  Board: Component<BoardProps<Picture, Choice> & WithTableState<TableState>, object, 'say'>
  Tray?: Component<{
    picture: Picture
    last: Row[]
    log: Row[]
    seat: number | null
    names: string[]
    upright: boolean
    still: boolean
    go: (() => void) | null
    glow?: boolean // in lessons: the throw is what has to be done now
    bare?: boolean // its further half is left free, for drawings
  }>
  Case?: Component<{ picture: Picture }> // a case of a rule, drawn as small as can be; left out: the board itself
  Side?: Component<SideProps<Picture, Choice> & WithTableState<TableState>> // over the seats; in place of them where one plays alone
  Badge: Component<{ seat: number }> // the seat's piece or stela, in seats and log
  Legend?: Component // the line of signs under the dock
  wins: (picture: Picture) => string // what wins, always in sight under the dock; at most 46 characters
  line: (picture: Picture, seat: number) => string // "Cones, one home"
  points?: (picture: Picture, seat: number) => number // a figure at the end of the seat's line
  Holds?: Component<{ picture: Picture; seat: number }> // what a seat has before it, small, in place of its words
  due?: (picture: Picture, seat: number) => boolean // to act, where several may act at once
  print?: (row: Row, log: readonly Row[]) => string // a row in the log, where its notation alone says too little
  Under?: Component<SideProps<Picture, Choice> & WithTableState<TableState>> // under the dock: the player's own things, in place of the legend
  sounds?: (row: Row) => Sound[] // the sounds that a row makes
  minor?: (row: Row) => boolean // a row that is neither listed nor spoken, though replay stops at it
  foresee?: (picture: Picture, choices: Choice[], seat: number, text: string) => Foreseen<Picture, Choice> | null
  resigning?: (picture: Picture, seat: number) => string // what resigning does to this seat; left out: the usual words
  layout?: Layout<Picture>
  review?: ReviewLooks
}
