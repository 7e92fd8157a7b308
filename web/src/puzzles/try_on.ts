/** A table at the position of an answered puzzle, with its throw, against bots. */
import { lastChoice } from '../lobby/setup/last_choice'
import { makeTable } from '../lobby/setup/start'
import type { PositionTable, SeatPlan } from '../wire/messages'

/** The level that was chosen last in this game, else the strongest: the puzzle asks for the best. */
function levelFor(game: string, levels: readonly string[]): string {
  const last = lastChoice(game)?.level ?? ''
  return levels.includes(last) ? last : (levels.at(-1) ?? '')
}

/** Makes a private table there and sits down. Returns its code. */
export async function tryOn(game: string, { position, seats, seat, levels }: PositionTable): Promise<string> {
  const level = levelFor(game, levels)
  const plans = Array.from({ length: seats }, (_, n): SeatPlan =>
    n === seat ? { kind: 'me' } : { kind: 'bot', level },
  )
  return makeTable({ game, seats: plans, seating: 'choice', position })
}
