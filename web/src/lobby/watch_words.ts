/** Matches to watch, in words. */
import { dateWords } from '../lib/dates'
import { count, listed } from '../lib/text'
import { entryOf } from '../games/catalog'
import { endSentence } from '../table/ending'
import { apart, named } from '../table/move_list'
import type { WatchedMatch } from '../wire/messages'

const DAY_MS = 86_400_000

/** A moment that has passed, as a day where this browser is: "today", "yesterday", "Saturday", "3 Nov 2026". */
export function agoWords(at: number, now: Date = new Date()): string {
  const midnight = (moment: Date) => new Date(moment.getFullYear(), moment.getMonth(), moment.getDate()).getTime()
  const days = Math.round((midnight(now) - midnight(new Date(at))) / DAY_MS) // one of them may have 23 hours
  if (days <= 1) return days < 1 ? 'today' : 'yesterday'
  if (days < 7) return new Intl.DateTimeFormat('en-GB', { weekday: 'long' }).format(new Date(at))
  return dateWords(at)
}

/** "Ramose and Tiye" */
export const playersOf = ({ players }: WatchedMatch): string => listed(apart(players))

/** How a match that is over ended: "Hatnofer beat Tiye: Tiye resigned."; empty while it runs. */
export function resultOf({ ending, players }: WatchedMatch): string {
  if (!ending) return ''
  const names = apart(players)
  const [won, lost] = [true, false].map((so) => names.filter((_, seat) => ending.winners.includes(seat) === so))
  const reason = named(ending.reason, names)
  if (won?.length && lost?.length) return sentence(`${listed(won)} beat ${listed(lost)}`, reason)
  if (names.length > 1) return sentence(listed(names), won?.length ? reason : `nobody wins, ${reason}`)
  return sentence(endSentence(ending, names, []).result.replace(/\.$/, ''), reason)
}

const sentence = (what: string, why: string): string => `${[what, why.replace(/\.$/, '')].filter(Boolean).join(': ')}.`

/** The game, how it is played and by whom, under the players' names. */
export function factsOf(match: WatchedMatch, now: Date = new Date()): string {
  const title = entryOf(match.game)?.brief ?? match.title
  if (match.kind === 'house') return `${title}, bots of the house`
  return [title, match.ending ? agoWords(match.ended, now) : match.words].filter(Boolean).join(', ')
}

/** Beside the heading: how many are live, or that only bots play. */
export function headOf(matches: readonly WatchedMatch[]): string {
  const live = matches.filter(({ kind }) => kind === 'live').length
  if (live) return `${count(live)} live now`
  return matches.some(({ kind, ending }) => kind === 'house' && !ending) ? 'bots play while you watch' : ''
}
