// Made by tools/wire_types.py; do not edit.

/** A tile that a seat is to use this round. */
export interface TilePicture {
  name: string // "L4"
  cells: string // where it lies, by file then rank: "a1a2a3b3"; "" beside the board
  solution: string // where it belongs; "" unless the round is over and the board was not covered (5.2)
}

export interface SeatPicture {
  hex: number | null // 1 to 6 from the bottom; null before it is placed
  jewels: number[] // held, by colour in the order r o y g b p
  board: number | null // number of the puzzle board, 1 to 36; null: none
  region: string // white "." and black "#", top rank first, ranks joined by "/"; "" without a board
  tiles: TilePicture[] // to use, in the order of the box; () until the die is thrown
  rank: number | null // of finishing this round, from 1; null: not covered
  time: number | null // ms from the start of the sand to the cover; null: not covered
  took: string // jewels taken this round: "rb"; "" if none (yet)
  resigned: boolean
  place: number | null // when the match is over: 1 is best, equal numbers share the place
}

/** A cover completed in time. */
export interface FinishPicture {
  seat: number
  time: number // ms from the start of the sand
  took: string // jewels taken for it, "rb"
}

/** A puzzle of a practice that was left behind or is at play. */
export interface PuzzlePicture {
  board: number
  symbol: string
  time: number | null // ms; null: not solved
}

/** A match as a client draws it. What belongs to a round stays until the next roll. */
export interface Picture {
  mode: "practice" | "race"
  side: "expert" | "normal"
  phase: "deal" | "first" | "gems" | "over" | "reward" | "roll" | "solve" | "solved" | "start"
  turn: number // a seat, -1 chance, -2 everyone, -3 over
  round: number // 1 to 9; 0 while pyramids are placed; practice: the puzzle's number
  rounds: number // 9; practice: 0, there is no end
  starter: number | null // seat that rolls, or rolled, this round; null before it is drawn
  symbol: "ankh" | "eye" | "falcon" | "jackal" | "lotus" | "scarab" | null // of the die
  sand: number // 1 or 2: which sand runs; 0: none
  since: number | null // ms of match time: the sand that runs began, practice: the puzzle was laid out
  until: number | null // ms of match time: when time acts next (sand, or a decision); null: never
  length: number // ms that a sand runs
  tracks: string[] // by hex from 1: colours left to right, "." taken; shorter while gems are placed
  takes: string[] // by hex from 1: what a solver who stands there takes next: "rb", "r" or ""
  seats: SeatPicture[]
  results: FinishPicture[][] // by finished round, in order of finishing
  grade: "any" | "easy" | "hard" | "medium" // practice: of the puzzles
  box: number // 0: the printed boards
  puzzles: PuzzlePicture[] // practice: those before, oldest first, then the present one
}

/** An action as a client offers it. Its fields are few, because a solver may have a hundred puts. */
export interface Choice {
  text: string // in notation, what Act sends: "put a1a2a3b3"
  kind: "done" | "lift" | "move" | "next" | "put" | "resign" | "roll" | "start"
  tile: string // put, lift: "L4"; else ""
  cells: string // put: the cells it covers; lift: those it leaves: "a1a2a3b3"; else ""
  hex: number // start, move: 1 to 6; else 0
  takes: string // move: the jewels, "rb"; else ""
}
