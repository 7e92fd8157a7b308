/** What set-up offers to choose from: who plays, how long, and who begins. */
import type { Against } from '../../app/router.svelte'
import type { CatalogEntry } from '../../games/catalog'
import type { GlyphName } from '../../ui/glyphs'
import type { GameInfo } from '../../wire/messages'
import { chairWords, type Chair } from './seats'

export type Beginner = 'chance' | '0' | '1' // or which of the seats as listed

/** A way to play, on its plate. */
export interface Way {
  value: Against
  label: string
  about: string
  glyph: GlyphName
  off: boolean // it cannot be: `about` says why
}

/** Whether people may share one device: some way to play the game allows it. */
export const sharing = (entry: CatalogEntry): boolean =>
  !entry.lengths.length || entry.lengths.some((one) => !one.alone && !one.apart)

/** The ways to play a game, four at most: what starts at once comes first. */
export function waysFor(game: GameInfo | null, entry: CatalogEntry): Way[] {
  const several = (game?.most ?? entry.usual ?? 2) > 2 || Boolean(entry.solo)
  const bots = game === null || game.levels.length > 0
  const way = (value: Against, label: string, about: string, glyph: GlyphName, off = false): Way => ({
    value,
    label,
    about,
    glyph,
    off,
  })
  const alone = way('alone', 'Alone', 'as long as you like', 'nest')
  const bot = way('bot', several ? 'Bots' : 'A bot', bots ? 'starts at once' : 'not here: no bots yet', 'bot', !bots)
  const friend = way('friend', several ? 'Friends' : 'A friend', 'you get a link', 'link')
  const device = sharing(entry)
    ? way('device', 'This device', 'hand it over', 'device')
    : way('device', 'This device', `not here: ${entry.apart ?? 'a device each'}`, 'device', true)
  const stranger = way('stranger', several ? 'Strangers' : 'A stranger', 'an open table', 'people')
  if (!entry.solo) return [bot, friend, device, stranger]
  if (entry.quick === 'alone') return [alone, friend, device.off ? stranger : device, bot]
  return [bot, alone, friend, device.off ? stranger : device]
}

export function beginnersFor(chairs: readonly Chair[], shared: boolean) {
  const out: { value: Beginner; label: string }[] = [{ value: 'chance', label: 'Chance decides' }]
  if (chairs.length > 2) out.push({ value: '0', label: 'Seat 1, then as listed' })
  else chairs.forEach((one, i) => out.push({ value: i ? '1' : '0', label: chairWords(one, shared) }))
  return out
}

/** The lengths for this way to play: one plays alone or not, and some need a device for each player. */
export const lengthsFor = (entry: CatalogEntry, way: Against) =>
  entry.lengths.filter(
    (one) => (!entry.solo || Boolean(one.alone) === (way === 'alone')) && !(one.apart && way === 'device'),
  )
