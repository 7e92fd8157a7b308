/** In another seat's perspective boards are drawn for that seat, and sentences name it instead of saying "you". */
import { render } from '@testing-library/svelte'
import type { Component } from 'svelte'
import { describe, expect, it } from 'vitest'
import { client as gate } from '../../src/games/gate'
import { client as horus } from '../../src/games/horus'
import { client as pyramydal } from '../../src/games/pyramydal'
import { client as senet } from '../../src/games/senet'
import { client as solitaire } from '../../src/games/solitaire'
import { lookedFrom, youAt, type GameClient } from '../../src/table/game_client'
import * as gates from '../games/gate/scenes'
import * as pyramids from '../games/horus/scenes'
import * as lines from '../games/pyramydal/scenes'
import * as senets from '../games/senet/scenes'
import * as stacks from '../games/solitaire/scenes'

const NAMES = ['Iset', 'Ramose', 'Bek']
const YOU = /\b(you|yours?)\b/i

const SCENES: [string, GameClient<any, any, any>, unknown][] = [
  ['gate, racing', gate, gates.picture()],
  ['gate, solved', gate, gates.picture({ seats: [gates.seat({ rank: 1, time: 9000 }), gates.seat()] })],
  ['gate, at the jewels', gate, gates.picture({ phase: 'reward', turn: 0 })],
  ['senet', senet, senets.middle.picture],
  ['solitaire, alone and over', solitaire, stacks.picture(stacks.MIDDLE, { phase: 'over' })],
  ['solitaire, by the sand', solitaire, stacks.sand([stacks.MIDDLE, stacks.MIDDLE])],
  ['pyramydal', pyramydal, lines.middle()],
  [
    'pyramydal with numbers',
    pyramydal,
    lines.picture({
      die: 6,
      seats: [lines.collector({ choice: 'known', number: 4 }), lines.collector(), lines.collector()],
    }),
  ],
  ['horus', horus, pyramids.picture()],
  ['horus, lost', horus, pyramids.picture({ seats: [pyramids.seat({ place: 'dead' }), pyramids.seat()] })],
]

/** All texts of board, side, tray and what stands under the dock, those for screen readers included. */
function told(client: GameClient<any, any, any>, picture: unknown, yours: number[], eye: number | null): string {
  const key = JSON.stringify([SCENES.findIndex((each) => each[1] === client), picture, yours, eye])
  const known = KNOWN.get(key) ?? read(client, picture, yours, eye)
  KNOWN.set(key, known)
  return known
}
const KNOWN = new Map<string, string>() // drawn once for all that is asked about it

function read(client: GameClient<any, any, any>, picture: unknown, yours: number[], eye: number | null): string {
  const props = {
    picture,
    choices: [],
    seat: null,
    names: NAMES,
    last: [],
    hinted: null,
    refused: null,
    upright: false,
    still: true,
    act: () => {},
    go: null,
    say: { bold: '' },
    yours,
    eye,
    log: [],
    time: null,
    ending: null,
    tableState: client.makeTableState?.(),
  }
  const parts = [client.Board, client.Side, client.Tray, client.Under].filter((part) => part !== undefined)
  return parts
    .map((part) => {
      const { container, unmount } = render(part as Component<any>, { props })
      const labels = [...container.querySelectorAll('[aria-label], [title]')].flatMap((each) => [
        each.getAttribute('aria-label'),
        each.getAttribute('title'),
      ])
      const words = [container.textContent, ...labels].filter(Boolean).join('\n')
      unmount()
      return words
    })
    .join('\n')
}

const line = (words: string) => words.split('\n').find((each) => YOU.test(each)) ?? ''

describe('in the perspective of another seat', () => {
  it.each(SCENES)('%s says nothing of you', (_, client, picture) => {
    expect(line(told(client, picture, [], 0))).toBe('')
  })

  it.each(SCENES.filter(([, client], i) => SCENES.findIndex((each) => each[1] === client) === i))(
    '%s says nothing of you to a watcher',
    (_, client, picture) => {
      expect(line(told(client, picture, [], null))).toBe('')
    },
  )

  it('names whose board and whose things they are', () => {
    expect(told(gate, gates.picture(), [1], 0)).toContain('Iset’s puzzle')
    expect(told(gate, gates.picture(), [1], 0)).toContain('Iset’s tiles')
    expect(told(gate, gates.picture({ seats: [gates.seat({ rank: 1, time: 9000 }), gates.seat()] }), [1], 0)).toContain(
      'Iset is ',
    )
    expect(told(solitaire, stacks.sand([stacks.MIDDLE, stacks.MIDDLE]), [1], 0)).toContain('Iset’s board')
    expect(told(pyramydal, lines.middle(), [1], 0)).toContain('Iset’s collection')
    expect(told(horus, pyramids.picture(), [1], 0)).toContain('Iset’s cards')
  })

  it('still tells which of the seats is mine', () => {
    expect(told(pyramydal, lines.middle(), [1], 0)).toMatch(/Ramose\s*you/)
  })

  it('the player’s own perspective says you, as before', () => {
    expect(told(gate, gates.picture(), [0], 0)).toContain('Your puzzle')
    expect(told(solitaire, stacks.sand([stacks.MIDDLE, stacks.MIDDLE]), [0], 0)).toContain('Your board')
    expect(told(pyramydal, lines.middle(), [0], 0)).toContain('Your collection')
    expect(told(horus, pyramids.picture(), [0], 0)).toContain('Your cards')
  })
})

describe('the perspective of a board', () => {
  it('is that of the seat that acts, the chosen one, or the player’s own', () => {
    expect(lookedFrom(2, 0, [2])).toBe(2)
    expect(lookedFrom(null, 0, [2])).toBe(0)
    expect(lookedFrom(null, null, [2])).toBeNull()
    expect(lookedFrom(null, undefined, [2])).toBe(2)
    expect(youAt(0, [2])).toBeNull()
    expect(youAt(2, [2])).toBe(2)
  })
})
