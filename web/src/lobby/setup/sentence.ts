/** Set-up in one sentence, whose phrases open. */
import { planWords } from '../../lib/clock'
import { capital, count, listed as inRow } from '../../lib/text'
import type { ClockPlan } from '../../wire/messages'
import type { Part, Phrase } from '../../games/terms'
import { chairWords, type Chair } from './seats'
import type { Beginner } from './choices'
import type { Field, Values } from './options'

/** The phrases that every game has. */
export const WHO = 'who'
export const CLOCK = 'clock'
export const BEGINS = 'begins'
export const REST = 'rest'

export interface Setting {
  chairs: readonly Chair[]
  two: boolean // a game for exactly two
  listed: boolean // strangers may take the open seats
  clauses: Part[][] // of the game
  rest: readonly Field[] // options that no clause names
  values: Values
  usual: Values // what the options are unless somebody changes them
  clock: ClockPlan | null // null: nobody is asked
  begins: Beginner | null
}

const phrase = (key: string, words: string, title: string, fields: string[] = []): Phrase => ({
  key,
  words,
  title,
  fields,
})

/** "two bots, Scribe" */
function botWords(level: string, many: number, only: boolean): string {
  const name = capital(level) || 'any level'
  if (many === 1) return only ? `${name}, a bot` : `a bot, ${name}`
  return `${count(many)} bots, ${name}`
}

function openWords(many: number, strangers: boolean, only: boolean): string {
  const who = strangers ? 'stranger' : 'friend'
  const words = many === 1 ? `a ${who}` : `${count(many)} ${who}s`
  return only && !strangers ? `${words}, by link` : words
}

/** Who plays: "You play Scribe, a bot", "You and two bots, Scribe", "You, alone,". */
export function whoParts({ chairs, two, listed }: Pick<Setting, 'chairs' | 'two' | 'listed'>): Part[] {
  const here = chairs.filter((one) => one.kind === 'here')
  if (chairs.length === 1 && here.length) return ['You, alone,']
  const levels = [...new Set(chairs.filter((one) => one.kind === 'bot').map((one) => one.level))]
  const open = chairs.filter((one) => one.kind === 'open').length
  const kinds = levels.length + (open ? 1 : 0)
  const others = levels.map((level) =>
    botWords(level, chairs.filter((one) => one.kind === 'bot' && one.level === level).length, two && kinds === 1),
  )
  if (open) others.push(openWords(open, listed, kinds === 1))
  const title = two ? (open ? 'Who sits down' : 'Which bot') : 'Who sits here'
  if (!here.length) return ['You watch ', phrase(WHO, inRow(others), title)]
  if (here.length > 1) {
    const names = here.map((one) => chairWords(one, true))
    return [phrase(WHO, inRow([...names, ...others]), 'Who sits here'), ' play here']
  }
  return [two ? 'You play ' : 'You and ', phrase(WHO, inRow(others), title)]
}

/** The options that no clause names: usual, or said one by one. */
function restPhrase({ rest, values, usual }: Setting): Phrase {
  const odd = rest.filter(({ name }) => values[name] !== usual[name])
  const words = odd.map(({ label, name }) => `${label.toLowerCase()} ${said(values[name])}`)
  return phrase(
    REST,
    words.length ? inRow(words) : 'the usual rest',
    'The rest',
    rest.map(({ name }) => name),
  )
}

const said = (value: unknown): string => (typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value))

/** What stands between who plays and a clause, and between clauses. */
function glue(clauses: Part[][], at: number, alone: boolean, last: boolean): string {
  const joined = String(clauses[0]?.[0]).startsWith('with ')
  if (at === 0) return alone || joined ? ' ' : ', '
  return last && joined && !alone ? ' and ' : ', '
}

function beginParts(begins: Beginner, chairs: readonly Chair[]): Part[] {
  const opened = (words: string) => phrase(BEGINS, words, 'Who begins')
  if (begins === 'chance') return [opened('Chance'), ' says who begins.']
  const first = chairs.length > 2 ? undefined : chairs[Number(begins)]
  if (!first) return [opened('Seat 1'), ' begins, then as listed.']
  const shared = chairs.filter((one) => one.kind === 'here').length > 1
  const name = chairWords(first, shared)
  return [opened(name), name === 'You' ? ' begin.' : ' begins.']
}

export function sentenceOf(setting: Setting): Part[] {
  const { chairs, clock, begins, rest } = setting
  const clauses = [...setting.clauses]
  if (clock)
    clauses.push([phrase(CLOCK, clock.kind === 'none' ? 'no clock' : planWords(clock), 'How much time there is')])
  const out = whoParts(setting)
  const alone = chairs.length === 1
  clauses.forEach((clause, i) => {
    out.push(glue(clauses, i, alone, i === clauses.length - 1 && !rest.length), ...clause)
  })
  if (rest.length) out.push(' and ', restPhrase(setting))
  out.push('. ')
  if (begins !== null) out.push(...beginParts(begins, chairs))
  return out
}
