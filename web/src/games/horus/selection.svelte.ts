/** The player's selection on the map: what is pointed at, and what a tap or a key does. */
import { HEADINGS } from '../../ui/grid'
import type { Choice, Picture } from '../../wire/horus'
import { deeds, drops, grave, recast, type Desk } from './desk.svelte'
import { beside, DOOR, zoneOf } from './geometry'

export interface Reach {
  picture: Picture
  choices: readonly Choice[]
  seat: number | null
  mine: number | null
  desk: Desk
  act: (text: string) => void
  confirm: boolean // a step waits for the dock's button
  letters: boolean // single letters and digits are shortcuts
}

const FIRST: readonly Choice['kind'][] = ['go', 'exit', 'take', 'open', 'alcove', 'search', 'read', 'shoot']

export class Selection {
  aim = $state('') // space that was tapped and waits for confirmation
  over = $state('') // space under the mouse
  cell = $state('') // the one that takes the focus; empty: not chosen yet
  focused = $state(false) // by keyboard, so that a preview follows the focus
  #reach: () => Reach

  constructor(reach: () => Reach) {
    this.#reach = reach
  }

  get desk(): Desk {
    return this.#reach().desk
  }

  /** What can be done on a space, the likeliest first. */
  at(space: string): Choice[] {
    if (!space) return []
    const found = this.#reach().choices.filter((each) =>
      space === DOOR ? each.kind === 'exit' : each.space === space && FIRST.includes(each.kind),
    )
    return found.sort((a, b) => FIRST.indexOf(a.kind) - FIRST.indexOf(b.kind))
  }

  /** Where the tab key enters the map: the space last focused, else where I stand, else a space that I may go to. */
  get entry(): string {
    if (this.cell) return this.cell
    const { picture, mine, choices } = this.#reach()
    const place = picture.seats[mine ?? -1]?.place ?? ''
    if (zoneOf(place)) return place
    return choices.find((each) => each.kind === 'go')?.space ?? 'e1'
  }

  /** The space that is asked about: tapped, under the mouse, or in the keyboard's focus. */
  get pointed(): string {
    return this.aim || this.over || (this.focused ? this.cell : '')
  }

  /** The choice that the dock asks about; a picked one goes before what is only pointed at. */
  get asked(): Choice | undefined {
    const { choices } = this.#reach()
    return (
      choices.find((each) => each.text === this.desk.picked) ??
      this.at(this.aim)[0] ??
      choices.find((each) => each.text === this.desk.over) ??
      this.at(this.over || (this.focused ? this.cell : ''))[0]
    )
  }

  rest(): void {
    this.aim = ''
    this.desk.picked = ''
  }

  play(text: string): void {
    this.rest()
    this.#reach().act(text)
  }

  /** Handles a chip, a card or a key. What cannot be taken back is confirmed in the dock; the same again clears it. */
  choose(choice: Choice): void {
    if (!grave(choice, this.#reach().picture)) return this.play(choice.text)
    this.aim = ''
    this.desk.picked = this.desk.picked === choice.text ? '' : choice.text
  }

  /** Handles a click, a tap or Enter on a space. A finger only points, and the dock asks; the same again clears it. */
  tap(space: string, finger = false): void {
    const { seat, choices, picture, confirm, act } = this.#reach()
    this.desk.picked = ''
    if (seat === null || !choices.length) return void (this.aim = this.aim === space ? '' : space)
    const choice = this.at(space)[0]
    if (!choice) {
      this.aim = ''
      // An action that no choice offers is sent too, so that the server says why not.
      if (choices.some((each) => each.kind === 'go')) act(space === DOOR ? 'exit' : `go ${space}`)
      return
    }
    if (this.aim === space) this.aim = ''
    else if (finger || confirm || grave(choice, picture)) this.aim = space
    else this.play(choice.text)
  }

  /** Handles a key anywhere at the table: digits are chips, or dice while some can be cast again. */
  shortcut(name: string): boolean {
    const { choices, letters, seat } = this.#reach()
    if (!letters || seat === null) return false
    if (/^[1-9]$/.test(name)) {
      const die = Number(name) - 1
      if (choices.some((each) => each.kind === 'reroll') && die < 5) return this.take(die)
      const chip = (drops(choices).length ? drops(choices) : deeds(choices))[die]
      if (chip) this.choose(chip)
      return Boolean(chip)
    }
    if (name.toLowerCase() === 'c') {
      const cast = recast(choices, this.desk.dice)
      if (cast) this.play(cast.text)
      return Boolean(cast)
    }
    if (name.toLowerCase() === 'd') {
      const done = choices.find((each) => each.kind === 'done' || each.kind === 'pass' || each.kind === 'keep')
      if (done) this.choose(done)
      return Boolean(done)
    }
    return false
  }

  /** Picks up a die to be cast again, or puts it back. */
  take(die: number): boolean {
    this.desk.dice = this.desk.dice.includes(die)
      ? this.desk.dice.filter((each) => each !== die)
      : [...this.desk.dice, die].sort()
    return true
  }

  /** A key on the map. True where it meant something, so that the page does not act on it too. */
  key(name: string, ctrl: boolean): boolean {
    const heading = HEADINGS[name]
    if (heading) return this.#focus(beside(this.entry, heading))
    if (name === 'Home' || name === 'End') return this.#focus(this.#home(name === 'End'))
    if (name === 'Enter' || name === ' ') {
      this.tap(this.entry)
      return true
    }
    if (name === 'Escape') {
      const busy = this.aim !== '' || this.desk.picked !== ''
      this.rest()
      return busy
    }
    const letter = name.toLowerCase()
    if (!ctrl && this.#reach().letters && (letter === 'n' || letter === 'p'))
      return this.#along(letter === 'n' ? 1 : -1)
    return false
  }

  #home(out: boolean): string {
    const { picture, mine } = this.#reach()
    const place = picture.seats[mine ?? -1]?.place ?? ''
    return out || !zoneOf(place) ? DOOR : place
  }

  #focus(space: string): boolean {
    this.cell = space
    this.aim = ''
    this.focused = true
    return true
  }

  /** The next space that the player may go to; after the last the first. */
  #along(step: 1 | -1): boolean {
    const goals = [
      ...new Set(
        this.#reach().choices.flatMap((each) =>
          each.kind === 'go' ? [each.space] : each.kind === 'exit' ? [DOOR] : [],
        ),
      ),
    ]
    if (!goals.length) return true
    const at = goals.indexOf(this.entry)
    return this.#focus(goals[(at + step + goals.length + (at < 0 && step < 0 ? 1 : 0)) % goals.length] ?? this.entry)
  }
}
