/** The drawings of a game in one minute; each folder beside this file may bring its own. */
import type { Component } from 'svelte'

const MINUTES = import.meta.glob<Component>('./*/Minute.svelte', { import: 'default' })

/** The drawings of a game, fetched when they are needed; null where it has none. */
export const minuteOf = async (game: string): Promise<Component | null> =>
  (await MINUTES[`./${game}/Minute.svelte`]?.()) ?? null

export const hasMinute = (game: string): boolean => `./${game}/Minute.svelte` in MINUTES
