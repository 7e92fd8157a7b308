import { render } from '@testing-library/svelte'
import { describe, expect, it } from 'vitest'
import Seats from '../../src/table/Seats.svelte'
import { client } from '../../src/games/pyramydal'
import type { TableStore } from '../../src/table/store.svelte'
import type { TableSeat } from '../../src/wire/messages'
import type { Picture } from '../../src/wire/pyramydal'
import { collector, picture, statue } from '../games/pyramydal/scenes'

const chair = (name: string, more: Partial<TableSeat> = {}): TableSeat => ({
  name,
  kind: 'bot',
  level: 'scribe',
  you: false,
  here: true,
  kept: '',
  ready: true,
  gone: false,
  away: 0,
  helped: [],
  commitment: '',
  ...more,
})

/** The part of a table that its seats need. */
function seats(view: Picture, turn: number, more: Partial<TableSeat>[] = [], status = 'playing') {
  const chairs = view.seats.map((_, i) =>
    chair(i ? 'Scribe' : 'Iset', { ...(i ? {} : { kind: 'person', you: true }), ...more[i] }),
  )
  const room = {
    table: { seats: chairs, status },
    yours: [0],
    now: { turn, hand: null, ending: null, clocks: null, picture: view, out: [] },
    picture: view,
    names: chairs.map((each, i) => (i > 1 ? `${each.name} ${i}` : each.name)),
    heardAt: 0,
  } as unknown as TableStore
  const { container } = render(Seats, { room, client })
  return [...container.querySelectorAll('.seat')]
}

describe('seats', () => {
  it('stay readable at a table of ten: every name, its points and what it holds', () => {
    const view = picture({
      seats: Array.from({ length: 10 }, (_, i) => collector({ points: 18 * i, statues: i ? [statue('r3g2b1')] : [] })),
    })
    const all = seats(view, 3)
    expect(all).toHaveLength(10)
    expect(all[0]?.textContent).toContain('Scribe')
    expect(all[9]?.textContent).toContain('Iset') // the player's own seat stands last
    expect(all[8]?.querySelector('.points')?.textContent).toBe('162points')
    expect(all[8]?.querySelector('.sub')?.textContent).toContain('One statue')
    expect(all[0]?.parentElement?.className).toContain('many')
    expect(all.filter((each) => each.classList.contains('turn')).map((each) => each.textContent)).toEqual([
      expect.stringContaining('Scribe 3'),
    ])
  })

  it('mark everybody who has yet to choose where all choose at once', () => {
    const stones = ['due', 'hidden', 'due'] as const
    const view = picture({ die: 6, phase: 'choose', turn: -2, seats: stones.map((choice) => collector({ choice })) })
    const turns = seats(view, -2).map((each) => each.classList.contains('turn'))
    expect(turns).toEqual([false, true, true])
  })

  it('tell who is away, and which are free before the match begins', () => {
    const view = picture()
    expect(seats(view, 0, [{}, { kind: 'person', here: false }])[0]?.className).toContain('away')
    const waiting = seats(view, 0, [{}, { kind: 'open', name: '' }, { kind: 'open', name: '', kept: 'Bek' }], 'waiting')
    expect(waiting.map((each) => each.querySelector('.who')?.textContent?.trim())).toEqual([
      'Isetyou',
      'Free seat',
      'Bek',
    ])
    expect(waiting[1]?.querySelector('.points')).toBeNull()
  })
})
