// Made by tools/wire_types.py; do not edit.

/** A piece of the mover that has no legal move with this throw, and why. */
export interface Stay {
  square: number
  words: string // "16 and 17 protect each other"
  clause: string // "5.1"
}

export interface Picture {
  squares: string // thirty characters in track order: x, o or .
  mover: number // the seat that throws or moves; after the end the winner, or -1 when drawn
  phase: "over" | "play" | "throw"
  throw: number // 1, 2, 3, 4 or 6 while it is being played, else 0
  steps: number // to play now: the throw, or its remainder
  used: number[] // squares of pieces that used a part of this throw
  again: boolean // this throw gives another one
  home: [number, number] // pieces borne off, by seat
  pieces: number // a side
  throws: number // made so far; counted only with a cap
  cap: number // 0: none
  stays: Stay[] // for the dock: pieces that cannot move now
}

export interface Choice {
  text: string // in notation, what Act sends
  kind: "decline" | "move" | "off" | "swap" | "water"
  start: number // square; 0 for decline
  land: number // where the steps lead after any bounce: 27 for the water, 31 off the board, 0 for decline
  end: number // where the piece stands afterwards; 31 off the board, 0 for decline
  back: boolean // a backward move
  bounced: boolean // stopped before an occupied safe square
  left: number // steps that another piece can then use
  words: string // a question for the dock: "Swap with the spool on 23?"
  more: string // its effect: "The cone on 20 goes there, the spool comes to 20."; may be empty
  clause: string // "4.1"; may be empty
}
