/** What map, chips, cards and dock of one table share: the choice asked about, dice taken up, the overlay. */
import type { Choice, Picture } from '../../wire/horus'

export class Desk {
  picked = $state('') // a choice that waits for a yes, by its text; empty: none
  over = $state('') // a choice under the mouse or in the focus, likewise
  dice: number[] = $state([]) // taken up to be cast again
  danger = $state(false) // the chance of being hit or cut off is shown on the map

  /** A new moment: nothing is asked about, and the dice that do not fit are taken up. */
  clear(picture: Picture): void {
    this.picked = ''
    this.over = ''
    const { cast } = picture
    this.dice = picture.phase === 'alcove' && cast ? cast.dice.flatMap((_, die) => (cast.fits[die] ? [] : [die])) : []
  }
}

/** The cast of exactly the dice that are taken up. */
export const recast = (choices: readonly Choice[], dice: readonly number[]): Choice | undefined =>
  choices.find(
    (each) =>
      each.kind === 'reroll' && each.dice.length === dice.length && each.dice.every((die) => dice.includes(die)),
  )

const APART: readonly Choice['kind'][] = ['go', 'reroll', 'drop', 'done']

/** What has a chip of its own: everything but steps, dice, cards and the end of the turn. */
export const deeds = (choices: readonly Choice[]): Choice[] => {
  const found = choices.filter((each) => !APART.includes(each.kind))
  const rank = (each: Choice) => (each.kind === 'pass' || each.kind === 'keep' ? 1 : 0)
  return [...found].sort((a, b) => rank(a) - rank(b))
}

/** Cards that may be given up, each kind once. */
export const drops = (choices: readonly Choice[]): Choice[] => choices.filter((each) => each.kind === 'drop')

/** Choices that cannot be taken back and cost much ask twice. */
export function grave(choice: Choice, picture: Picture): boolean {
  if (choice.kind === 'drop' || choice.kind === 'choose') return true
  if (choice.kind === 'exit') return picture.phase === 'turn'
  if (choice.kind === 'done') return picture.phase === 'turn' && (picture.seats[picture.asked]?.actions ?? 0) > 0
  return false
}
