/** Sentences about proposals and about players who are away. */
import { momentWords } from '../lib/dates'
import { named } from './move_list'
import type { Proposal, Row, Table, TableSeat } from '../wire/messages'
import { capital, listed, nameIn } from '../lib/text'

/** "Anna", "Anna and Ben", "Anna, Ben and Bek". */
const namesOf = (seats: number[], names: string[]): string => listed(seats.map((seat) => nameIn(names, seat)))

/** "Anna asks to take back the last move.", and to Anna herself "You ask to take back the last move." */
export function askedWords(offer: Pick<Proposal, 'by' | 'words'>, names: string[], yours: number[]): string {
  const words = named(offer.words, names).replace(/\.$/, '')
  if (!yours.includes(offer.by)) return `${names[offer.by] ?? `Seat ${offer.by + 1}`} ${words}.`
  return `You ${words.replace(/^(\w+)s\b/, '$1')}.`
}

/** The players who have not answered yet: "Ben has not answered yet."; empty where it is you. */
export function waitWords(offer: Proposal, names: string[], yours: number[]): string {
  if (offer.waits.some((seat) => yours.includes(seat)) || !offer.waits.length) return ''
  return `${namesOf(offer.waits, names)} ${offer.waits.length > 1 ? 'have' : 'has'} not answered yet.`
}

export const sameOffer = (one: Proposal, other: Proposal): boolean =>
  one.by === other.by && one.what === other.what && one.kept === other.kept && one.seat === other.seat

/** The players who have agreed since: "Ben agrees."; empty where nobody did. */
export function agreedWords(before: Proposal, after: Proposal, names: string[], yours: number[]): string {
  const since = before.waits.filter((seat) => !after.waits.includes(seat) && !yours.includes(seat))
  return since.length ? `${namesOf(since, names)} ${since.length > 1 ? 'agree' : 'agrees'}.` : ''
}

/** The row of a proposal that was declined: "Ben declines a draw.", and to Ben himself "You decline a draw." */
export const refusedWords = (row: Row, names: string[], yours: number[]): string => askedWords(row, names, yours)

/** A length of time in a sentence: "a minute", "90 seconds", "5 minutes". */
function spanWords(seconds: number): string {
  if (seconds === 60) return 'a minute'
  if (seconds === 3600) return 'an hour'
  if (seconds % 60) return `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  return seconds % 3600 ? `${seconds / 60} minutes` : `${seconds / 3600} hours`
}

/** The other players of a match that has not begun who are not there now. */
export const absent = (table: Table): TableSeat[] =>
  table.status === 'waiting' ? table.seats.filter((seat) => seat.kind === 'person' && !seat.here && !seat.you) : []

/** Which players are away, for somebody who might sit down or sits already: "Anna has been away since 14:05. You can ...". */
export function absentWords(seats: TableSeat[], seated: boolean, now: Date = new Date()): string {
  const [one] = seats
  if (!one) return ''
  const names = [...new Set(seats.map((seat) => seat.name))]
  const since = names.length === 1 && one.away ? ` since ${momentWords(one.away, now)}` : ''
  const away =
    names.length > 1
      ? `${listed(names)} are away.`
      : since
        ? `${one.name} has been away${since}.`
        : `${one.name} is away.`
  return `${away} You can ${seated ? 'wait here, or get up' : 'sit down and wait, or leave'}.`
}

/** The rule for a player who is away, before it is needed. Timed: the rules give a question a time of its own. */
export function awayRule({ patience, claim, timed }: Pick<Table, 'patience' | 'claim' | 'timed'>): string {
  if (!patience) {
    return timed
      ? 'Nobody has to stay for a turn. A question that is not answered in time is answered for you.'
      : 'Nobody has to stay: the clock alone says how long a move may take.'
  }
  const bot = `A bot can stand in for a player who has been away for ${spanWords(patience)}, until they are back.`
  return `${bot} ${claimRule({ claim })}`.trimEnd()
}

/** When the end can be claimed from a player who is away; empty where a clock decides. */
export const claimRule = ({ claim }: Pick<Table, 'claim'>): string =>
  claim ? `When the match has waited ${spanWords(claim)} for them, the others can claim the end.` : ''

/** "Scribe stands in for Anna". */
export const standsIn = (level: string, name: string): string => `${capital(level)} stands in for ${name}`
