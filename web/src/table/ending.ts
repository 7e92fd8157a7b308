/** The end of a match in a sentence. */
import { named } from './move_list'
import type { Ending } from '../wire/messages'

const AGREED = 'a draw was agreed' // as the server says it
const BROKEN_OFF = 'broken off' // likewise

/** Whether a match that is over has a result to explain. */
export const hasReview = (ending: Ending | null | undefined): boolean => ending != null && ending.reason !== BROKEN_OFF

/** "You win. Nebet resigned." Seats in the reason get their players' names. */
export function endSentence(ending: Ending, names: string[], yours: number[]): { result: string; reason: string } {
  if (ending.reason === AGREED) return { result: 'A draw.', reason: 'It was agreed.' }
  const told = named(ending.reason, names)
  const reason = told ? `${told.charAt(0).toUpperCase()}${told.slice(1).replace(/\.$/, '')}.` : ''
  return { result: resultOf(ending, names, yours), reason }
}

function resultOf(ending: Ending, names: string[], yours: number[]): string {
  const winners = ending.winners
  if (names.length === 1 && !yours.length) return `${names[0]} ${winners.length ? 'did it' : 'did not make it'}.`
  if (names.length === 1) return winners.length ? 'You did it.' : 'Not this time.'
  if (!winners.length) return 'Nobody wins.'
  if (yours.length === 1 && winners.includes(yours[0] ?? -1))
    return winners.length === 1 ? 'You win.' : 'You share the win.'
  const who = winners.map((seat) => names[seat] ?? `Seat ${seat + 1}`)
  return who.length === 1 ? `${who[0]} wins.` : `${who.slice(0, -1).join(', ')} and ${who.at(-1)} win.`
}
