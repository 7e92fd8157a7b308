// Made by tools/wire_types.py; do not edit.

export interface BoardPicture {
  squares: string[] // stacks bottom to top, "SML" or "": from a1 along the ranks
  score: number // pips left
  pieces: number // pyramids left
  stuck: boolean // no hop is left
  last: number | null // Quicksand: ms of the last hop
}

/** The finished games of a seat in King Tut. */
export interface Standing {
  times: number[] // ms, by round
  points: number[] // by round
  scores: number[] // ms with penalties, by round
  total: number // ms with penalties
}

export interface Picture {
  mode: "king-tut" | "quicksand" | "solo"
  phase: "drawing" | "over" | "ready" | "ringing" | "running"
  ranks: number
  files: number
  goal: "large" | "medium" | "small"
  minimum: number // the lowest score that this board is known to allow from the start
  boards: BoardPicture[] // by seat in Quicksand, else the one at play
  turn: number // a seat, -1 chance, -2 everyone, -3 over
  seat: number // at play; 0 in Quicksand
  round: number // King Tut: from 1
  rounds: number
  since: number // ms of match time: ready: the turn came or the first start was said; running: the clock began
  until: number | null // ms of match time: when time acts next; null if never or not to be known
  limit: number // King Tut: seconds a game
  hidden: boolean // Quicksand: nobody knows when the bell rings
  said: boolean[] // Quicksand, while ready: by seat
  standings: Standing[] // King Tut: by seat
  left: boolean[] // timed games: by seat, whether it has left the match
}

export interface Choice {
  text: string // in notation, what Act sends
  kind: "done" | "hop" | "start"
  start: string // square: "a1"; "" if it is no hop
  over: string // square
  end: string // square
  size: string // of the pyramid that hops: S, M or L; "" if it is no hop
  taken: string // size of the pyramid that leaves
  left: number // pips left afterwards
  words: string // a question for the dock: "Hop from a1 over b1 to c1?"
  more: string // its effect: "The large on b1 leaves the board."; may be empty
  clause: string // "1.2"
}
