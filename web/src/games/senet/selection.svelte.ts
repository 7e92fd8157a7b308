/** The player's selection: what is held, where the focus is, and what a tap, a key or a drop does. It judges nothing. */
import type { Drag } from '../../ui/drag'
import { HEADINGS } from '../../ui/grid'
import type { Choice, Picture } from '../../wire/senet'
import { beside, centre, OFF, place, SQUARES, squareIn, type Frame } from './geometry'
import { wish } from './moves'
import { ownerOf } from './track'

export interface Reach {
  picture: Picture
  choices: readonly Choice[]
  seat: number | null
  frame: Frame
  act: (text: string) => void
  go: (() => void) | null
  confirm: boolean // a move waits for the dock's button
  letters: boolean // single letters are shortcuts
  asks: boolean // a piece that cannot move is tried all the same, so that the server says why not
}

const TYPING = 1000 // ms in which a second digit belongs to the first

export class Selection {
  held = $state(0) // square of the piece taken up, 0: none
  told = $state(0) // own piece that cannot move and was asked about
  over = $state(0) // square under the mouse
  cell = $state(0) // the one that takes the focus, 0: not chosen yet
  focused = $state(false) // by keyboard, so that a preview follows the focus
  drag = $state<Drag | null>(null)
  carried = 0 // start of a move that was dragged, so that it is not animated again
  #typed = { digits: '', at: 0 }
  #reach: () => Reach

  constructor(reach: () => Reach) {
    this.#reach = reach
  }

  from(square: number): Choice | undefined {
    return square ? this.#reach().choices.find((choice) => choice.start === square) : undefined
  }

  /** The choice that leads to a square; of several the one of the nearest piece. */
  to(square: number): Choice | undefined {
    const leading = this.#reach().choices.filter((choice) => choice.kind !== 'decline' && choice.land === square)
    return leading.sort((a, b) => Math.abs(square - a.start) - Math.abs(square - b.start))[0]
  }

  get starts(): number[] {
    const starts = this.#reach().choices.map((choice) => choice.start)
    return starts.filter((square) => square > 0).sort((a, b) => a - b)
  }

  get out(): boolean {
    return this.#reach().choices.some((choice) => choice.kind === 'off')
  }

  /** Where the tab key enters the board: the square last focused, else the first piece that may move. */
  get entry(): number {
    if (this.cell === OFF && !this.out) return SQUARES
    return this.cell || this.starts[0] || 1
  }

  /** The choice that is shown in full: the held piece's, else the one pointed at. */
  get shown(): Choice | undefined {
    return this.from(this.held) ?? this.pointed
  }

  /** The choice of the piece or target under the mouse or the keyboard's focus. */
  get pointed(): Choice | undefined {
    const at = this.over || (this.focused ? this.cell : 0)
    return at && !this.drag ? (this.from(at) ?? this.to(at)) : undefined
  }

  rest(): void {
    this.held = 0
    this.told = 0
    this.drag = null
  }

  hold(square: number): void {
    this.held = square
    this.told = 0
  }

  play(choice: Choice): void {
    this.rest()
    this.#reach().act(choice.text)
  }

  /** Handles a tap, a click or Enter on a square; on the held piece it lets go. */
  tap(square: number): void {
    const { picture, seat, confirm, asks } = this.#reach()
    if (seat === null || picture.phase !== 'play') return
    if (square === this.held) return this.rest()
    const taken = this.from(this.held)
    if (taken && (square === taken.land || (taken.kind === 'water' && square === taken.end))) {
      if (!confirm) this.play(taken)
      return
    }
    if (square !== OFF && ownerOf(picture.squares, square) === seat) {
      if (this.from(square)) this.hold(square)
      else if (asks) this.#attempt(square)
      else {
        this.held = 0
        this.told = square
      }
      return
    }
    const leading = this.to(square)
    if (leading) this.hold(leading.start)
    else if (taken) this.ask(square)
    else this.told = 0
  }

  /** Sends an action that no choice offers, so that the server says why not. */
  ask(square: number): void {
    const { picture, act } = this.#reach()
    act(wish(picture, this.held, square))
  }

  /** Tries to walk with a piece that no choice moves. */
  #attempt(square: number): void {
    const { picture, act } = this.#reach()
    this.held = 0
    act(wish(picture, square, square + picture.steps))
  }

  /** Drops the piece over a square; 0 is nowhere, and the piece stays held. */
  drop(square: number): void {
    const from = this.drag?.from ?? 0
    this.drag = null
    if (!from || !square || square === from) return
    this.held = from
    const taken = this.from(from)
    if (!taken) return
    const aimed = square === taken.land || (taken.kind === 'water' && square === taken.end)
    if (!aimed) return this.ask(square)
    const { confirm, frame } = this.#reach()
    if (confirm) return
    this.play(taken)
    // It lies where it was put until the server has answered.
    const [[x, y], [fx, fy]] = [centre(frame, taken.land), centre(frame, from)]
    this.drag = { from, dx: x - fx, dy: y - fy }
    this.carried = from
  }

  /** A key on the board. True where it meant something, so that the page does not act on it too. */
  key(name: string, ctrl: boolean, now: number): boolean {
    const reach = this.#reach()
    const { frame, letters } = reach
    const here = this.entry
    if (!/^\d$/.test(name)) this.#typed = { digits: '', at: 0 }
    const heading = HEADINGS[name]
    if (heading) return this.#focus(beside(frame, here, heading, this.out))
    if (name === 'Home' || name === 'End') return this.#focus(this.#edge(name === 'Home', ctrl, here))
    if (name === 'Enter' || name === ' ') {
      if (name === ' ' && reach.go) reach.go()
      else this.tap(here)
      return true
    }
    if (name === 'Escape') {
      const busy = this.held > 0 || this.told > 0 || this.drag !== null
      this.rest()
      return busy
    }
    if (ctrl || !letters) return false
    if (/^\d$/.test(name)) return this.#type(name, now)
    switch (name.toLowerCase()) {
      case 't':
        reach.go?.()
        return reach.go !== null
      case 'd': {
        const decline = reach.choices.find((choice) => choice.kind === 'decline')
        if (decline) this.play(decline)
        return decline !== undefined
      }
      case 'n':
        return this.#next(1)
      case 'p':
        return this.#next(-1)
      default:
        return false
    }
  }

  #focus(square: number): boolean {
    this.cell = square
    this.focused = true
    return true
  }

  /** First or last square of the drawn row; with ctrl, of the track. */
  #edge(first: boolean, ctrl: boolean, here: number): number {
    const { frame } = this.#reach()
    if (ctrl) return first ? 1 : SQUARES
    const row = place(frame, Math.min(here, SQUARES))[1]
    return squareIn(frame, first ? 0 : frame.columns - 1, row)
  }

  #next(step: 1 | -1): boolean {
    const { starts } = this
    if (!starts.length) return false
    const here = this.cell
    const found =
      step > 0 ? starts.find((square) => square > here) : [...starts].reverse().find((square) => square < here)
    return this.#focus(found ?? (starts.at(step > 0 ? 0 : -1) as number))
  }

  #type(digit: string, now: number): boolean {
    const joined = now - this.#typed.at < TYPING ? this.#typed.digits + digit : digit
    const square = Number(joined) <= SQUARES ? Number(joined) : Number(digit)
    this.#typed = { digits: String(square), at: now }
    return square ? this.#focus(square) : true
  }
}
