/** Positions of Egyptian Solitaire for the tests of its client: what the server would send. */
import { render } from '@testing-library/svelte'
import Board from '../../../src/games/solitaire/Board.svelte'
import { Preferences } from '../../../src/games/solitaire/preferences.svelte'
import Side from '../../../src/games/solitaire/Side.svelte'
import type { Say } from '../../../src/table/game_client'
import type { Rated, Row } from '../../../src/wire/messages'
import type { BoardPicture, Choice, Picture } from '../../../src/wire/solitaire'

const PIPS: Record<string, number> = { S: 1, M: 2, L: 3 }
const WORDS: Record<string, string> = { S: 'small', M: 'medium', L: 'large' }
export const nameAt = (square: number, files: number) =>
  `${'abcdefgh'[square % files]}${Math.floor(square / files) + 1}`

interface Jump {
  start: number
  over: number
  end: number
}

/** Every legal hop, by a referee of the tests' own. */
export function jumps(squares: readonly string[], ranks: number, files: number): Jump[] {
  const found: Jump[] = []
  squares.forEach((stack, start) => {
    const [x, y] = [start % files, Math.floor(start / files)]
    for (const dx of [-1, 0, 1])
      for (const dy of [-1, 0, 1]) {
        const [ex, ey] = [x + 2 * dx, y + 2 * dy]
        if (!stack || (!dx && !dy) || ex < 0 || ey < 0 || ex >= files || ey >= ranks) continue
        const [over, end] = [(y + dy) * files + x + dx, ey * files + ex]
        const landing = squares[end] ?? ''
        if (squares[over] && (!landing || landing.at(-1) === stack.at(-1))) found.push({ start, over, end })
      }
  })
  return found
}

export function jumped(squares: readonly string[], { start, over, end }: Jump): string[] {
  const after = [...squares]
  after[end] += squares[start]?.at(-1) ?? ''
  after[start] = squares[start]?.slice(0, -1) ?? ''
  after[over] = squares[over]?.slice(0, -1) ?? ''
  return after
}

export const nests = (ranks: number, files: number): string[] => Array<string>(ranks * files).fill('SML')

const score = (squares: readonly string[]) => [...squares.join('')].reduce((sum, size) => sum + (PIPS[size] ?? 0), 0)

export const board = (
  squares: string[],
  ranks: number,
  files: number,
  more: Partial<BoardPicture> = {},
): BoardPicture => ({
  squares,
  score: score(squares),
  pieces: squares.join('').length,
  stuck: !jumps(squares, ranks, files).length,
  last: null,
  ...more,
})

export const picture = (squares: string[], more: Partial<Picture> = {}): Picture => {
  const { ranks = 3, files = 4 } = more
  return {
    mode: 'solo',
    phase: 'running',
    ranks,
    files,
    goal: 'small',
    minimum: 1,
    boards: [board(squares, ranks, files)],
    turn: 0,
    seat: 0,
    round: 1,
    rounds: 1,
    since: 0,
    until: null,
    limit: 600,
    hidden: false,
    said: [],
    standings: [],
    left: [],
    ...more,
  }
}

const plain = { start: '', over: '', end: '', size: '', taken: '', left: 0, words: '', more: '', clause: '' }
export const starting: Choice = { ...plain, text: 'start', kind: 'start', words: 'Start?' }
export const stopping: Choice = { ...plain, text: 'done', kind: 'done', words: 'Stop here?' }

export function choices(squares: readonly string[], ranks = 3, files = 4): Choice[] {
  return jumps(squares, ranks, files).map(({ start, over, end }) => {
    const [from, mid, to] = [start, over, end].map((square) => nameAt(square, files)) as [string, string, string]
    const taken = squares[over]?.at(-1) ?? ''
    return {
      text: `${from}>${to}`,
      kind: 'hop',
      start: from,
      over: mid,
      end: to,
      size: squares[start]?.at(-1) ?? '',
      taken,
      left: score(squares) - (PIPS[taken] ?? 0),
      words: `Hop from ${from} over ${mid} to ${to}?`,
      more: `The ${WORDS[taken]} on ${mid} leaves the board.`,
      clause: '1.2',
    }
  })
}

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

/** The row of a hop, told as the server tells it. */
function hopRow(squares: readonly string[], hop: Jump, files: number, more: Partial<Row> = {}): Row {
  const { start, over, end } = hop
  const taken = squares[over]?.at(-1) ?? ''
  const [from, mid, to] = [start, over, end].map((square) => nameAt(square, files)) as [string, string, string]
  const words = `hops from ${from} over ${mid} to ${to} and takes a ${WORDS[taken]}`
  return row(`${from}>${to}`, { words, note: `-${PIPS[taken]}`, ...more })
}

/** A walk of hops: squares after each, and the rows. `pick` chooses among the legal ones. */
export function walk(ranks: number, files: number, picks: readonly number[]) {
  const stages = [nests(ranks, files)]
  const rows: Row[] = []
  for (const pick of picks) {
    const now = stages.at(-1) as string[]
    const legal = jumps(now, ranks, files)
    const hop = legal[pick % Math.max(1, legal.length)]
    if (!hop) break
    rows.push(hopRow(now, hop, files, { n: rows.length + 1, at: 1000 * rows.length }))
    stages.push(jumped(now, hop))
  }
  return { stages, rows }
}

/** The position of the drawn table: d1 can hop two ways. */
export const MIDDLE = ['SMM', '', 'S', 'SM', '', 'M', 'S', 'S', 'SMLL', 'M', 'L', 'SMLL']
export const middle = { picture: picture(MIDDLE), choices: [...choices(MIDDLE), stopping] }

export const rating = (costs: Record<string, number | null>, more: Partial<Rated> = {}): Rated => ({
  type: 'rated',
  id: '1',
  n: 0,
  best: 1,
  exact: true,
  costs,
  sentence: 'A perfect end is still within reach.',
  ...more,
})

/** Seats of Quicksand: their squares, in a phase. */
export const sand = (all: string[][], more: Partial<Picture> = {}): Picture =>
  picture(all[0] ?? [], {
    mode: 'quicksand',
    turn: -2,
    boards: all.map((squares) => board(squares, 3, 4)),
    since: 5000,
    until: 185_000,
    ...more,
  })

/** What a player wishes to see: nothing unasked, unless the test says so. */
export function preferences({ meter = false, ratings = false } = {}): Preferences {
  const made = new Preferences()
  made.wishFor('meter', meter)
  made.wishFor('ratings', ratings)
  return made
}

const shared = (scene: { picture: Picture; choices: Choice[] }, sent: string[]) => ({
  picture: scene.picture,
  choices: scene.choices,
  seat: 0 as number | null,
  names: ['Iset', 'Nebet', 'Teti'],
  last: [] as Row[],
  upright: false,
  still: true,
  act: (text: string) => void sent.push(text),
  tableState: preferences(),
})

/** A board on the table, with what it sent and what its dock says. */
export function table(scene: { picture: Picture; choices: Choice[] }, more: Record<string, unknown> = {}) {
  const sent: string[] = []
  const seen: { say: Say } = { say: { bold: '' } }
  const props = {
    ...shared(scene, sent),
    hinted: null as string | null,
    refused: null as { text: string; key: number } | null,
    go: null,
    ...more,
    get say() {
      return seen.say
    },
    set say(value: Say) {
      seen.say = value
    },
  }
  const shown = render(Board, { props })
  const files = scene.picture.files
  const square = (name: string) => {
    const at = (Number(name[1]) - 1) * files + name.charCodeAt(0) - 97
    return shown.container.querySelector<HTMLButtonElement>(`[data-square="${at}"]`)!
  }
  return { ...shown, sent, seen, square }
}

/** What stands beside the board. */
export function side(scene: { picture: Picture; choices: Choice[] }, more: Record<string, unknown> = {}) {
  const sent: string[] = []
  return { ...render(Side, { props: { ...shared(scene, sent), yours: [0], log: [] as Row[], ...more } }), sent }
}
