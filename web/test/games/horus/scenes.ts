/** Positions of The Pyramid of Horus for the tests of its client: what the server would send. */
import { render } from '@testing-library/svelte'
import Board from '../../../src/games/horus/Board.svelte'
import { Desk } from '../../../src/games/horus/desk.svelte'
import type { Say } from '../../../src/table/game_client'
import type { Row } from '../../../src/wire/messages'
import type { CardPicture, Choice, Picture, SeatPicture } from '../../../src/wire/horus'

export const card = (text: string, more: Partial<CardPicture> = {}): CardPicture => {
  const [value = '', owner = ''] = text.split(' ')
  return {
    text,
    owner: owner as CardPicture['owner'],
    value: value === '?' ? null : value === 'chest' ? 0 : Number(value),
    chest: value === 'chest',
    public: false,
    pips: 0,
    ...more,
  }
}

export const seat = (more: Partial<SeatPicture> = {}): SeatPicture => ({
  adventurer: 'edgar',
  name: 'Edgar Rice',
  ability: 'Swimming',
  ready: true,
  place: 'e6',
  playing: true,
  load: 0,
  wll: 3,
  band: 2,
  actions: 3,
  counts: [true, false, true, true, true],
  cursed: [false, false, false, false, false],
  wounds: [],
  equipment: [],
  cards: [],
  idols: [],
  score: null,
  given: [],
  ...more,
})

const TOMBS: [string, string[]][] = [
  ['anubis', ['a3', 'a4', 'a5', 'a6', 'a7']],
  ['thoth', ['i3', 'i4', 'i5', 'i6', 'i7']],
  ['horus', ['c8', 'd8', 'f8', 'g8']],
]
const ALCOVES: [string, string, string, number[], number][] = [
  ['e3', 'hededet', 'yellow', [2, 2, 5], 6],
  ['e5', 'sobek', 'green', [1, 2, 3, 4], 7],
  ['a8', 'anubis', 'black', [3, 3, 4, 5], 9],
  ['i8', 'thoth', 'blue', [1, 1, 2, 6], 9],
  ['e8', 'horus', 'red', [6, 6, 6], 10],
]

/** Round 4 in the turns: seat 0 on e6 in the pond with three actions, seat 1 on a5, seat 2 outside. */
export const picture = (more: Partial<Picture> = {}): Picture => ({
  viewer: 0,
  round: 4,
  step: 'turns',
  phase: 'turn',
  asked: 0,
  acting: 0,
  about: '',
  sentence: 'plays',
  clause: '4.1',
  until: 0,
  reaction: 0,
  ankh: 1,
  load: 'banded',
  roll: [5, 2, 4, 6, 3],
  cast: null,
  seats: [
    seat({
      load: 3,
      cards: [card('4 sobek'), card('chest sobek'), card('2 necklace')],
      equipment: ['crowbar'],
      score: { cards: 6, variety: 1, gods: ['sobek'], total: 7 },
    }),
    seat({
      adventurer: 'jose',
      name: 'Jose Ardila',
      ability: 'Lock picking',
      place: 'a5',
      cards: [card('? sobek'), card('? sobek')],
      wounds: ['mummy'],
      load: 3,
    }),
    seat({ adventurer: 'maki', name: 'Maki Watanabe', ability: 'Reflexes', ready: false, place: 'outside' }),
  ],
  mummies: [
    { name: 'sanakht', space: 'a6', next: 'a7', lying: false },
    { name: 'initkaes', space: 'e8', next: 'f8', lying: false },
    { name: 'imhotep', space: 'i6', next: 'i5', lying: true },
  ],
  tombs: TOMBS.flatMap(([god, spaces]) =>
    spaces.map((space) => ({ space, god, state: 'closed' as const, value: null, reader: -1 })),
  ),
  alcoves: ALCOVES.map(([space, god, colour, needs, worth]) => ({
    space,
    god,
    colour,
    needs,
    worth,
    state: 'there' as const,
    odds: 0.17,
    tool: 0.64,
  })),
  blocks: [
    { number: 2, space: 'd1' },
    { number: 14, space: 'e3' },
  ],
  bag: 34,
  decks: [
    { name: 'rubble', zone: 'rubble', left: 16, treasures: 5, equipment: 9, wounds: 2 },
    { name: 'hededet', zone: 'sand', left: 12, treasures: 8, equipment: 0, wounds: 4 },
    { name: 'sobek', zone: 'pond', left: 15, treasures: 9, equipment: 0, wounds: 6 },
  ],
  foreseen: null,
  dangers: [{ space: 'e2', hit: 0.03, cut: 0.06 }],
  sealed: [],
  places: [],
  ...more,
})

export const choice = (text: string, kind: Choice['kind'], more: Partial<Choice> = {}): Choice => ({
  text,
  kind,
  space: '',
  card: '',
  against: '',
  dice: [],
  price: 0,
  odds: null,
  tool: null,
  risk: 0,
  load: 3,
  band: 2,
  words: '',
  more: '',
  clause: '',
  ...more,
})

export const step = (space: string, more: Partial<Choice> = {}): Choice =>
  choice(`go ${space}`, 'go', { space, price: 1, words: `Go to ${space}?`, clause: '4.1', ...more })

/** What seat 0 may do on e6. */
export const turn = (): Choice[] => [
  ...['d6', 'f6', 'e5', 'e7'].map((space) => step(space)),
  choice('search', 'search', {
    space: 'e6',
    price: 1,
    risk: 0.4,
    words: 'Search the pond?',
    more: 'Left: 9 treasures, 6 wounds.',
    clause: '4.2',
  }),
  choice('done', 'done', { words: 'End your turn?', more: '3 actions will be lost.', clause: '4.6' }),
]

export const row = (text: string, more: Partial<Row> = {}): Row => ({
  n: 1,
  at: 0,
  seat: 0,
  by: 0,
  text,
  words: '',
  note: '',
  clause: '',
  ...more,
})

export const NAMES = ['Iset', 'Ramose', 'Bek']

/** The board as it stands at a table; `sent` is what it asked for. */
export function table(view: Picture, choices: Choice[] = [], more: Record<string, unknown> = {}) {
  const sent: string[] = []
  const seen: { say: Say } = { say: { bold: '' } }
  const props = {
    picture: view,
    choices,
    seat: choices.length ? 0 : null,
    names: NAMES,
    last: [],
    hinted: null,
    refused: null,
    upright: false,
    still: true,
    act: (text: string) => sent.push(text),
    go: null,
    yours: [0],
    log: [],
    tableState: new Desk(),
    get say() {
      return seen.say
    },
    set say(value: Say) {
      seen.say = value
    },
    ...more,
  }
  const drawn = render(Board, props)
  const space = (name: string) => drawn.container.querySelector<HTMLElement>(`[data-space="${name}"]`) as HTMLElement
  return { ...drawn, sent, seen, space }
}
