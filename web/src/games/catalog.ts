/** The games that this page can show: each folder beside this file brings its own entry, drawing and client. */
import type { Component } from 'svelte'
import type { GameClient } from '../table/game_client'
import type { GlyphName } from '../ui/glyphs'

/** A named preset of options. */
interface Length {
  label: string
  about: string
  options: Record<string, unknown>
  minutes: number // that it takes, about
  called?: string // the game with these options, in a sentence: "short Senet"; left out: its title
  alone?: boolean // for one player
  apart?: boolean // everybody needs a device: it is not offered to people who share one
}

/** `games/NAME/catalog.ts` exports one of these as `entry`. */
export interface CatalogEntry {
  order: number // of the panels on the home page, from the left
  title: string
  brief?: string // a shorter title, for small cards
  line: string
  seats: string // how many, and how long it takes
  ground: string // of its panel
  ink: string
  sign?: GlyphName // in lists of tables
  lengths: Length[] // chosen at set-up; the first one is what a newcomer plays
  asks?: string // the legend of that choice; left out: "How long"
  quick?: 'alone' // one press on the home page starts a game for one; left out: against bots
  apart?: string // why nobody can share a device, in two words: "secret cards"
  solo?: boolean // can be played alone; each length then says whether it is for one
  timed?: boolean // has a clock of its own
  usual?: number // seats offered first; else the least there may be
}

/** An entry with the name of its folder, by which the server and addresses know the game. */
export type NamedEntry = CatalogEntry & { name: string }

export type AnyClient = GameClient<any, any, any>

/** `games/NAME/Small.svelte` draws a position with these: 240 by 286 where it is tall, else 224 by 116. */
export interface SmallProps<Picture> {
  picture: Picture
  tall: boolean
  seat?: number // whose things are shown; the first unless said
}

type Small = Component<SmallProps<any>>

// Entries and drawings come with the first script; a client is fetched when a table or a rulebook needs it.
const ENTRIES = import.meta.glob<CatalogEntry>('./*/catalog.ts', { import: 'entry', eager: true })
const DRAWINGS = import.meta.glob<Component>('./*/Art.svelte', { import: 'default', eager: true })
const SMALL = import.meta.glob<Small>('./*/Small.svelte', { import: 'default' })
const CLIENTS = import.meta.glob<AnyClient>('./*/index.ts', { import: 'client' })

export const CATALOG: readonly NamedEntry[] = Object.entries(ENTRIES)
  .map(([path, entry]) => ({ ...entry, name: path.split('/')[1] ?? '' }))
  .sort((one, other) => one.order - other.order)

export const entryOf = (game: string): NamedEntry | undefined => CATALOG.find(({ name }) => name === game)

/** Whether this page can draw the game. The server may know more games than the page that it serves. */
export const canDraw = (game: string): boolean => `./${game}/index.ts` in CLIENTS

/** The client of a game, fetched when it is first needed. */
export async function clientOf(game: string): Promise<AnyClient> {
  const load = CLIENTS[`./${game}/index.ts`]
  if (!load) throw new Error(`This page cannot draw ${game} yet. Reload it to get the newest one.`)
  return load()
}

export const artOf = (game: string): Component | undefined => DRAWINGS[`./${game}/Art.svelte`]

/** What draws the game's small boards, fetched when it is first needed; null where the game has none. */
export const smallOf = async (game: string): Promise<Small | null> =>
  (await SMALL[`./${game}/Small.svelte`]?.()) ?? null
