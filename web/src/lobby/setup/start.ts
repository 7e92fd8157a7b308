/** Making a table and sitting down at it, in one go. */
import type { NewTable } from '../../wire/messages'
import { api } from '../../lib/api'
import { absent } from '../../table/proposals'
import { guest } from '../../account/person.svelte'
import { sittingCommitment } from '../../table/dice_part'

/** Makes a table and sits down. The seed is drawn after the table's answer, so the promise is seen first. */
export async function makeTable(plan: NewTable): Promise<string> {
  const table = await guest.as(() => api.create(plan))
  if (plan.seats.some((seat) => seat.kind === 'me')) await api.sit(table.code, sittingCommitment(table))
  return table.code
}

/** Sits down at an open table, unless a player there has just left: then the table's page says so first. */
export async function sitDown(code: string): Promise<string> {
  const table = await api.table(code)
  if (!absent(table).length) await guest.as(() => api.sit(code, sittingCommitment(table)))
  return code
}

/** Takes the seat that is kept at a table, though the others may not have arrived there yet. */
export async function takeKeptSeat(code: string): Promise<void> {
  const table = await api.table(code)
  await guest.as(() => api.sit(code, sittingCommitment(table)))
}

/** The level offered first: the middle one. */
export const middle = <T>(levels: T[]): T | undefined => levels[Math.floor((levels.length - 1) / 2)]
