/** The bot levels of a game, fetched once. */
import type { LevelInfo } from '../../wire/messages'
import { api } from '../../lib/api'

const asked = new Map<string, Promise<LevelInfo[]>>()

export function levelsOf(game: string): Promise<LevelInfo[]> {
  const known = asked.get(game)
  if (known) return known
  const coming = api.games().then((all) => all.find((one) => one.name === game)?.levels ?? [])
  asked.set(game, coming)
  coming.catch(() => asked.delete(game)) // a failed call is repeated next time
  return coming
}
