/** What set-up offers to choose from: who plays, how long, and who begins. */
import type { CatalogEntry } from '../../games/catalog'
import type { GameInfo } from '../../wire/messages'
import { chairWords, type Chair, type Company } from './seats'

export type Beginner = 'chance' | '0' | '1' // or which of the seats as listed

/** The ways to fill the seats of a game; `sharing`: one device may do for all. */
export function companiesFor(game: GameInfo | null, entry: CatalogEntry | undefined, sharing: boolean) {
  const many = (game?.most ?? 2) > 2
  const out: { value: Company; label: string; about: string }[] = []
  if (entry?.solo) out.push({ value: 'alone', label: 'Alone', about: 'As long as you like.' })
  if (game?.levels.length !== 0)
    out.push({ value: 'bot', label: many ? 'Against bots' : 'Against a bot', about: 'It begins at once.' })
  out.push({ value: 'friend', label: many ? 'With friends' : 'Play a friend', about: 'You get a link to send.' })
  if (sharing) out.push({ value: 'device', label: 'Same device', about: 'You hand it to each other.' })
  if (many) out.push({ value: 'mix', label: 'A mix', about: 'Each seat as you say.' })
  return out
}

export function beginnersFor(chairs: readonly Chair[], shared: boolean) {
  const out: { value: Beginner; label: string }[] = [{ value: 'chance', label: 'Chance decides' }]
  if (chairs.length > 2) out.push({ value: '0', label: 'Seat 1, then as listed' })
  else chairs.forEach((one, i) => out.push({ value: i ? '1' : '0', label: chairWords(one, shared) }))
  return out
}

/** The lengths for this company: one plays alone or not, and some need a device for each player. */
export const lengthsFor = (entry: CatalogEntry | undefined, company: Company) =>
  (entry?.lengths ?? []).filter(
    (one) => (!entry?.solo || Boolean(one.alone) === (company === 'alone')) && !(one.apart && company === 'device'),
  )
