/** What this browser's player chose last in each game, so that one press starts it again. */
import type { Against } from '../../app/router.svelte'
import type { CatalogEntry } from '../../games/catalog'
import { keep, kept } from '../../lib/settings.svelte'
import { capital, count } from '../../lib/text'
import type { ClockPlan, GameInfo, NewTable, SeatPlan } from '../../wire/messages'

const KEY = 'benben.choices'

export interface Choice {
  way: Against
  seats: number
  level: string // of the bots
  options: Record<string, unknown> // those that differ from the defaults
  clock: ClockPlan
}

interface Kept {
  game: string // played last by one press
  last: Record<string, Choice> // by game: what set-up shows first
  quick: Record<string, Choice> // the last that started at once: alone or against bots
}

const all = (): Kept => ({ game: '', last: {}, quick: {}, ...kept<Partial<Kept>>(KEY, {}) })

export const lastChoice = (game: string): Choice | null => all().last[game] ?? null
export const quickChoice = (game: string): Choice | null => all().quick[game] ?? null

/** The game that was started last, alone or against bots; empty: none yet. */
export const lastGame = (): string => all().game

export function keepChoice(game: string, choice: Choice): void {
  const known = all()
  known.last[game] = choice
  if (choice.way === 'alone' || choice.way === 'bot') {
    known.quick[game] = choice
    known.game = game
  }
  keep(KEY, known)
}

type Entry = CatalogEntry & { name: string }

/** What one press starts: the last choices, or the first length against the weakest bots. */
export function quickStart(entry: Entry, game: GameInfo | undefined): Choice {
  const before = quickChoice(entry.name)
  const levels = game?.levels.map((level) => level.name) ?? []
  const way = before?.way ?? entry.quick ?? 'bot'
  const first = entry.lengths.find((one) => !entry.solo || Boolean(one.alone) === (way === 'alone'))
  return {
    way,
    seats: way === 'alone' ? 1 : (before?.seats ?? entry.usual ?? game?.least ?? 2),
    level: before && (!game || levels.includes(before.level)) ? before.level : (levels[0] ?? ''),
    options: before?.options ?? first?.options ?? {},
    clock: before?.clock ?? { kind: 'none', seconds: 600, increment: 0 },
  }
}

/** The table that a choice asks for. */
export function tableOf(game: string, { seats, level, options, clock }: Choice): NewTable {
  const others = Array.from({ length: seats - 1 }, (): SeatPlan => ({ kind: 'bot', level }))
  return { game, seats: [{ kind: 'me' }, ...others], options, clock }
}

/** "short Senet against the Apprentice, ten minutes" */
export function choiceWords(entry: Entry, { way, seats, level, options }: Choice): string {
  const length = entry.lengths.find((one) => sameOptions(one.options, options))
  const called = length ? (length.called ?? entry.title) : `${entry.title} as you last set it`
  const bots = seats > 2 ? `${count(seats - 1)} bots` : level ? `the ${capital(level)}` : 'the weakest bot'
  const against = way === 'alone' ? 'alone' : `against ${bots}`
  return [`${called} ${against}`, length ? `${count(length.minutes)} minutes` : ''].filter(Boolean).join(', ')
}

const sameOptions = (one: Record<string, unknown>, other: Record<string, unknown>): boolean =>
  Object.keys({ ...one, ...other }).every((name) => one[name] === other[name])
