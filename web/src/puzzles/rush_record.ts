/** The games with a puzzle rush, and the most that this device's player has found in one. */
import { keep, kept } from '../lib/settings.svelte'

const KEY = 'benben.rush' // {game: puzzles found}

export const RUSH_GAMES: readonly string[] = ['senet', 'gate', 'solitaire']

/** The most that was found in one rush of a game; 0 before the first. */
export const bestRush = (game: string): number => kept<Record<string, number>>(KEY, {})[game] ?? 0

/** Keeps what was found, if it is the most so far. */
export function keepRush(game: string, found: number): void {
  if (found > bestRush(game)) keep(KEY, { ...kept<Record<string, number>>(KEY, {}), [game]: found })
}
