// Made by tools/wire_types.py; do not edit.

/** Three pyramids on each other, built or to be built. */
export interface Statue {
  pieces: [string, string, string] // from below: large, medium, small if it is mixed
  kind: "mixed" | "mono"
  points: number // 12, 24, 36 or 18
}

/** A seat and what it has. */
export interface Collector {
  cell: number // where the token stands, from 1; 0 in the queue, retired or out
  token: "line" | "out" | "queue" | "retired" | "stuck" // stuck: on a cell, but no pyramid is ahead; out: this seat has left the match
  moves: boolean // a pyramid is ahead: this token can still move
  ahead: number // pyramids ahead of it that can still be taken
  again: boolean
  collection: string[] // pyramids not in statues, sorted: "r3", "r3", "y1"
  statues: Statue[] // built, sorted
  points: number // of the built statues; leftovers count at the end only
  could: string[] // statues that this collection allows, were it this seat's turn: "r3g2b1"
  virtual: boolean // owns the virtual pyramid
  choice: "due" | "hidden" | "known" | "none" // dice: none: cannot move, or nobody chooses now
  number: number // dice: the number chosen, if known; else 0
}

/** One line of the final count. */
export interface Scored {
  pieces: string[] // from below
  kind: "mini" | "mixed" | "mono" | "single"
  points: number
  virtual: number // which of the pieces is the virtual pyramid, from 0; -1: none is
  built: boolean // during play; else put together at scoring
}

/** One colour in three sizes across three statues (6.1). */
export interface Diagonal {
  colour: string // letter
  statues: [number, number, number] // where it is large, medium, small: lines of the same Tally, from 0
  points: number // 9
}

/** The final count of a seat, statue by statue. The lines are in the order in which they are told. */
export interface Tally {
  lines: Scored[] // built statues, then what was put together at scoring, then single pyramids
  diagonals: Diagonal[]
  points: number // all of it
  statues: number // minis count (4.5)
  place: number // 1 is best
}

export interface Ending {
  tallies: Tally[] // by seat
  winner: number // seat
  tie: "" | "order" | "statues" // what decided between seats of equal points, if anything had to
  tied: number[] // the seats with the winner's points, if there are several
  words: string // "seats 1 and 3 have 84 points; seat 3 has more statues"
}

export interface Picture {
  line: string[] // by cell, the first is cell 1: "r3", or "" where the pyramid was taken
  total: number // cells that the line has when it is laid
  colours: string // letters in play, in order: "rygb"
  seats: Collector[] // in turn order
  phase: "build" | "choose" | "lay" | "move" | "over" | "reveal"
  turn: number // a seat, -1 chance, -2 everyone who has yet to choose, -3 over
  last: boolean // the last turn, or with dice the last round: the game ends after it (4.1)
  order: number[] // seats that act from now on: by turn; dice: as they move, or build
  virtual: number // seat that owns the virtual pyramid; -1: the last cell is still there
  die: number // 0: no dice; 6, 8 or 10
  diagonal: boolean
  ending: Ending | null // when it is over
}

export interface Choice {
  text: string // in notation, what Act sends
  kind: "build" | "choose" | "decline" | "end" | "retire" | "take"
  cell: number // take: the cell; choose: where the number leads if nobody moves before; else 0
  piece: string // that is taken there; "" if none
  skipped: number // take: pyramids passed, which are lost to this seat
  builds: string[] // take: statues that this pyramid makes possible, beside those already: "r3g2b1"
  statue: Statue | null // build
  number: number // choose: 1 to die; else 0
  sure: boolean // choose: nobody moves before this seat, so the number leads there
  words: string // a question for the dock: "Take 33, a large carnelian?"
  more: string // its effect: "You pass 5 pyramids; they are lost to you."; may be empty
  clause: string // "2.1"
}
