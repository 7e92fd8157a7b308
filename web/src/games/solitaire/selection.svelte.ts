/** The player's selection: what is held, where the focus is, and what a tap, a key or a drop does. It judges nothing. */
import type { Drag } from '../../ui/drag'
import { HEADINGS } from '../../ui/grid'
import type { Choice, Picture } from '../../wire/solitaire'
import { beside, NOWHERE, place, squareIn, squareOf, type Frame } from './geometry'
import { wish } from './moves'

export interface Reach {
  picture: Picture
  choices: readonly Choice[]
  seat: number | null
  frame: Frame
  act: (text: string) => void
  hint: (() => void) | null
  confirm: boolean // a hop waits for the dock's button
  letters: boolean // single letters are shortcuts
}

const TYPING = 1500 // ms in which a digit belongs to the letter before it

export class Selection {
  held = $state(NOWHERE) // square of the pyramid taken up
  told = $state(NOWHERE) // square that was asked about and has no hop
  aim = $state(NOWHERE) // landing that waits for the dock's button
  over = $state(NOWHERE) // square under the mouse
  cell = $state(NOWHERE) // the one that takes the focus
  focused = $state(false) // by keyboard, so that a preview follows the focus
  peeked = $state(NOWHERE) // square whose stack is shown
  drag = $state<Drag | null>(null)
  carried = false // the hop was dragged, so that it is not animated again
  #typed = { file: '', at: -Infinity }
  #reach: () => Reach

  constructor(reach: () => Reach) {
    this.#reach = reach
  }

  /** Hops that start on a square. */
  from(square: number): Choice[] {
    const { choices, frame } = this.#reach()
    return choices.filter((choice) => choice.kind === 'hop' && this.#at(choice.start, frame) === square)
  }

  /** The hop of the held pyramid that lands on a square. */
  to(square: number): Choice | undefined {
    const { frame } = this.#reach()
    return this.from(this.held).find((choice) => this.#at(choice.end, frame) === square)
  }

  #at(name: string, frame: Frame): number {
    return squareOf(name, frame.ranks, frame.files)
  }

  /** Squares that may hop, in reading order. */
  get starts(): number[] {
    const { choices, frame } = this.#reach()
    const starts = new Set(choices.map((choice) => this.#at(choice.start, frame)))
    starts.delete(NOWHERE)
    return [...starts].sort((a, b) => {
      const [[ax, ay], [bx, by]] = [place(frame, a), place(frame, b)]
      return ay - by || ax - bx
    })
  }

  /** Where the tab key enters the board: the square last focused, else the first that may hop. */
  get entry(): number {
    const { frame } = this.#reach()
    const there = this.cell >= 0 && this.cell < frame.ranks * frame.files
    return there ? this.cell : (this.starts[0] ?? squareIn(frame, 0, 0))
  }

  /** The hop that waits for the dock's button. */
  get aimed(): Choice | undefined {
    return this.aim === NOWHERE ? undefined : this.to(this.aim)
  }

  /** Hops shown on the board: those of the held pyramid, else of the one pointed at. */
  get shown(): Choice[] {
    if (this.held !== NOWHERE) return this.from(this.held)
    const at = this.over !== NOWHERE ? this.over : this.focused ? this.cell : NOWHERE
    return at === NOWHERE || this.drag ? [] : this.from(at)
  }

  rest(): void {
    this.held = NOWHERE
    this.told = NOWHERE
    this.aim = NOWHERE
    this.drag = null
  }

  hold(square: number): void {
    this.held = square
    this.told = NOWHERE
    this.aim = NOWHERE
    this.peeked = NOWHERE
  }

  play(choice: Choice): void {
    this.rest()
    this.#reach().act(choice.text)
  }

  /** Handles a tap, a click or Enter on a square; on the held pyramid it lets go. */
  tap(square: number): void {
    const { picture, choices, seat, confirm, act } = this.#reach()
    this.peeked = NOWHERE
    if (seat === null) return
    const start = choices.find((choice) => choice.kind === 'start')
    if (start) return act(start.text)
    if (!choices.length) return
    if (square === this.held) return this.rest()
    const taken = this.to(square)
    if (taken) {
      if (confirm) this.aim = square
      else this.play(taken)
    } else if (this.from(square).length) this.hold(square)
    // An action that no choice offers is sent too, so that the server says why not.
    else if (this.held !== NOWHERE) act(wish(picture, this.held, square))
    else this.told = square
  }

  /** Drops the pyramid over a square; over none, or its own, it stays held. */
  drop(square: number, put: (choice: Choice) => Drag): void {
    const from = this.drag?.from ?? NOWHERE
    this.drag = null
    if (from === NOWHERE || square === NOWHERE || square === from) return
    this.held = from
    const taken = this.to(square)
    const { picture, confirm, act } = this.#reach()
    if (!taken) return act(wish(picture, from, square))
    if (confirm) return void (this.aim = square)
    this.play(taken)
    // It lies where it was put until the server has answered.
    this.drag = put(taken)
    this.carried = true
  }

  /** A key on the board. True where it meant something, so that the page does not act on it too. */
  key(name: string, ctrl: boolean, now: number): boolean {
    const { frame, letters, hint } = this.#reach()
    const here = this.entry
    const file = this.#typed
    this.#typed = { file: '', at: -Infinity }
    const heading = HEADINGS[name]
    if (heading) return this.#focus(beside(frame, here, heading))
    if (name === 'Home' || name === 'End') return this.#focus(this.#edge(name === 'Home', ctrl, here))
    if (name === 'Enter' || name === ' ') {
      this.tap(here)
      return true
    }
    if (name === 'Escape') {
      const busy = this.held !== NOWHERE || this.told !== NOWHERE || this.peeked !== NOWHERE || this.drag !== null
      this.rest()
      this.peeked = NOWHERE
      return busy
    }
    if (ctrl || !letters) return false
    const letter = name.toLowerCase()
    if (/^[1-8]$/.test(name)) return this.#digit(name, file, now)
    if (squareOf(`${letter}1`, 1, frame.files) !== NOWHERE) {
      this.#typed = { file: letter, at: now }
      return true
    }
    if (letter === 'n' || letter === 'p') return this.#next(letter === 'n' ? 1 : -1)
    if ((letter === 'h' || letter === 'l') && hint) {
      hint()
      return true
    }
    return false
  }

  #focus(square: number): boolean {
    this.cell = square
    this.focused = true
    return true
  }

  /** First or last square of the drawn row; with ctrl, of the board. */
  #edge(first: boolean, ctrl: boolean, here: number): number {
    const { frame } = this.#reach()
    const row = ctrl ? (first ? 0 : frame.ranks - 1) : place(frame, here)[1]
    return squareIn(frame, first ? 0 : frame.files - 1, row)
  }

  #next(step: 1 | -1): boolean {
    const { starts } = this
    if (!starts.length) return false
    const at = starts.indexOf(this.cell)
    const next = at < 0 ? (step > 0 ? 0 : starts.length - 1) : (at + step + starts.length) % starts.length
    return this.#focus(starts[next] as number)
  }

  /** A digit after the letter of a file names a square; alone it means the rank of the file in focus. */
  #digit(digit: string, typed: { file: string; at: number }, now: number): boolean {
    const { frame } = this.#reach()
    const file = now - typed.at < TYPING ? typed.file : String.fromCharCode(97 + (this.entry % frame.files))
    const square = squareOf(`${file}${digit}`, frame.ranks, frame.files)
    return square === NOWHERE ? true : this.#focus(square)
  }
}
