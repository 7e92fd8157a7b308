/** The seats of a table that is being set up: people at this device, people by link, bots; any mix. */
import type { SeatPlan } from '../../wire/messages'
import { NAMES, tidyName } from '../../lib/names'
import type { Against } from '../../app/router.svelte'

export interface Chair {
  kind: 'here' | 'open' | 'bot'
  level: string // of a bot
  name: string // of somebody here, where several share the device
}

const here = (name: string): Chair => ({ kind: 'here', level: '', name })
const open: Chair = { kind: 'open', level: '', name: '' }
const bot = (level: string): Chair => ({ kind: 'bot', level, name: '' })

const many = (chairs: readonly Chair[], kind: Chair['kind']): number => chairs.filter((one) => one.kind === kind).length

/** A name for one more person here: one that nobody has yet. */
export function freeName(chairs: readonly Chair[], wishes: readonly string[] = []): string {
  const taken = chairs.map((one) => one.name)
  return [...wishes, ...NAMES].find((name) => name && !taken.includes(name)) ?? `Player ${chairs.length + 1}`
}

/** One more seat, of the same kind as the last. */
function further(chairs: readonly Chair[], level: string, names: readonly string[]): Chair {
  const last = chairs.at(-1)
  if (chairs.length > 1 && last?.kind === 'here') return here(freeName(chairs, names))
  if (chairs.length > 1 && last) return last
  return bot(level)
}

/** Seats cut or extended to a number, by seats like the last. A person at this device stays, if there was one. */
export function resized(
  chairs: readonly Chair[],
  count: number,
  level: string,
  names: readonly string[] = [],
): Chair[] {
  const out = chairs.slice(0, count)
  const left = chairs.find((one) => one.kind === 'here')
  if (left && out.length && !out.includes(left)) out[out.length - 1] = left
  while (out.length < count) out.push(further(out, level, names))
  return out
}

/** Seats for a way to play; the names are those of people here, the guest's own first. */
export function seated(way: Against, count: number, level: string, names: readonly string[]): Chair[] {
  const out = [here(names[0] ?? '')]
  while (out.length < count) {
    if (way === 'device') out.push(here(freeName(out, names)))
    else if (way === 'friend' || way === 'stranger') out.push(open)
    else out.push(bot(level))
  }
  return out
}

/** The way to play that these seats amount to; listed: strangers may take the open ones. A mix counts as its widest part. */
export function wayOf(chairs: readonly Chair[], listed: boolean): Against {
  if (chairs.length === 1) return 'alone'
  if (many(chairs, 'open')) return listed ? 'stranger' : 'friend'
  return many(chairs, 'here') > 1 ? 'device' : 'bot'
}

/** Whether all bots are of one level. */
export const alike = (chairs: readonly Chair[]): boolean =>
  chairs.every((one) => one.kind !== 'bot' || one.level === levelOf(chairs))

/** The level of the first bot; empty where there is none. */
export const levelOf = (chairs: readonly Chair[]): string => chairs.find((one) => one.kind === 'bot')?.level ?? ''

/** Where nobody can share the device, only the first person here stays; bots take the other seats. */
export function parted(chairs: readonly Chair[], level: string): Chair[] {
  const first = chairs.findIndex((one) => one.kind === 'here')
  return chairs.map((one, i) => (one.kind === 'here' && i !== first ? bot(level) : one))
}

/** The seats as the server is asked for them. A single person here is the guest, whatever name was typed. */
export function planOf(chairs: readonly Chair[]): SeatPlan[] {
  const shared = many(chairs, 'here') > 1
  return chairs.map(({ kind, level, name }): SeatPlan => {
    if (kind === 'bot') return { kind, level }
    if (kind === 'open') return { kind }
    return shared ? { kind: 'me', name: tidyName(name) } : { kind: 'me' }
  })
}

/** Why these seats cannot be, in a sentence; empty when they can. */
export function wrongWith(chairs: readonly Chair[]): string {
  const names = chairs.filter((one) => one.kind === 'here').map((one) => tidyName(one.name).toLowerCase())
  if (names.length < 2) return ''
  if (names.some((name) => !name)) return 'Everybody here needs a name.'
  return new Set(names).size < names.length ? 'Two people here have the same name.' : ''
}

/** The name of a seat in a list: "Iset", "You", "The scribe", "The guest". */
export function chairWords(chair: Chair, shared: boolean): string {
  if (chair.kind === 'here') return shared ? tidyName(chair.name) || 'Somebody here' : 'You'
  return chair.kind === 'bot' ? `The ${chair.level}` : 'The guest'
}
