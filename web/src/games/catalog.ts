/** The five games as the home page shows them, and how a table finds a game's own client. */
import type { Component } from 'svelte'
import type { GameClient } from '../table/game_client'

/** A set of options that is worth a name. */
interface Length {
  label: string
  about: string
  options: Record<string, unknown>
  alone?: boolean // for one player
  apart?: boolean // everybody needs a device: it is not offered to people who share one
}

interface Shelved {
  name: string
  title: string
  line: string
  seats: string
  ground: string // of its panel
  ink: string
  lengths: Length[] // chosen at set-up
  asks?: string // what their choice is called; else by how long they are
  solo?: boolean // can be played alone; each length then says whether it is for one
  timed?: boolean // has a clock of its own
  usual?: number // seats offered first; else the least there may be
}

export const SHELF: Shelved[] = [
  {
    name: 'senet',
    title: 'Senet',
    line: 'Throw the sticks, hold your walls, bring five pieces home.',
    seats: '2 players',
    ground: '#b4492e',
    ink: '#fff',
    lengths: [
      { label: 'Five pieces', about: 'The whole game, half an hour or more.', options: {} },
      { label: 'The short game', about: 'Three pieces a side, ten minutes or so.', options: { pieces: 3 } },
    ],
  },
  {
    name: 'gate',
    title: 'The Gate of the Pyramid',
    line: 'Race to fill a puzzle. The fastest pick the jewels.',
    seats: '2 to 4, or 1',
    ground: '#2c6b5b',
    ink: '#fff',
    lengths: [
      {
        label: 'Easy puzzles',
        about: 'Three tiles each, one puzzle after the other.',
        options: { mode: 'practice', grade: 'easy' },
        alone: true,
      },
      { label: 'All puzzles', about: 'Three tiles each, of every grade.', options: { mode: 'practice' }, alone: true },
      {
        label: 'Expert puzzles',
        about: 'Four tiles each, and harder.',
        options: { mode: 'practice', side: 'expert' },
        alone: true,
      },
      { label: 'Normal side', about: 'Three tiles, a minute of sand.', options: {}, apart: true },
      {
        label: 'Expert side',
        about: 'Four tiles, two minutes of sand.',
        options: { side: 'expert', sand: 120 },
        apart: true,
      },
      { label: 'Short sand', about: 'Three tiles, half a minute.', options: { sand: 30 }, apart: true },
    ],
    solo: true,
    timed: true,
    usual: 4,
  },
  {
    name: 'solitaire',
    title: 'Egyptian Solitaire',
    line: 'Hop the nested pyramids until one is left.',
    seats: '1, or more',
    ground: '#16295c',
    ink: '#fff',
    lengths: [
      { label: 'Three by four', about: 'Twelve nests, the board of the rules.', options: {}, alone: true },
      { label: 'A single medium', about: 'The same nests, another end.', options: { goal: 'medium' }, alone: true },
      { label: 'A single large', about: 'Nothing but a large in the end.', options: { goal: 'large' }, alone: true },
      { label: 'One by seven', about: 'A row of seven, for a quick try.', options: { ranks: 1, files: 7 }, alone: true },
      { label: 'Four by five', about: 'Twenty nests, a longer sitting.', options: { ranks: 4, files: 5 }, alone: true },
      { label: 'Six by six', about: 'Thirty-six nests, an afternoon.', options: { ranks: 6, files: 6 }, alone: true },
      { label: 'Quicksand', about: 'All at once, until the sand runs out.', options: { mode: 'quicksand' }, apart: true },
      {
        label: 'Hidden sand',
        about: 'The same, and nobody knows when.',
        options: { mode: 'quicksand', hidden: true },
        apart: true,
      },
      { label: 'King Tut', about: 'One after the other, against the clock.', options: { mode: 'king-tut' } },
    ],
    solo: true,
    timed: true,
  },
  {
    name: 'pyramydal',
    title: 'Pyramydal',
    line: 'Walk the coiled line, take well, build statues.',
    seats: '3 to 10',
    ground: '#e9be58',
    ink: '#1a2032',
    lengths: [
      { label: 'By turns', about: 'Take any pyramid ahead of you.', options: {} },
      { label: 'With diagonals', about: 'A colour in three sizes across three statues counts too.', options: { diagonal: true } },
      { label: 'All at once', about: 'Choose 1 to 6 in secret, then all move.', options: { die: 6 }, apart: true },
    ],
    asks: 'Which game',
  },
  {
    name: 'horus',
    title: 'The Pyramid of Horus',
    line: 'Rob the tombs, dodge the mummies, get out again.',
    seats: '2 to 6',
    ground: '#5a2e4a',
    ink: '#fff',
    lengths: [
      { label: 'As dealt', about: 'Adventurers by chance, load in bands.', options: { reaction: 30 }, apart: true },
      {
        label: 'Chosen adventurers',
        about: 'Everybody picks one of the eight.',
        options: { adventurers: 'chosen', reaction: 30 },
        apart: true,
      },
      {
        label: 'To the letter',
        about: 'The load itself is what a die must show.',
        options: { load: 'literal', reaction: 30 },
        apart: true,
      },
    ],
    asks: 'Which game',
    usual: 4,
  },
]

export const shelved = (name: string): Shelved | undefined => SHELF.find((one) => one.name === name)

export type AnyClient = GameClient<any, any>

const CLIENTS = import.meta.glob<{ client: AnyClient }>('./*/index.ts')
const PAINTINGS = import.meta.glob<Component>('./*/Art.svelte', { import: 'default', eager: true })

/** Can this page draw the game? The server may know more games than the page that it serves. */
export const drawn = (game: string): boolean => `./${game}/index.ts` in CLIENTS

/** The client of a game, fetched when first wanted. */
export async function clientOf(game: string): Promise<AnyClient> {
  const load = CLIENTS[`./${game}/index.ts`]
  if (!load) throw new Error(`This page cannot draw ${game} yet. Reload it to get the newest one.`)
  return (await load()).client
}

export const paintingOf = (game: string): Component | undefined => PAINTINGS[`./${game}/Art.svelte`]
