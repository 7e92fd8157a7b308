/**
 * This device's part of the dice. It commits to a seed when it sits down, and opens it when the table asks. The seed is
 * kept before its hash is sent, so that a page that was loaded again still has it.
 */
import type { Table } from '../wire/messages'
import { keep, kept } from '../lib/settings.svelte'
import { sha256 } from '../lib/sha256'

interface Part {
  seed: string
  commitment: string // to the seed, at this table
  seen?: string[] // the commitments of all seats when the seed was opened
}

type Promised = Pick<Table, 'code' | 'commitment'>

const KEY = 'benben.dice'
const PARTS_KEPT = 100 // of tables; the newest

const parts = (): Record<string, Part> => kept<Record<string, Part>>(KEY, {})

function keepPart(code: string, part: Part): void {
  const others = Object.entries(parts()).filter(([other]) => other !== code)
  keep(KEY, Object.fromEntries([...others.slice(1 - PARTS_KEPT), [code, part]]))
}

/** A seat's own part of the dice: 32 hexadecimal digits. */
function freshSeed(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const seedCommitment = (table: Promised, seed: string): string =>
  sha256(`benben seed ${table.commitment} ${seed}`)

/** The commitment to a fresh seed, which takes the place of the one before. */
export function freshCommitment(table: Promised): string {
  const seed = freshSeed()
  const part = { seed, commitment: seedCommitment(table, seed) }
  keepPart(table.code, part)
  return part.commitment
}

/** The commitment to sit down with. Sitting down again, as after a lost answer, is done with the same. */
export function sittingCommitment(table: Promised): string {
  const part = parts()[table.code]
  const fits = part && !part.seen && part.commitment === seedCommitment(table, part.seed)
  return fits ? part.commitment : freshCommitment(table)
}

const commitments = (table: Table): string[] => table.seats.map((seat) => seat.commitment)
const same = (some: string[], others: string[]): boolean => some.join() === others.join()

/**
 * The seed that the table asks for; null if it must not be opened here. That is so where this device does not have the
 * seed of your seat, where somebody has not committed yet, and where the seed was opened beside other commitments.
 */
export function seedToOpen(table: Table): string | null {
  const part = parts()[table.code]
  const yours = table.seats.find((seat) => seat.you)
  if (!part || !yours || part.commitment !== yours.commitment) return null
  if (table.seats.some((seat) => seat.kind === 'open' || (seat.kind === 'person' && !seat.commitment))) return null
  if (part.seen && !same(part.seen, commitments(table))) return null
  keepPart(table.code, { ...part, seen: commitments(table) })
  return part.seed
}

const SEED_OF_PERSON = /^seat \d+: person .*, seed ([0-9a-f]{32}), (?:commitment [0-9a-f]{64}|given openly)$/gm

/**
 * Whether the seeds in the record of a match are those that everybody had committed to when this device opened its own;
 * null if it did not open any there.
 */
export function seedsAsSeen(table: Promised, record: string): boolean | null {
  const seen = parts()[table.code]?.seen?.filter(Boolean)
  if (!seen) return null
  const head = record.slice(0, record.indexOf('\n\n'))
  const used = Array.from(head.matchAll(SEED_OF_PERSON), ([, seed]) => seedCommitment(table, seed ?? ''))
  return same(seen.sort(), used.sort())
}
