/**
 * This device's part of the dice. It commits to a seed when it sits down, and opens it when the table asks. A seed is
 * kept before its hash is sent, so that a page that was loaded again, or a second one, still has it.
 */
import type { Table } from '../wire/messages'
import { keep, kept } from '../lib/settings.svelte'
import { sha256 } from '../lib/sha256'
import { freshSeed } from './connection'

interface Part {
  seeds: Record<string, string> // by their commitments, the newest last
  opened: Record<string, string[]> // by own commitment: those of all seats when its seed was opened
}

type Promised = Pick<Table, 'code' | 'commitment'>

const KEY = 'benben.dice'
const MOST = 100 // tables that are remembered
const NOTHING: Part = { seeds: {}, opened: {} }

const parts = (): Record<string, Part> => kept<Record<string, Part>>(KEY, {})
const partOf = (code: string): Part => parts()[code] ?? NOTHING

function keepPart(code: string, part: Part): void {
  const others = Object.entries(parts()).filter(([other]) => other !== code)
  keep(KEY, Object.fromEntries([...others.slice(1 - MOST), [code, part]]))
}

export const seedCommitment = (table: Promised, seed: string): string =>
  sha256(`benben seed ${table.commitment} ${seed}`)

/** The commitment to a fresh seed, which is kept. */
export function freshCommitment(table: Promised): string {
  const seed = freshSeed()
  const commitment = seedCommitment(table, seed)
  const part = partOf(table.code)
  keepPart(table.code, { ...part, seeds: { ...part.seeds, [commitment]: seed } })
  return commitment
}

/** The commitment to sit down with: the newest, as after a lost answer, unless its seed was opened. */
export function sittingCommitment(table: Promised): string {
  const { seeds, opened } = partOf(table.code)
  const [last, seed] = Object.entries(seeds).at(-1) ?? ['', '']
  return last && !opened[last] && last === seedCommitment(table, seed) ? last : freshCommitment(table)
}

const commitments = (table: Table): string[] => table.seats.map((seat) => seat.commitment)
const same = (some: string[], others: string[]): boolean => some.join() === others.join()

/**
 * The seed that the table asks for; null if it must not be opened here. That is so where this device does not have the
 * seed of your seat, where a player has not committed yet, and where the seed was opened beside other commitments.
 */
export function seedToOpen(table: Table): string | null {
  const { seeds, opened } = partOf(table.code)
  const mine = table.seats.find((seat) => seat.you)?.commitment ?? ''
  const seed = seeds[mine]
  if (!seed || table.seats.some((seat) => seat.kind !== 'bot' && !seat.commitment)) return null
  const before = opened[mine]
  if (before && !same(before, commitments(table))) return null
  keepPart(table.code, { seeds, opened: { ...opened, [mine]: commitments(table) } })
  return seed
}

const SEED_OF_PERSON = /^seat \d+: person .*, seed ([0-9a-f]{32}), (?:commitment [0-9a-f]{64}|given openly)$/gm

/**
 * Whether the seeds in the record of a match are those that everybody had committed to when this device opened its own;
 * null if it did not open any there.
 */
export function seedsAsSeen(table: Promised, record: string): boolean | null {
  const { opened } = partOf(table.code)
  if (!Object.keys(opened).length) return null
  const head = record.slice(0, record.indexOf('\n\n'))
  const used = Array.from(head.matchAll(SEED_OF_PERSON), ([, seed]) => seedCommitment(table, seed ?? ''))
  const seen = used.map((one) => opened[one]).find(Boolean) ?? []
  return same(seen.filter(Boolean).sort(), used.sort())
}
