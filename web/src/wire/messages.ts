// Made by tools/wire_types.py; do not edit.

/** An achievement in a PersonExport. */
export interface EarnedAchievement {
  game: string
  id: string
  table: string // code of the first match in which it was earned
  at: number // when that match ended, Unix time in ms
}

/** An achievement, and when you earned it. */
export interface AchievementInfo {
  id: string
  title: string // "Three in one throw"
  sentence: string // "Take three pieces off the board with a single throw."
  clauses: string[] // of the rules
  table: string // code of the match in which you earned it first; empty: not yet
  at: number // when that match ended, Unix time in ms; 0: not yet
}

/**
 * GET /api/me/achievements?table=CODE: a list of these, one for each game.
 *
 * With the code of a match that has just ended, the answer waits a moment until that match has been read.
 */
export interface GameAchievements {
  game: string
  title: string
  achievements: AchievementInfo[]
}

/** POST /api/people: a guest takes a name. */
export interface NewPerson {
  name: string
}

/**
 * A guest with their token, which is the only credential and is never shown again.
 *
 * Send the token as `Authorization: Bearer TOKEN`, and in Hello. An unknown token is refused with 401: then
 * take a name again.
 */
export interface Person {
  id: string
  name: string
  token: string
}

/** POST /api/me/keys: a key for recovery, or for a program that plays for you. Answers with a FreshKey. */
export interface NewKey {
  kind: "program" | "recovery"
  label?: string
}

/** GET /api/me/keys: a list of these, the newest first. DELETE /api/me/keys/ID answers with the rest. */
export interface PersonKey {
  id: string
  kind: "device" | "program" | "recovery"
  label: string // "Firefox on Linux"
  created: string // a day, as in 2026-11-15
  used: string // the last day
  here: boolean // it is the one you ask with
}

/** GET, PUT, DELETE /api/me/webhook and POST /api/me/webhook/test. */
export interface Hook {
  url: string // empty: there is none
  said: string // what became of the last notice; empty: there was none
}

/** A table in a PersonExport. */
export interface ExportedTable {
  code: string
  game: string
  status: "over" | "playing" | "waiting"
  changed: string // when its status last changed
}

/** A line of chat in a PersonExport. */
export interface ExportedLine {
  table: string
  text: string
}

/** A puzzle that you have solved. */
export interface SolvedPuzzle {
  tries: number
  ms: number
  helped: boolean
  at: number // when, Unix time in ms
  part: "" | "easy" | "hard" | "medium"
}

/**
 * GET /api/me/progress: what I have learned and solved. PUT adds to it and answers with all of it.
 *
 * Nothing is ever taken away. If a puzzle was solved on two devices, the earlier result stands.
 */
export interface PersonProgress {
  lessons: Record<string, string[]> // by game: the names of steps, and "game" for the short game at the end
  puzzles: Record<string, Record<string, SolvedPuzzle>> // by date and game
}

/** GET /api/me/export: everything that the server keeps of you. */
export interface PersonExport {
  about: string // what is in it
  id: string
  name: string
  created: string
  keys: PersonKey[]
  webhook: Hook
  tables: ExportedTable[]
  chat: ExportedLine[]
  progress: PersonProgress
  achievements: EarnedAchievement[]
}

/** DELETE /api/me: you are not known here any more. */
export interface DeletedPerson {
  sentence: string
}

/**
 * A new key with its token, which is shown this once.
 *
 * The token of a program is used like that of a guest, the token of a recovery key in Recovery.
 */
export interface FreshKey {
  key: PersonKey
  token: string
}

/**
 * POST /api/people/recover: get a key for a new device with a recovery key. Answers with the Person.
 *
 * A recovery key may be used again until it is revoked. A call with a token of this person makes no new key.
 */
export interface Recovery {
  key: string
}

/** PUT /api/me/webhook: where to send notices of turns, proposals and ends while you are away. */
export interface NewHook {
  url: string
}

/** What the server posts to a webhook, as JSON. It holds nothing that a spectator could not see. */
export interface Notice {
  kind: "over" | "proposal" | "test" | "turn"
  table: string // its code
  title: string // "Senet: your turn", "Senet: a proposal waits for your answer"
  link: string
  game: string
}

export interface SeatPlan {
  kind: "bot" | "me" | "open"
  level?: string // of a bot
  name?: string
}

export interface ClockPlan {
  kind: "bank" | "move" | "none"
  seconds: number // for each move, or in the bank
  increment: number // seconds added after each turn, bank only
}

/**
 * POST /api/tables. Seats "me" are kept for the host; players of several such seats share a device.
 *
 * With a position, seats and options are those of the position: options that are sent besides must be the
 * same. A rematch begins at the start of the game again.
 */
export interface NewTable {
  game: string
  seats: SeatPlan[]
  options?: Record<string, unknown>
  seating?: "chance" | "choice"
  clock?: ClockPlan
  public?: boolean // listed among the open tables
  position?: string // where the match begins, in notation
}

/**
 * POST /api/tables/CODE/sit: take the seats kept for you, or an open one.
 *
 * Send the commitment to a seed of your own, keep the seed, and send it with Open when Table.dice asks for
 * it: then nobody can choose a seed that fits yours, the owner of the server included. A commitment is the
 * SHA-256, as hex, of "benben seed ", Table.commitment, a space and the seed. A program that gives its seed
 * openly instead gives up only this protection of its own. The match begins when every seat is taken,
 * everybody is ready and all seeds are known. Sitting again changes nothing; 409 if every seat is taken or
 * kept for others. Answers with the Table.
 */
export interface Sit {
  seed?: string | null // given openly; either this or `commitment`
  commitment?: string | null
  ready?: boolean // else others wait for Ready
}

export interface LevelInfo {
  name: string
  about: string
}

/** GET /api/games: a list of these. */
export interface GameInfo {
  name: string
  title: string
  least: number // seats
  most: number
  version: number
  options: Record<string, unknown>
  levels: LevelInfo[]
  daily: boolean // has puzzles of the day
  minutes: number // that its lesson takes, about; 0: it has none
  summary: string[] // the game in a hundred words: paragraphs without marks
}

/** POST /api/games/NAME/options with options as the body: what a table with them would be. */
export interface Fit {
  least: number // seats
  most: number
  words: string // the options in words: "3 by 4, Quicksand, the sand hidden"
  remark: string // what a player should know before: "On this board 8 is the lowest score."; may be empty
  apart: string // why several people cannot share a device; empty: they can
  fault: string // why there can be no such table; empty: there can
  clause: string // of the fault: "gate 6.2"
}

/** GET /api/games/NAME/daily/DATE: a list of these, the easiest first. A date is as in 2026-11-15. */
export interface DailyPuzzle {
  grade: string
  about: string
  options: Record<string, unknown> // of a table that plays it
}

/** A position that a clause shows, out of the game's cases. */
export interface RulePicture {
  caption: string // "o on 16 and 17 protect each other"
  notation: string // of the position
  picture: unknown // the game's Picture of it
}

/** An example of a clause that can be tried, with POST /api/games/NAME/cases/CASE. */
export interface RuleCase {
  name: string
  sentence: string // what it shows
}

export interface RuleClause {
  number: string // "3.1"; empty for a paragraph without one
  text: string // plain, with the marks **bold**, *emphasis* and `code`; "- " before an item of a list
  pictures: RulePicture[]
  cases: RuleCase[] // that can be tried
}

export interface RuleSection {
  number: string // "3"; may be empty
  title: string
  clauses: RuleClause[]
}

/** GET /api/games/NAME/rules: the game's RULES.md. Sections without a number have no rules. */
export interface RuleBook {
  game: string
  title: string
  version: number
  summary: string[] // the game in a hundred words: paragraphs without marks
  sections: RuleSection[]
}

export interface TableSeat {
  name: string // empty while the seat is open
  kind: "bot" | "open" | "person"
  level: string // of a bot; of a person: of the bot that stands in until they are back, else empty
  you: boolean
  here: boolean // has a live connection; bots always
  kept: string // name of the person for whom an open seat is kept; empty: anybody may sit there
  ready: boolean // to begin; bots always, an open seat never
  gone: boolean // away for long: others may propose a bot or the end; before the start the host may Free it
  away: number // since when the person is away, Unix time in ms; 0: is here, or not known
  helped: number[] // events that stood when it asked for a hint, the first after each chance event
  commitment: string // to the seed of the person who sits here, also if it was given openly; of bots none
}

/** What needs the consent of the people at the table. It lapses when one of them acts instead. */
export interface Proposal {
  by: number // seat
  what: "bot" | "claim" | "draw" | "end" | "undo"
  kept: number // of "undo": how many events would stand
  seat: number | null // of "bot": for whom it would stand in
  level: string // of "bot"
  words: string // "asks to take back the last move"
  waits: number[] // seats that have still to answer
}

/** A table as anybody may see it. Before the start, seats are in order of joining. */
export interface Table {
  code: string
  game: string
  title: string
  options: Record<string, unknown>
  words: string // the options in words: "five pieces", "five pieces, from a position"
  status: "over" | "playing" | "waiting"
  seats: TableSeat[]
  seating: "chance" | "choice"
  clock: ClockPlan
  timed: boolean // by the rules time acts here too: sand runs, or questions are answered when it is up
  commitment: string // hash of the secret, from the first moment on
  secret: string | null // only when over
  public: boolean
  host: string
  rematch: string | null // code of the table that follows this one
  turn: string | null // whose turn in words, for lists: a name, "your turn"
  due: boolean // you are to act
  asked: boolean // a proposal waits for your answer
  hosting: boolean // you made this table: before the start you may Fill its free seats and Free kept ones
  watching: number // how many watch without a seat
  offer: Proposal | null // that waits for an answer
  patience: number // seconds until an absent player counts as gone; 0: never, as in play by post
  brought: boolean // played elsewhere and imported as a record
  claim: number // seconds the match waits for an absent player until the others may claim the end; 0: never
  dice: "" | "commit" | "open" // what the dice need of you before the start: a fresh Commit, or your seed with Open
  position: boolean // the match begins at a position, not at the start of the game
  meter: boolean // who plays alone or against bots may ask how the match stands, with Meter
  parts: number[] // when all sit and are ready: seats whose part of the dice the start waits for
}

/** GET /api/me. */
export interface Me {
  id: string
  name: string
  tables: Table[] // waiting and playing first, those that wait for you before all; at most 50
}

/** GET /api/me/turns: a list of these, one for each match with other people that waits for you. */
export interface Turn {
  code: string
  game: string
  title: string // of the game
  against: string[] // names
  kinds: ("proposal" | "turn")[] // your action, your answer, or both
}

export interface Ending {
  places: number[]
  winners: number[]
  points: number[]
  reason: string
}

export interface Finished {
  table: Table
  yours: number[] // seats
  ended: number // ms of the wall clock
  ending: Ending
}

/** GET /api/me/tables?before=MARK: matches of yours that are over, the newest first. */
export interface History {
  matches: Finished[]
  before: string // the mark for those before these; empty: there are none
}

/** POST /api/verify with a record as text or JSON: what `benben verify` says. */
export interface Checked {
  good: boolean
  sentence: string
  entry: number | null // the first wrong one, from 1
  draws: number // how many draws were recomputed
}

/**
 * Body of every refused REST call.
 *
 * 400 cannot be read, 401 no or unknown token, 404 no such thing, 405 wrong method, 408 came too slowly,
 * 409 not now or not allowed, 413 too long, 429 too many calls from this address, 503 could not be stored.
 */
export interface Fault {
  sentence: string
  clause: string
}

/** Before the start: say whether you are ready to begin. */
export interface Ready {
  type: "ready"
  id: string
  ready: boolean
}

/**
 * Before the start, when Table.dice is "open": the seed that my commitment was made of.
 *
 * Whoever sends another seed, or none in time, loses the seat, and the others commit to fresh seeds.
 */
export interface Open {
  type: "open"
  id: string
  seed: string
}

/**
 * Before the start: the commitment to a fresh seed, in place of the one before.
 *
 * Due when Table.dice is "commit": the seats have changed, so a seed that I opened is not used. Also for a
 * device that has lost its seed; after somebody opened theirs, once.
 */
export interface Commit {
  type: "commit"
  id: string
  commitment: string
}

/** Before the start: give up your seat. It is free for anybody, also if it was kept for you. */
export interface Leave {
  type: "leave"
  id: string
}

/** Before the start, by the host: bots of this level sit down on every free seat. */
export interface Fill {
  type: "fill"
  id: string
  level: string
}

/**
 * Before the start, by the host: a seat kept for a player who does not come is free for anybody.
 *
 * So is the seat of a player who is gone while the start waits for their part of the dice.
 */
export interface Free {
  type: "free"
  id: string
  seat: number
}

/**
 * Ask what matters now; answered with Focused, or Refused. The seat counts as helped, as after a Hint.
 *
 * Like a hint, not against other people.
 */
export interface Focus {
  type: "focus"
  id: string
  seat: number
}

/**
 * Ask whether an action of this seat was a blunder; answered with Judged, or Refused.
 *
 * Like a hint, not against other people. If it was one, the seat counts as helped.
 */
export interface Judge {
  type: "judge"
  id: string
  seat: number
  n: number // events that stood with it: the `n` of its Row
}

/** What matters to the seat, from the moment when `n` events stood. */
export interface Focused {
  type: "focused"
  id: string
  n: number
  sentence: string // "Your cone on 14 stands alone: 37 % that it is sent back."
}

/** Whether an action was a blunder. To take it back, send Undo or an Offer of "undo" with `kept`. */
export interface Judged {
  type: "judged"
  id: string
  n: number // as it was asked
  kept: number // events that stand if it is taken back
  sentence: string // why it was one, with a figure; empty: it was none, or nobody can say
  better: string // an action that gives less away, in notation; empty if it was none
}

/**
 * Ask how the match stands, as far as this seat can know; answered with Metered, or Refused.
 *
 * At a table whose `meter` is true, and like a hint not against other people. The seat counts as helped, as
 * after a Hint. Answered with Done if the position changed before a worker began to think, if you asked
 * again meanwhile, or if nothing can be said of this moment.
 */
export interface Meter {
  type: "meter"
  id: string
  seat: number
}

/** How the match stands, from the moment when `n` events stood. */
export interface Metered {
  type: "metered"
  id: string
  n: number
  unit: "chance" | "pips" | "time" // of the values, as in a review
  values: number[] // by seat
  label: "bounded" | "estimated" | "exact"
  error: number // of an estimate: nine in ten are off by less
}

export interface Hello {
  type: "hello"
  table: string
  token?: string // empty: a spectator without a name
}

/** Do an action. It is judged against the present state; an illegal one gets Refused and its clause. */
export interface Act {
  type: "act"
  id: string // chosen by you, a new one for each message; sent again with the same one, it is done once
  seat: number
  action: string // in notation: the `text` of one of Now.choices[seat]
}

/**
 * Throw: let chance act now, for a seat of yours that throws.
 *
 * The throw happens by itself after 20 s, where a clock runs or where you are away and somebody else waits.
 */
export interface Go {
  type: "go"
  id: string
}

/**
 * Take back this seat's last action, or all after the first `kept` events.
 *
 * Free back to the last event of chance, of time or of somebody else; see Now.undo. A game for one may be
 * taken back after its end too.
 */
export interface Undo {
  type: "undo"
  id: string
  seat: number
  kept?: number | null
}

export interface Resign {
  type: "resign"
  id: string
  seat: number
}

/**
 * Propose to the other people at the table what needs their consent; see Now.may.
 *
 * "undo": take back to before this seat's last action, or all after the first `kept` events, throws and
 * others' actions included; a throw that comes again is the same throw. "draw": share the result. "bot": a
 * bot of `level` stands in for `absent`, who is gone, until they are back. "end": break off without a
 * result. "claim": `absent` has left the match, as if resigned, since it has waited too long for them; see
 * Table.claim. Those who are gone are not asked about "bot", and about "end" only until everybody has acted
 * once. While a bot plays for somebody, there is no "undo" and no "draw". Bots agree to everything. Where
 * nobody is to be asked it happens immediately. A new proposal replaces the one that stands.
 */
export interface Offer {
  type: "offer"
  id: string
  seat: number
  what: "bot" | "claim" | "draw" | "end" | "undo"
  kept?: number | null
  absent?: number | null
  level?: string // empty: the middle one
}

/**
 * Answer the proposal that stands. It takes effect when all have said yes. A no to your own withdraws it.
 *
 * With `what` and `kept` of the proposal that you read, it is refused if another has taken its place.
 */
export interface Answer {
  type: "answer"
  id: string
  seat: number
  yes: boolean
  what?: "bot" | "claim" | "draw" | "end" | "undo" | null
  kept?: number | null
}

/**
 * After the end: make a table for a rematch, everybody one seat further.
 *
 * The new code comes with the next TableNews. At the new table a seat is kept for everybody who played. Each
 * sits down with a fresh seed; bots sit already. A second request gets Done and finds the same table.
 */
export interface Rematch {
  type: "rematch"
  id: string
}

/**
 * Ask the strongest level what it would do, and why; answered with Hinted or Refused. Not against other
 * people: it would be unfair.
 */
export interface Hint {
  type: "hint"
  id: string
  seat: number
}

/**
 * Ask how good every action of this seat is; answered with Rated, or Refused where a game cannot say.
 *
 * Like a hint, not against other people. Answered with Done if the position changed before the rating was
 * ready, or if you asked again meanwhile: ratings come one after the other, and only the newest counts.
 */
export interface Rate {
  type: "rate"
  id: string
  seat: number
  helps?: boolean // the answer is shown as advice, so the seat counts as helped, as after a Hint
}

/**
 * Ask for the picture after the first `n` events that stand; answered with Past, or Refused with no id.
 *
 * While the match runs you may see what you or a watcher saw, later what any seat saw.
 */
export interface Look {
  type: "look"
  n: number
  many?: number // pictures: after n, n + 1, ... events
  eye?: number | "open" | "own" | "watcher"
}

/** Ask for the log as that eye sees it, with the limits of Look; answered with Log. */
export interface Read {
  type: "read"
  eye: number | "open" | "own" | "watcher"
}

/**
 * A chat line. Seated players talk to the table, and everybody reads it. Others with a name talk to the
 * watchers; players read that only when the match is over.
 */
export interface Say {
  type: "say"
  id: string
  text: string
  to?: "table" | "watchers"
}

/** A quick reaction of a seated player, shown to everybody at the table and not stored. */
export interface React {
  type: "react"
  id: string
  sign: "luck" | "moment" | "ouch" | "thanks" | "well" | "wow"
}

/**
 * How fast bots are to play while you are here. The slowest wish among the players present counts.
 *
 * Bots in a race against sand keep their own time.
 */
export interface Pace {
  type: "pace"
  id: string
  pace: "fast" | "instant" | "normal" | "slow"
}

/** Test the connection and its delay; answered with Pong immediately. */
export interface Ping {
  type: "ping"
  sent?: number // any number of the client's, such as its own clock; it comes back
}

/** One line of the log. */
export interface Row {
  n: number // events that stand up to and with this one, from 1; for an undo or a resignation those that stand
  at: number // ms of match time
  seat: number | null // whose row it is
  by: number // seat, -1 chance, -4 time
  text: string // in notation: "throw 4"; or a word such as undo, resign, abort: see tables/journal_row.py
  words: string // "throws 4 and will throw again"
  note: string // "again"
  clause: string
}

/** Think-time clocks; None in Now if there are none. A bot's clock runs too, but a bot is not flagged. */
export interface Clocks {
  left: number[] // ms by seat, at the moment of sending
  running: number | null // the seat whose clock runs
}

/** What you may know and do at this moment. Before the start: the opening position, and nothing to do. */
export interface Now {
  n: number // events that stand
  at: number // ms of match time, at the moment of sending
  turn: number // a seat, -1 chance, -2 everyone, -3 over
  hand: number | null // at a chance turn: the seat that throws, with Go
  picture: unknown // the game's Picture
  choices: unknown[][] // by seat, the game's Choice: its `text` is what to Act; only for seats of yours
  undo: boolean[] // by seat: may it take back without asking
  may: ("bot" | "claim" | "draw" | "end" | "undo")[] // what you may propose now with Offer; "bot" and "claim" while somebody is gone
  clocks: Clocks | null
  ending: Ending | null
  resign: boolean[] // by seat: may it resign now; only for seats of yours
  out: boolean[] // by seat: it resigned or ran out of time, and the others play on
  opening: boolean // somebody has not acted yet: players who are gone are not asked about "end"
}

export interface Talk {
  type: "talk"
  by: string // a name
  seat: number | null
  text: string
  at: number
  to: "table" | "watchers"
}

/** The answer to Hello. If it comes again later, it replaces all that came before. */
export interface Welcome {
  type: "welcome"
  table: Table
  yours: number[] // seats; before the start, places in `table.seats`
  log: Row[] // those that stand
  now: Now
  talk: Talk[]
}

/**
 * Something happened. `kept` tells how many earlier rows stand; `rows` come after them.
 *
 * At the start of the match one comes without rows, after the TableNews. A run of chance of one kind is one
 * News. An undo cuts the rows of what was taken back and adds one of its own.
 */
export interface News {
  type: "news"
  kept: number
  rows: Row[]
  now: Now
  same: boolean // the choices are those you have: they are not sent again, and those in `now` are empty
}

/** Seats, presence, start, end or rematch changed. Whose turn it is comes with News, not with this. */
export interface TableNews {
  type: "table"
  table: Table
  yours: number[]
}

/** The message with this id was stored. Sent after the store has it, never before. */
export interface Done {
  type: "done"
  id: string
}

/** Nothing changed. The present state comes along, so that a stale client is in step again. */
export interface Refused {
  type: "refused"
  id: string // empty if the message had none, or none that could be read
  clause: string // "senet 5.1"; "match", "table", "talk", "notation", "message" where no rule speaks
  sentence: string
  now: Now | null // None if the message could not be read at all
}

export interface Hinted {
  type: "hinted"
  id: string
  action: string // in notation
  sentence: string // why, in the player's words: "It leaves 14 alone: 37 % that it is sent back."
}

/** A rating of every action, from the moment when `n` events stood. */
export interface Rated {
  type: "rated"
  id: string
  n: number
  best: number // the best result that can still be reached, as the game counts
  exact: boolean // proved; else the best found so far
  costs: Record<string, number | null> // by action in notation: what it costs against the best; null: not known
  sentence: string // "A perfect end is still within reach."
}

/** Pictures of the past. Fewer than were asked for, if the match ends before or the frame is full. */
export interface Past {
  type: "past"
  n: number
  picture: unknown
  more: unknown[] // after n + 1, n + 2 ... events
  eye: number | "open" | "own" | "watcher" // as it was asked
}

export interface Log {
  type: "log"
  eye: number | "open" | "own" | "watcher" // as it was asked
  rows: Row[]
}

export interface Reacted {
  type: "reacted"
  by: string // a name
  seat: number | null
  sign: "luck" | "moment" | "ouch" | "thanks" | "well" | "wow"
}

/** The answer to Ping. With both times a client knows match time to within half the round trip. */
export interface Pong {
  type: "pong"
  sent: number // of the ping
  at: number // ms of match time, when the ping came
}

/**
 * The server ends this connection and says why.
 *
 * The code of the close that follows: 4401 unknown token, 4403 banned, 4404 no such table, 1008 a bad or
 * missing hello, 1000 else: the server stops, or the client was too slow, and may come back.
 */
export interface Closing {
  type: "closing"
  sentence: string
}

/** What you may know and do in an exercise, as Now is at a table. */
export interface Moment {
  n: number // events so far
  at: number // ms of match time, which stands still while you think
  turn: number // a seat, -1 chance, -2 everyone, -3 over
  seats: number // how many play
  you: number // the seat that is you
  seat: number | null // you, if you may act now
  go: boolean // it is your throw: try "go"
  picture: unknown // the game's Picture
  choices: unknown[] // the game's Choice: its `text` is what to try; empty if you may not act
  rows: Row[] // what has happened since the try before, with what you did; of a refused try none
  log: Row[] // all that has happened, those rows too
  over: boolean
  ending: Ending | null
}

/** Why a try was not taken. Nothing changed. */
export interface RefusedTry {
  text: string // what was tried
  sentence: string
  clause: string // "senet 5.1"; "notation", "match" where no rule speaks; empty: legal, but not the task
}

/** POST /api/games/NAME/lessons/STEP: the body. Without a try it asks where things stand. */
export interface Try {
  done?: string[]
  try?: string | null
}

/** POST /api/games/NAME/cases/CASE: the body. You act for every seat in turn. */
export interface CaseTry {
  done?: string[]
  try?: string | null
  fate?: number // any number: with the same one, chance falls the same way
}

/** POST /api/games/NAME/cases/CASE: where the case stands after the try. */
export interface CaseMoment {
  moment: Moment
  done: string[] // to be sent with the next try
  refused: RefusedTry | null
}

/** POST /api/games/NAME/lessons/STEP: where the step stands after the try. */
export interface LessonMoment {
  moment: Moment
  done: string[] // to be sent with the next try; as it was, if the try was refused
  task: number // which of the step's tasks is to be done now, from 0; after the last one still that
  glow: string[] // the actions that are the task, in notation; empty where any legal one will do
  show: string[] // what "Show me" plays from here, "go" for a throw; empty if no way is known from here
  kept: number // how many of `done` to keep in order to begin this task again
  answer: string // what the last thing done brought about, in words; may be empty
  refused: RefusedTry | null
  finished: boolean // all tasks are done
}

/** A small position that draws the rule of a step. */
export interface LessonCase {
  label: string // "two: guarded"
  notation: string
  picture: unknown // the game's Picture of it
}

export interface LessonStep {
  name: string // as in the address
  title: string // "Two together"
  about: string // "Side by side they guard each other.": for the list of steps
  fact: string // "Two side by side guard each other."
  tasks: string[] // "Swap with the spool that stands alone."
  clauses: string[] // "5.1"; the first is the one to show
  cases: LessonCase[] // two at most
}

/** The short game at the end of a lesson, against the weakest bots. */
export interface LessonGame {
  title: string // "A short game"
  options: Record<string, unknown>
  seats: number // yours and those of bots
  position: string // where it begins, in notation; empty: at the start of the game
  level: string // of the bots; empty where you play alone
  picture: unknown // the game's Picture of how it begins, as chance may deal it
  help: boolean // undo and hints are allowed in it
}

/** GET /api/games/NAME/lessons: the lesson of a game. It is played with POST .../lessons/STEP. */
export interface Lesson {
  game: string
  title: string // of the game
  about: string // "Past each other, past the water, and off the board."; may be empty
  minutes: number // about how long it takes
  wins: string // what wins, in a sentence
  clause: string // of what wins: "1.1"
  steps: LessonStep[]
  play: LessonGame
}

/** One of the puzzles of a game that has several a day, to be played at a table. */
export interface PuzzlePart {
  name: "" | "easy" | "hard" | "medium"
  grade: number // 1 to 5
  word: string // "medium"
  about: string // what is asked
  options: Record<string, unknown> // of the table
  picture: unknown // the game's Picture of its beginning
}

/** The puzzle of one game and day. */
export interface DayPuzzle {
  game: string
  title: string // of the game
  question: string // "You threw 3. Find the best move."
  grade: number // 1 to 5; of several parts the middle one's
  word: string // "very easy", "easy", "medium", "hard", "very hard"
  kind: "exercise" | "table"
  parts: PuzzlePart[] // of kind "table", the easiest first: any of them counts
  moment: Moment | null // of kind "exercise": how it begins
  unit: "chance" | "cover" | "pips" | "points" | null // of kind "exercise"
  known: string[] // what chance will do, in words, where that is known: "Round 12: yellow 5, green 2 ..."
}

/**
 * GET /api/puzzles/DATE: the puzzles of a day, in the order of the pyramid's courses, the foot first.
 *
 * 400 if there can be no such day, 404 before the first day with puzzles, 409 while it has not begun.
 */
export interface PuzzleDay {
  date: string
  today: string // by the server's clock
  first: string // the first day with puzzles
  left: number // ms until the puzzles of the next day
  link: string // "/d/2026-11-16": the page of this day, to be shared; "/d/2026-11-16/senet" is one puzzle
  puzzles: DayPuzzle[]
}

/** POST /api/puzzles/DATE/GAME: the body. Without a try it asks where things stand. */
export interface PuzzleTry {
  done?: string[]
  try?: string | null
  hint?: boolean // ask for the next action of the best answer: it was solved with help then
  show?: boolean // give up, and see all answers
}

/** A way to answer a puzzle. */
export interface PuzzleChoice {
  text: string // as `Verdict.answer`: "18x21", "27 points"
  words: string // "swaps 18 with the spool on 21"
  value: number // in the unit of the puzzle, the more the better
  best: boolean
  share: number | null // per cent of those here who chose it first; null: nobody has been counted
}

/** Where a match goes on from a puzzle or a reviewed match: a NewTable, with bots in the other seats. */
export interface PositionTable {
  position: string // in notation, with the throw that is to be played
  seats: number
  seat: number // yours
  levels: string[] // of the bots, the weakest first
}

/** What was answered, and how good it is. */
export interface PuzzleVerdict {
  answer: string // empty if you gave up
  right: boolean
  sentence: string // "17-20 keeps 56 %. There is a better one."
  value: number | null // of your answer; null if you gave up
  choices: PuzzleChoice[] // all answers, the best first, once it is right or given up; else none
  line: string[] // the actions of the best answer, likewise
  proof: string // how the values are known, likewise
  table: PositionTable | null // to try it on, likewise; null also where the best answer ends the match
}

/** POST /api/puzzles/DATE/GAME: where the puzzle stands after the try. */
export interface PuzzleMoment {
  moment: Moment
  done: string[] // to be sent with the next try; as it was, if the try was refused
  refused: RefusedTry | null
  verdict: PuzzleVerdict | null // when it is answered or given up
  hint: string // the action to do next, in notation; empty if none was asked for, or none helps
  advice: string // the hint in words, or why there is none; empty if none was asked for
}

/**
 * GET /api/rush/GAME/SEED/N: a puzzle of a puzzle rush, from 0 on, the further the harder.
 *
 * With the same seed they are the same for everybody. POST a PuzzleTry to answer it, as on a day.
 */
export interface RushPuzzle {
  game: string
  seed: string
  n: number
  question: string
  grade: number // 1 to 5
  word: string // "medium"
  unit: "chance" | "cover" | "pips" | "points"
  moment: Moment
}

/** POST /api/puzzles/DATE/GAME/result: count my result, without my name. Once a person or device. */
export interface PuzzleResult {
  tries: number
  ms: number // from the first look to the answer
  helped: boolean
  part?: "" | "easy" | "hard" | "medium" // of kind "table": which was solved
  first?: string // of kind "exercise": your first answer, right or not
  done?: string[] // of kind "exercise": what you did at last, a best answer
  device?: string // of a caller without a token: 32 random hex digits, the same all day
}

/** The answer to a PuzzleResult. */
export interface CountedResult {
  counted: boolean
  sentence: string // why it was not counted; else empty
}

/** The results of one puzzle, or of one part of it. */
export interface ResultCounts {
  game: string
  part: "" | "easy" | "hard" | "medium"
  people: number
  tries: number[] // people who found it at the first try, second, third, later, and with help
  times: number[] // people by `limits`, then longer, and with help
  limits: number[] // ms: the ends of all times but the last
}

/** GET /api/puzzles/DATE/results: how people on this server did, counted without names. */
export interface PuzzleResults {
  date: string
  results: ResultCounts[]
}

/** What a choice cost as things really lay, told beside the account: nobody could know. */
export interface ReviewHindsight {
  cost: number // below 0: what the seat gained
  error: number // a difference up to this is none
}

/** A choice between actions, beside the best one. */
export interface ReviewedChoice {
  better: string // in notation; what was played where nothing is better
  words: string // of the better one: "plays 26-29"
  drawn: unknown[] // the better action, then the one that was played if it is another, as in Now.choices
  best: number // what it is worth to the seat
  cost: number // what the seat lost by its choice; 0 within the judge's error
  label: "bounded" | "estimated" | "exact"
  error: number
  really: ReviewHindsight | null // where something was hidden from the seat that mattered
}

/** One event of the match, or the entry that ended it. */
export interface ReviewedStep {
  by: number // a seat, -1 chance, -4 time
  kind: "agreement" | "chance" | "choice" | "leaving" | "time"
  text: string // in notation; empty for time and for an end from outside
  values: number[] // after it, by seat; so are the next four
  chance: number[] // what it gave that nobody chose
  chosen: number[] // what it changed by the choice of `by`
  time: number[] // what it changed because time ran out
  agreed: number[] // what it changed because all agreed
  choice: ReviewedChoice | null // null: there was nothing to choose, or nothing is known of it
}

/** How a seat's first value became its result, rounded to what is shown; it adds up. */
export interface ReviewAccount {
  first: number
  chance: number
  choices: number[] // by the seat that chose
  time: number
  agreed: number
  result: number
}

export interface ReviewAccuracy {
  best: number // choices as good as the best
  of: number // real choices
}

/** A turning point: a choice, or a run of chance, that changed much. */
export interface ReviewTurn {
  start: number // its first step, from 1
  end: number // its last step
  kind: "agreement" | "chance" | "choice" | "leaving" | "time"
  seat: number // that chose; or that chance moved most
  amount: number // to that seat
}

export interface MatchReview {
  unit: "chance" | "pips" | "time"
  method: string // how positions were judged, in one sentence
  label: "bounded" | "estimated" | "exact" // the least certain of all
  error: number // of a value, the largest of all
  chance: string // what the game calls its chance, "the sticks"; empty: it has none
  first: number[] // values by seat before the first step
  steps: ReviewedStep[] // step n stands at event n of the match
  accounts: ReviewAccount[] // by seat
  accuracy: ReviewAccuracy[] // by seat
  turns: ReviewTurn[] // at most six, as they came
}

/** GET /api/tables/CODE/review: the review, or how far it is. Asked again until it is there. */
export interface ReviewState {
  done: number // steps judged
  of: number // steps in all
  review: MatchReview | null // null: it is still being worked out
}

/** GET /api/watch: a list of these, in the order in which they are shown; the same for everybody. */
export interface WatchedMatch {
  code: string // of the table
  game: string
  title: string // of the game
  words: string // the options in words
  kind: "house" | "live" | "over" // house: the server's own bots play, while somebody watches them
  players: string[] // names by seat
  picture: unknown // the game's Picture as an onlooker sees it; null: there is none, a line tells of the match
  ended: number // Unix time in ms; 0: it is not over
  ending: Ending | null // null while it is not over
}

export type FromClient = Hello | Act | Go | Undo | Resign | Offer | Answer | Ready | Open | Commit | Leave | Fill | Free | Rematch | Hint | Rate | Focus | Meter | Judge | Look | Read | Say | React | Pace | Ping

export type FromServer = Welcome | News | TableNews | Done | Refused | Hinted | Rated | Focused | Metered | Judged | Past | Log | Talk | Reacted | Pong | Closing
