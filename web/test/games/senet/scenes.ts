/** Positions of Senet for the tests of its board: what the server would send. */
import { render } from '@testing-library/svelte'
import type { Say } from '../../../src/table/game_client'
import Board from '../../../src/games/senet/Board.svelte'
import type { Row } from '../../../src/wire/messages'
import type { Choice, Picture } from '../../../src/wire/senet'

export const put = (cones: number[], spools: number[]): string =>
  Array.from({ length: 30 }, (_, i) => (cones.includes(i + 1) ? 'x' : spools.includes(i + 1) ? 'o' : '.')).join('')

export const picture = (cones: number[], spools: number[], more: Partial<Picture> = {}): Picture => ({
  squares: put(cones, spools),
  mover: 0,
  phase: 'play',
  throw: 3,
  steps: 3,
  used: [],
  again: false,
  home: [5 - cones.length, 5 - spools.length],
  pieces: 5,
  throws: 0,
  cap: 0,
  stays: [],
  ...more,
})

export const choice = (text: string, start: number, land: number, more: Partial<Choice> = {}): Choice => ({
  text,
  kind: 'move',
  start,
  land,
  end: land,
  back: false,
  bounced: false,
  left: 0,
  words: `Move the cone from ${start} to ${land}?`,
  more: '',
  clause: '',
  ...more,
})

export const row = (text: string, seat: number | null, more: Partial<Row> = {}): Row => ({
  n: 1,
  at: 0,
  seat,
  by: seat ?? -1,
  text,
  words: '',
  note: '',
  clause: '',
  ...more,
})

/** Cones on 13, 19, 20, 26 with a throw of 3: a plain move, a swap, and one that a pair forbids. */
export const middle = {
  picture: picture([13, 19, 20, 26], [5, 8, 16, 17, 23], {
    stays: [{ square: 13, words: '16 and 17 protect each other', clause: '5.1' }],
  }),
  choices: [
    choice('19-22', 19, 22),
    choice('20x23', 20, 23, {
      kind: 'swap',
      words: 'Swap with the spool on 23?',
      more: 'The cone on 20 goes there, the spool comes to 20.',
      clause: '4.1',
    }),
    choice('26-29', 26, 29),
  ],
}

export const water = {
  picture: picture([24, 26], [8]),
  choices: [
    choice('24-27~15', 24, 27, { kind: 'water', end: 15, words: 'Fall into the water from 24?', clause: '7.1' }),
    choice('26-29', 26, 29),
  ],
}

export const bounce = {
  picture: picture([12, 22], [26], { throw: 4, steps: 4, again: true }),
  choices: [
    choice('12-16', 12, 16),
    choice('22-25', 22, 25, { bounced: true, left: 1, more: '1 step is left for another piece.', clause: '8.2' }),
  ],
}

export const off = {
  picture: picture([28, 29], [8], { throw: 6, steps: 6, again: true }),
  choices: [
    choice('28-off', 28, 31, { kind: 'off', left: 3, words: 'Bear off the cone on 28?', clause: '9.1' }),
    choice('29-off', 29, 31, { kind: 'off', left: 4, words: 'Bear off the cone on 29?', clause: '9.1' }),
  ],
}

export const rest = {
  picture: picture([13, 15, 21], [8], { throw: 6, steps: 2, again: true, used: [15] }),
  choices: [
    choice('21-23', 21, 23),
    choice('decline', 0, 0, { kind: 'decline', words: 'Let the 2 steps left go?', clause: '9.2' }),
  ],
}

export const backward = {
  picture: picture([13, 19], [16, 17, 22]),
  choices: [choice('13-10', 13, 10, { back: true }), choice('19x16', 19, 16, { back: true, kind: 'swap' })],
}

/** A board on the table, with what it sent and what its dock says. */
export function table(scene: { picture: Picture; choices: Choice[] }, more: Record<string, unknown> = {}) {
  const sent: string[] = []
  const seen: { say: Say } = { say: { bold: '' } }
  const props = {
    picture: scene.picture,
    choices: scene.choices,
    seat: 0 as number | null,
    names: ['Iset', 'Nebet'],
    last: [] as Row[],
    hinted: null as string | null,
    refused: null as { text: string; key: number } | null,
    upright: false,
    still: true,
    act: (text: string) => void sent.push(text),
    go: null as (() => void) | null,
    ...more,
    get say() {
      return seen.say
    },
    set say(value: Say) {
      seen.say = value
    },
  }
  const shown = render(Board, { props })
  const square = (n: number) => shown.container.querySelector<HTMLButtonElement>(`[data-square="${n}"]`)!
  return { ...shown, sent, seen, square }
}
