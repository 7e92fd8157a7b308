/** Positions of Pyramydal for the tests of its client: what the server would send. */
import { render } from '@testing-library/svelte'
import { Bench } from '../../../src/games/pyramydal/bench.svelte'
import Board from '../../../src/games/pyramydal/Board.svelte'
import OwnCollection from '../../../src/games/pyramydal/panels/OwnCollection.svelte'
import { worth } from '../../../src/games/pyramydal/pieces'
import type { Say } from '../../../src/table/game_client'
import type { Row } from '../../../src/wire/messages'
import type { Choice, Collector, Picture, Scored, Statue, Tally } from '../../../src/wire/pyramydal'

export const statue = (text: string): Statue => ({
  pieces: [text.slice(0, 2), text.slice(2, 4), text.slice(4, 6)],
  kind: text.slice(0, 2) === text.slice(2, 4) ? 'mono' : 'mixed',
  points: worth(text),
})

export const collector = (more: Partial<Collector> = {}): Collector => ({
  cell: 0,
  token: 'queue',
  moves: true,
  ahead: 60,
  again: true,
  collection: [],
  statues: [],
  points: 0,
  could: [],
  virtual: false,
  choice: 'none',
  number: 0,
  ...more,
})

/** A line of any length: large, medium and small carnelian, orpiment, malachite, lapis in turn. */
export const laid = (cells: number): string[] =>
  Array.from({ length: cells }, (_, i) => `${'rygb'[i % 4]}${3 - (i % 3)}`)

export const picture = (more: Partial<Picture> = {}): Picture => {
  const line = more.line ?? laid(60)
  return {
    line,
    total: line.length,
    colours: 'rygb',
    seats: [collector(), collector(), collector()],
    phase: 'move',
    turn: 0,
    last: false,
    order: [0, 1, 2],
    virtual: -1,
    die: 0,
    diagonal: false,
    ending: null,
    ...more,
  }
}

/** A game under way on a short line of 24: seat 0 on 4, seat 1 on 7, seat 2 on 2; seat 0 is to move. */
export function middle(more: Partial<Picture> = {}): Picture {
  const line = laid(24)
  for (const cell of [1, 2, 4, 7]) line[cell - 1] = ''
  return picture({
    line,
    seats: [
      collector({ cell: 4, token: 'line', collection: ['r3', 'r3', 'g2', 'b1'], could: ['r3g2b1'] }),
      collector({ cell: 7, token: 'line', collection: ['y2'], statues: [statue('y3y3y3')], points: 36 }),
      collector({ cell: 2, token: 'line', collection: [], statues: [statue('g3b2y1')], points: 18 }),
    ],
    ...more,
  })
}

const plain: Omit<Choice, 'text' | 'kind'> = {
  cell: 0,
  piece: '',
  skipped: 0,
  builds: [],
  statue: null,
  number: 0,
  sure: false,
  words: '',
  more: '',
  clause: '',
}

export const choice = (text: string, kind: Choice['kind'], more: Partial<Choice> = {}): Choice => ({
  ...plain,
  text,
  kind,
  ...more,
})

/** Everything ahead of a seat's token. */
export function takes(view: Picture, seat: number, builds: Record<number, string[]> = {}): Choice[] {
  let skipped = 0
  return view.line.flatMap((piece, i) => {
    const cell = i + 1
    if (!piece || cell <= (view.seats[seat]?.cell ?? 0)) return []
    const words = `Take ${cell}, a ${['', 'small', 'medium', 'large'][Number(piece[1])]} ${piece[0]}?`
    const more = skipped ? `You pass ${skipped} pyramids; they are lost to you.` : ''
    return [
      choice(String(cell), 'take', {
        cell,
        piece,
        skipped: skipped++,
        builds: builds[cell] ?? [],
        words,
        more,
        clause: '2.1',
      }),
    ]
  })
}

export const builds = (...texts: string[]): Choice[] => [
  ...texts.map((text) => choice(`build ${text}`, 'build', { statue: statue(text), words: `Build ${text}?` })),
  choice('end', 'end', { words: 'Build no more?' }),
]

export const numbers = (die: number, from = 10): Choice[] =>
  Array.from({ length: die }, (_, i) =>
    choice(`choose ${i + 1}`, 'choose', {
      number: i + 1,
      cell: from + i,
      words: `Choose ${i + 1}?`,
      more: `It leads to ${from + i}.`,
    }),
  )

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

export const scored = (text: string, kind: Scored['kind'], points: number, more: Partial<Scored> = {}): Scored => ({
  pieces: text.match(/../g) ?? [],
  kind,
  points,
  virtual: -1,
  built: true,
  ...more,
})

export const tally = (lines: Scored[], place: number, more: Partial<Tally> = {}): Tally => ({
  lines,
  diagonals: [],
  points: lines.reduce((sum, each) => sum + each.points, 0),
  statues: lines.filter((each) => each.kind !== 'single').length,
  place,
  ...more,
})

export const NAMES = ['Iset', 'Ramose', 'Bek']

/** The board as it stands at a table; `sent` is what it asked for. */
export function table(view: Picture, choices: Choice[] = [], more: Record<string, unknown> = {}) {
  const sent: string[] = []
  const seen: { say: Say } = { say: { bold: '' } }
  const own = { tableState: new Bench(), ...more }
  const props = propsOf(view, choices, own, sent, seen)
  const { container, rerender } = render(Board, props)
  const cell = (n: number) => container.querySelector(`[data-cell="${n}"]`) as HTMLButtonElement
  return {
    container,
    sent,
    seen,
    cell,
    rerender: (next: Picture, able: Choice[] = [], extra: Record<string, unknown> = {}) =>
      rerender(propsOf(next, able, { ...own, ...extra }, sent, seen)),
  }
}

function propsOf(
  view: Picture,
  choices: Choice[],
  more: { tableState: Bench; [prop: string]: unknown },
  sent: string[],
  seen: { say: Say },
) {
  return {
    picture: view,
    choices,
    seat: choices.length ? 0 : null,
    names: NAMES,
    last: [] as Row[],
    hinted: null,
    refused: null,
    upright: false,
    still: true,
    act: (text: string) => void sent.push(text),
    go: null,
    yours: [0],
    log: [] as Row[],
    undo: null,
    get say() {
      return seen.say
    },
    set say(value: Say) {
      seen.say = value
    },
    ...more,
  }
}

/** What stands under the dock. */
export function things(view: Picture, choices: Choice[] = [], more: Record<string, unknown> = {}) {
  const sent: string[] = []
  const bench = new Bench()
  const props = {
    picture: view,
    choices,
    seat: choices.length ? 0 : null,
    names: NAMES,
    last: [] as Row[],
    upright: false,
    still: true,
    act: (text: string) => void sent.push(text),
    yours: [0],
    log: [] as Row[],
    tableState: bench,
    ...more,
  }
  const { container, rerender } = render(OwnCollection, props)
  return {
    container,
    sent,
    bench,
    rerender: (next: Picture, able: Choice[] = []) => rerender({ ...props, picture: next, choices: able }),
  }
}
