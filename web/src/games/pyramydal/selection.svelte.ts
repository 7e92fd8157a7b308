/** The player's selection on the line: what is pointed at, what waits for confirmation, and what a tap or a key does. */
import { HEADINGS } from '../../ui/grid'
import type { Choice, Picture } from '../../wire/pyramydal'
import { beside, NOWHERE, type Frame } from './geometry'

export interface Reach {
  picture: Picture
  choices: readonly Choice[]
  seat: number | null
  frame: Frame
  act: (text: string) => void
  leave: (text: string) => void // the dock asks whether to retire or decline
  letters: boolean // single letters are shortcuts
  glow?: readonly number[] // cells to take, in a lesson
}

const TYPING = 1000 // ms in which a digit belongs to those before it

export class Selection {
  aim = $state(NOWHERE) // cell that was tapped and waits for confirmation
  over = $state(NOWHERE) // cell under the mouse
  cell = $state(NOWHERE) // the one that takes the focus; NOWHERE: not chosen yet
  focused = $state(false) // by keyboard, so that a preview follows the focus
  number = $state(0) // pointed at among the numbers to choose from; 0: none
  #typed = { digits: '', at: -Infinity }
  #reach: () => Reach

  constructor(reach: () => Reach) {
    this.#reach = reach
  }

  /** The choice that takes a cell. */
  to(cell: number): Choice | undefined {
    return cell === NOWHERE
      ? undefined
      : this.#reach().choices.find((choice) => choice.kind === 'take' && choice.cell === cell)
  }

  /** Cells that may be taken, in line order. */
  get ahead(): number[] {
    const taking = this.#reach().choices.filter((choice) => choice.kind === 'take')
    return taking.map((choice) => choice.cell).sort((a, b) => a - b)
  }

  get glow(): readonly number[] {
    return this.#reach().glow ?? []
  }

  get choosing(): boolean {
    return this.#reach().choices.some((choice) => choice.kind === 'choose')
  }

  /** Where the tab key enters the line: the cell last focused, else the first that may be taken, else my token's. */
  get entry(): number {
    const { frame, picture, seat } = this.#reach()
    if (this.cell > 0 && this.cell <= frame.cells) return this.cell
    return this.ahead[0] ?? (picture.seats[seat ?? -1]?.cell || 1)
  }

  /** The cell that is asked about: tapped, under the mouse, or in the keyboard's focus. */
  get pointed(): number {
    return this.aim || this.over || (this.focused ? this.cell : NOWHERE)
  }

  rest(): void {
    this.aim = NOWHERE
    this.number = 0
  }

  play(text: string): void {
    this.rest()
    this.#reach().act(text)
  }

  /** Handles a click, a tap or Enter on a cell. The dock asks, as a slip could cost the game; the same again clears it. */
  tap(cell: number): void {
    const { seat, choices, act } = this.#reach()
    const idle = seat === null || !choices.length
    this.aim = this.aim !== cell && (idle || this.to(cell)) ? cell : NOWHERE
    // An action that no choice offers is sent too, so that the server says why not.
    if (!idle && !this.to(cell) && choices.some((each) => each.kind === 'take')) act(String(cell))
  }

  /** Handles a press on a number to choose from; the same again clears it. */
  point(number: number): void {
    this.number = this.number === number ? 0 : number
  }

  /** A key on the line. True where it meant something, so that the page does not act on it too. */
  key(name: string, ctrl: boolean, now: number): boolean {
    const { frame, letters, choices, leave } = this.#reach()
    const here = this.entry
    const heading = HEADINGS[name]
    if (heading) return this.#focus(beside(frame, here, heading))
    if (name === 'Home') return this.#focus(this.ahead[0] ?? 1)
    if (name === 'End') return this.#focus(frame.cells)
    if (name === 'PageDown' || name === 'PageUp') return this.#along(name === 'PageDown' ? 1 : -1)
    if (name === 'Enter' || name === ' ') {
      const chosen = choices.find((choice) => choice.kind === 'choose' && choice.number === this.number)
      if (chosen) this.play(chosen.text)
      else this.tap(here)
      return true
    }
    if (name === 'Escape') {
      const busy = this.aim !== NOWHERE || this.number !== 0
      this.rest()
      return busy
    }
    if (ctrl) return false
    if (/^\d$/.test(name)) return this.#digit(name, now)
    if (!letters) return false
    const letter = name.toLowerCase()
    if (letter === 'n' || letter === 'p') return this.#along(letter === 'n' ? 1 : -1)
    const choice = choices.find((each) => each.text === { e: 'end', d: 'decline' }[letter])
    if (choice?.kind === 'decline') leave(choice.text)
    else if (choice) this.play(choice.text)
    return choice !== undefined
  }

  #focus(cell: number): boolean {
    this.cell = cell
    this.aim = NOWHERE
    this.focused = true
    return true
  }

  /** The next pyramid that stands in the line, or the one before. */
  #along(step: 1 | -1): boolean {
    const { picture, frame } = this.#reach()
    for (let cell = this.entry + step; cell >= 1 && cell <= frame.cells; cell += step)
      if (picture.line[cell - 1]) return this.#focus(cell)
    return true
  }

  /** Digits name a cell; while a number is to be chosen, they name that instead. */
  #digit(digit: string, now: number): boolean {
    const { frame, choices } = this.#reach()
    const before = now - this.#typed.at < TYPING ? this.#typed.digits : ''
    const whole = Number(before + digit) || Number(digit)
    this.#typed = { digits: String(whole), at: now }
    if (this.choosing) {
      const chosen = [whole, Number(digit)].find((each) => choices.some((choice) => choice.text === `choose ${each}`))
      if (chosen) this.number = chosen
      return true
    }
    return whole >= 1 && whole <= frame.cells ? this.#focus(whole) : true
  }
}
