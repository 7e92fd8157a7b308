/** Playing on from a moment of a reviewed match, at a table of one's own: the match stays as it is. */
import { api } from '../lib/api'
import { tryOn } from '../puzzles/try_on'

/** Makes a private table after so many events, and sits down. Returns its code; a Refusal where it cannot be. */
export const tryHere = async (code: string, game: string, events: number): Promise<string> =>
  tryOn(game, await api.position(code, events))
