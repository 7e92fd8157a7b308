/** What is shared of a day: a text that gives nothing away, the same in words for readers, and where it leads. */
import { capital } from '../lib/text'
import type { Solved } from './days'
import { dayWords } from './days'
import { resultWords, rowWords } from './words'

export interface DayCard {
  date: string
  games: { title: string; solved: Solved | null }[] // from the foot of the pyramid up
  row: number // days in a row
  name: string // of the player
  origin: string // of this site: "https://benben.example"
}

export const dayPath = (date: string, game = ''): string => `/d/${date}${game ? `/${game}` : ''}`

/** The address as it is written on the picture: without what every address has. */
export const shortLink = ({ origin, date }: DayCard): string => `${origin}${dayPath(date)}`.replace(/^https?:\/\//, '')

const lines = ({ games }: DayCard): string[] =>
  games.flatMap(({ title, solved }) => (solved ? [`${capital(title)}: ${resultWords(solved)}`] : []))

/** The text that goes to the clipboard or to another program. */
export function shareText(card: DayCard): string {
  const row = card.row > 1 ? [`${card.row} days in a row`] : []
  return [`Benben, ${dayWords(card.date)}`, ...lines(card), ...row, `${card.origin}${dayPath(card.date)}`].join('\n')
}

/** The picture in words. */
export function cardWords(card: DayCard): string {
  const row = card.row > 1 ? ` ${capital(rowWords(card.row))}.` : ''
  return `Benben, ${dayWords(card.date)}. ${lines(card).join('. ') || 'Nothing laid yet'}.${row}`
}
