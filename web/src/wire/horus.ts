// Made by tools/wire_types.py; do not edit.

/** Dice on the table besides the round's roll. */
export interface CastPicture {
  kind: "alcove" | "mummies"
  seat: number // that casts at an alcove; -1: the mummies', or an attempt that is over
  god: string // of the alcove; "" likewise
  dice: number[] // five; 0 is not thrown yet
  fits: boolean[] // by die: shows a number that is needed, or makes the mummies step
  missing: number // numbers of the alcove that are not there yet
}

/** A treasure or chest in front of a seat. */
export interface CardPicture {
  text: string // in notation: "4 hededet", "chest sobek", "2 necklace", "? sobek"
  owner: "anubis" | "hededet" | "horus" | "necklace" | "sobek" | "thoth" // whose back it has
  value: number | null // points; 0 for a chest, which is rolled for at the end; null: you do not know it
  chest: boolean // you know that it is one
  public: boolean // everybody knows it: from a sarcophagus, or turned up in the scoring
  pips: number // of a chest in the final scoring, when it is rolled; else 0
}

/** What a seat's cards come to; chests count when they are rolled. */
export interface Score {
  cards: number // treasures, chests and idols
  variety: number // for different gods
  gods: string[] // that count
  total: number
}

export interface SeatPicture {
  adventurer: string // "edgar"; "" before the deal
  name: string // "Edgar Rice"
  ability: string // "Swimming"
  ready: boolean // the ability is unspent
  place: string // a space, "outside" (has not entered), "escaped" or "dead"
  playing: boolean // in play: neither escaped nor dead
  load: number // now, of 12
  wll: number // what a die must show in this round; 0 before the first
  band: number // what it would be by the load as it is now
  actions: number // left in this round
  counts: boolean[] // by die of the roll: it gave this seat an action
  cursed: boolean[] // by die: ignored in this roll, or else in the next, because of an idol
  wounds: string[] // "cobra", "scorpion", "crocodile", "block", "mummy", each as often as it is there
  equipment: string[] // "antidote", "medi-kit", "crowbar", "udjat" or "bag", likewise
  cards: CardPicture[] // treasures and chests, by god
  idols: string[] // gods
  score: Score | null // your own at any time, that of a survivor in the final scoring; else null
  given: string[] // secret cards that it gave up, as you know them: "? hededet"
}

export interface MummyPicture {
  name: string // "sanakht"
  space: string
  next: string // the space that it steps to next
  lying: boolean // shot: harmless until the coming Phase 4
}

export interface TombPicture {
  space: string
  god: string
  state: "closed" | "empty" | "open"
  value: number | null // of an open one, and of a closed one that you have read; else null
  reader: number // the seat that has read it while it is closed; -1: nobody
}

export interface AlcovePicture {
  space: string
  god: string
  colour: string // of the die that its idol curses
  needs: number[] // the numbers that open it
  worth: number // of the idol
  state: "buried" | "taken" | "there"
  odds: number // chance of an attempt, re-rolled well
  tool: number // likewise with Lock picking or a crowbar
}

export interface BlockPicture {
  number: number
  space: string
}

/** What everybody knows of a search deck. */
export interface DeckPicture {
  name: "hededet" | "rubble" | "sobek"
  zone: "pond" | "rubble" | "sand"
  left: number
  treasures: number // chests included
  equipment: number
  wounds: number
}

/** The block that somebody looked at in this round. */
export interface Foreseen {
  seat: number
  choice: "" | "kept" | "returned" // "": not decided yet
  number: number | null // known to that seat alone
  space: string | null
}

/** A space in danger: the chance that the next block falls on it, and that a block cuts it off. */
export interface CutPicture {
  space: string
  hit: number
  cut: number
}

export interface Picture {
  viewer: number // your seat; -1: a spectator
  round: number // from 1; 0 during set-up
  step: "block" | "load" | "mummies" | "over" | "roll" | "score" | "set-up" | "turns" // the ladder
  phase: string // of the notation: what exactly is asked or waited for, "wound"
  asked: number // the seat that is asked; -1: nobody, chance is at work or it is over
  acting: number // the seat that is asked or for which chance acts; -1: none
  about: string // the wound to settle, the space that is read: "cobra", "a5"; else ""
  sentence: string // what is asked or happens, without the seat's name: "may discard treasures"
  clause: string // where the rules say so
  until: number // ms of match time at which the question is answered by itself; 0: it stands for ever
  reaction: number // ms that a question stands; 0: for ever
  ankh: number // the first player's seat; -1: not drawn yet
  load: "banded" | "literal" // the option
  roll: number[] // the round's five dice, yellow green black blue red; 0 is not thrown; () before
  cast: CastPicture | null
  seats: SeatPicture[]
  mummies: MummyPicture[]
  tombs: TombPicture[]
  alcoves: AlcovePicture[]
  blocks: BlockPicture[] // as they fell
  bag: number // blocks that have not fallen
  decks: DeckPicture[]
  foreseen: Foreseen | null
  dangers: CutPicture[] // open spaces where there is any
  sealed: string[] // spaces without an open path to the door
  places: number[] // by seat when it is over; () before
}

export interface Choice {
  text: string // in notation, what Act sends
  kind: "alcove" | "choose" | "clairvoyance" | "discard" | "dodge" | "done" | "drop" | "exit" | "go" | "keep" | "open" | "pass" | "pick" | "read" | "reroll" | "return" | "search" | "shoot" | "stamina" | "take" | "udjat" | "use"
  space: string // that it is about: the goal of a step, the sarcophagus, the alcove, the mummy; else ""
  card: string // that is dropped, used or taken: "4 hededet", "crowbar"; else ""
  against: string // the wound that equipment is used on; else ""
  dice: number[] // that are thrown again, from 0; else ()
  price: number // actions: 0 or 1
  odds: number | null // chance that it opens the alcove, without a tool; null if that is not the question
  tool: number | null // chance that it does with the tool that you have; null if you have none
  risk: number // chance of a wound: in a search, or 1 where a mummy stands
  load: number // yours afterwards, as far as it is sure
  band: number // what a die must show with that load
  words: string // a question for the dock: "Go to e4?"
  more: string // its effect: "Imhotep stands there: a wound."; may be empty
  clause: string // "4.1"
}
