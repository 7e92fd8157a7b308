import { fireEvent, render } from '@testing-library/svelte'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import Badge from '../../../src/games/senet/Badge.svelte'
import { centre, frameOf } from '../../../src/games/senet/geometry'
import Legend from '../../../src/games/senet/Legend.svelte'
import { frames, journey, leaving, spanOf, swapped } from '../../../src/games/senet/animation'
import { faces, fallen, lot, ready } from '../../../src/games/senet/sticks'
import Tray from '../../../src/games/senet/Tray.svelte'
import type { Picture } from '../../../src/wire/senet'
import { bounce, middle, off, picture, put, rest, row, water } from './scenes'

const moved = (scene: { picture: Picture }, cones: number[], spools: number[]): Picture => ({
  ...scene.picture,
  squares: put(cones, spools),
  phase: 'throw',
})

describe('a journey', () => {
  it('is read from two pictures and the row between them', () => {
    const after = moved(middle, [13, 19, 23, 26], [5, 8, 16, 17, 20])
    expect(journey(middle.picture, after, [row('20x23', 0)])).toEqual({
      seat: 0,
      start: 20,
      land: 23,
      end: 23,
      squares: [20, 21, 22, 23],
      swap: true,
    })
  })

  it('goes to the safe square and back when it bounced', () => {
    const after = moved(bounce, [12, 25], [26])
    expect(journey(bounce.picture, after, [row('22-25', 0)])?.squares).toEqual([22, 23, 24, 25, 26, 25])
  })

  it('ends past 30 when a piece is borne off', () => {
    const after = moved(off, [29], [8])
    expect(journey(off.picture, after, [row('28-off', 0)])).toMatchObject({ end: 31, squares: [28, 29, 30, 31] })
  })

  it('is nothing where no move fits the picture', () => {
    expect(journey(middle.picture, middle.picture, [row('throw 3', 0)])).toBeNull()
    expect(journey(middle.picture, middle.picture, [row('14-17', 1), row('undo', 1)])).toBeNull()
    expect(journey(middle.picture, middle.picture, [row('1-4', 0)])).toBeNull()
    expect(journey(null, moved(middle, [13, 19, 23, 26], [5, 8, 16, 17, 20]), [row('20x23', 0)])?.end).toBe(23)
  })

  it('begins where the piece stood and ends at rest, within 600 ms', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.integer({ min: 1, max: 24 }),
        fc.constantFrom(1, 2, 3, 4, 6),
        (upright, start, steps) => {
          fc.pre(start + steps !== 27)
          const board = frameOf(upright)
          const before = picture([start], [], { throw: steps, steps })
          const trip = journey(before, picture([start + steps], []), [row(`${start}-${start + steps}`, 0)])!
          const keys = frames(board, trip)
          const [x, y] = centre(board, start)
          const [ex, ey] = centre(board, start + steps)
          expect(keys[0]?.transform).toBe(`translate(${x - ex}px, ${y - ey}px)`)
          expect(keys.at(-1)).toMatchObject({ offset: 1, transform: 'translate(0px, 0px)' })
          expect(spanOf(trip)).toBeLessThanOrEqual(600)
        },
      ),
    )
  })

  it('sinks in the water and comes up where it swims to', () => {
    const trip = journey(water.picture, moved(water, [15, 26], [8]), [row('24-27~15', 0)])!
    const keys = frames(frameOf(false), trip)
    expect(trip).toMatchObject({ land: 27, end: 15 })
    expect(keys.filter((key) => key.opacity === 0)).toHaveLength(2)
    expect(keys.at(-1)).toMatchObject({ opacity: 1, transform: 'translate(0px, 0px)' })
    expect(spanOf(trip)).toBeLessThanOrEqual(600)
  })

  it('swaps both at once, and lets a piece leave by the way out', () => {
    const board = frameOf(true)
    const after = moved(middle, [13, 19, 23, 26], [5, 8, 16, 17, 20])
    const back = swapped(board, journey(middle.picture, after, [row('20x23', 0)])!)
    expect(back.at(-1)?.transform).toBe('translate(0px, 0px)')
    const gone = leaving(board, journey(off.picture, moved(off, [29], [8]), [row('28-off', 0)])!)
    expect(gone[0]?.transform).toBe('translate(0px, 0px)')
    expect(gone.at(-1)?.opacity).toBe(0)
  })
})

describe('the sticks', () => {
  it('show as many light sides as the throw counts, and none for six', () => {
    fc.assert(
      fc.property(fc.constantFrom(1, 2, 3, 4, 6), fc.integer({ min: 1, max: 5000 }), (value, number) => {
        expect(faces(value, number).filter(Boolean)).toHaveLength(value === 6 ? 0 : value)
      }),
    )
  })

  it('lie alike for the same throw, otherwise for the next, and always inside their place', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.boolean(), (number, upright) => {
        const lies = fallen(3, number, upright)
        expect(fallen(3, number, upright)).toEqual(lies)
        expect(fallen(3, number + 1, upright)).not.toEqual(lies)
        for (const { x, y } of lies) {
          expect(x).toBeGreaterThan(upright ? 14 : 170)
          expect(x + (upright ? 15 : 216)).toBeLessThan(upright ? 140 : 500)
          expect(Math.abs(y)).toBeLessThan(130)
        }
      }),
    )
    expect(new Set(ready(3, 1, false).map((stick) => stick.turn))).toEqual(new Set([0]))
    expect(lot(1, 1)).toBe(lot(1, 1))
  })
})

describe('the tray', () => {
  const tray = (more: Record<string, unknown> = {}) =>
    render(Tray, {
      props: {
        picture: middle.picture,
        last: [],
        log: [row('throw 3', 0)],
        seat: 0,
        names: ['Iset', 'Nebet'],
        upright: false,
        still: true,
        go: null,
        ...more,
      },
    })

  it('shows the throw, its sticks and the pieces that are home', () => {
    for (const upright of [false, true]) {
      const { container, unmount, getByRole } = tray({ upright })
      expect(container.querySelector('.numeral')?.textContent).toBe('3')
      expect(container.querySelectorAll('[data-light="true"]')).toHaveLength(3)
      expect(container.querySelectorAll('[data-home="0"]')).toHaveLength(1)
      expect(container.querySelectorAll('.home')).toHaveLength(10)
      expect(container.textContent?.replace(/\s+/g, ' ')).toContain(upright ? 'ends with it' : 'the turn ends with it')
      getByRole('button', { name: 'The throw is 3: three light sides, one dark. Home: one cone, no spools.' })
      unmount()
    }
  })

  it('is a button to throw with when the hand is due, and the last throw stays, dim', async () => {
    let throws = 0
    const due = { ...middle.picture, phase: 'throw' as const, throw: 0, steps: 0 }
    const { container, getByRole } = tray({ picture: due, log: [row('throw 3', 1)], go: () => void throws++ })
    const button = getByRole('button', { name: 'Throw the sticks' })
    expect(button.tabIndex).toBe(0)
    await fireEvent.click(button)
    expect(throws).toBe(1)
    expect(container.textContent).toContain('Nebet’s throw')
    expect(container.querySelector('.numeral')?.parentElement?.getAttribute('opacity')).toBe('0.45')
  })

  it('is passed by and does nothing while there is nothing to throw', async () => {
    const { getByRole } = tray()
    const button = getByRole('button')
    expect(button.tabIndex).toBe(-1)
    expect(button.getAttribute('aria-disabled')).toBe('true')
    await fireEvent.click(button)
  })

  it('writes a remainder where the throw stood', () => {
    const { container } = tray({ picture: rest.picture })
    expect(container.querySelector('.numeral')?.textContent).toBe('2')
    expect(container.textContent).toContain('of 6 left')
  })

  it('has an outline for every piece of a side, one to seven', () => {
    for (let pieces = 1; pieces <= 7; pieces++) {
      const { container, unmount } = tray({ picture: { ...middle.picture, pieces, home: [0, 0] } })
      expect(container.querySelectorAll('.home')).toHaveLength(2 * pieces)
      unmount()
    }
  })
})

describe('small parts', () => {
  it('show a seat by its piece and explain the signs', () => {
    render(Badge, { props: { seat: 0 } }).getByRole('img', { name: 'cone' })
    render(Badge, { props: { seat: 1 } }).getByRole('img', { name: 'spool' })
    expect(render(Legend).container.textContent).toContain('26, 28, 29 are safe')
  })
})
