import { fireEvent, render } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, describe, expect, it } from 'vitest'
import { Desk } from '../../../src/games/horus/desk.svelte'
import Holds from '../../../src/games/horus/Holds.svelte'
import Side from '../../../src/games/horus/Side.svelte'
import FinalScoring from '../../../src/games/horus/panels/FinalScoring.svelte'
import { settings } from '../../../src/lib/settings.svelte'
import { card, choice, NAMES, picture, seat, step, table, turn } from './scenes'

const find = (container: Element, selector: string) => [...container.querySelectorAll<HTMLElement>(selector)]
const data = (container: Element, name: string) =>
  find(container, `[data-${name}]`).map((each) => each.getAttribute(`data-${name}`))
const tap = async (target: Element) => {
  await fireEvent.pointerDown(target, { pointerType: 'touch', button: 0 })
  await fireEvent.click(target)
}

afterEach(() => {
  settings.confirm = false
  settings.letters = true
})

describe('on the map', () => {
  it('marks where the player may go, and goes there with one click', async () => {
    const { container, sent, space } = table(picture(), turn())
    expect(data(container, 'goal').sort()).toEqual(['d6', 'e5', 'e7', 'f6'])
    await fireEvent.click(space('e7'))
    expect(sent).toEqual(['go e7'])
  })

  it('lets a finger point, and let go with the second tap', async () => {
    const { sent, seen, space } = table(picture(), turn())
    await tap(space('e7'))
    expect(sent).toEqual([])
    expect(seen.say.bold).toBe('Go to e7?')
    expect(seen.say.main?.label).toBe('Go to e7')
    await tap(space('e7'))
    expect(seen.say.main?.label).not.toBe('Go to e7')
    expect(sent).toEqual([])
  })

  it('sends an action that no choice offers, so that the server says why not', async () => {
    const { sent, space } = table(picture(), turn())
    await fireEvent.click(space('b3'))
    expect(sent).toEqual(['go b3'])
  })

  it('is walked by keys, and the door lies below the first row', async () => {
    const { container, sent, space } = table(picture(), turn())
    const here = () => container.querySelector('.cells [tabindex="0"]')?.getAttribute('data-space')
    expect(here()).toBe('e6')
    await fireEvent.keyDown(space('e6'), { key: 'ArrowUp' })
    expect(here()).toBe('e7')
    await fireEvent.keyDown(space('e7'), { key: 'End' })
    expect(here()).toBe('door')
    await fireEvent.keyDown(space('door'), { key: 'ArrowUp' })
    expect(here()).toBe('e1')
    await fireEvent.keyDown(space('e1'), { key: 'Home' })
    await fireEvent.keyDown(space('e6'), { key: 'n' })
    expect(here()).toBe('d6')
    await fireEvent.keyDown(space('d6'), { key: 'Enter' })
    expect(sent).toEqual(['go d6'])
  })

  it('asks before the player leaves for good', async () => {
    const exit = choice('exit', 'exit', { words: 'Leave the pyramid?', price: 1 })
    const { sent, seen, space } = table(picture(), [step('c2'), exit])
    await fireEvent.click(space('door'))
    expect(sent).toEqual([])
    expect(seen.say.bold).toBe('Leave the pyramid?')
    seen.say.main?.run()
    expect(sent).toEqual(['exit'])
  })

  it('warns of a mummy on a space that is pointed at', () => {
    const { container } = table(picture(), [step('e8', { risk: 1 }), step('e7')])
    expect(container.querySelector('[data-goal="e8"] circle[fill="var(--red)"]')).not.toBeNull()
    expect(container.querySelector('[data-goal="e7"] circle[fill="var(--red)"]')).toBeNull()
  })

  it('names every space for screen readers', () => {
    const { space } = table(picture(), turn())
    expect(space('e6').getAttribute('aria-label')).toBe('e6, pond, you, Search the pond')
    expect(space('a5').getAttribute('aria-label')).toBe('a5, corridor, closed sarcophagus of Anubis, Ramose')
    expect(space('a6').getAttribute('aria-label')).toContain('Sanakht heading for a7')
    expect(space('i6').getAttribute('aria-label')).toContain('Imhotep, lying')
    expect(space('d1').getAttribute('aria-label')).toBe('d1, rubble, block 2')
    expect(space('door').getAttribute('aria-label')).toBe('The door, open from c1, e1, f1 and g1')
  })

  it('shows what was read to its reader, and only an eye to others', () => {
    const read = (value: number | null) =>
      picture({ tombs: picture().tombs.map((each) => (each.space === 'a4' ? { ...each, reader: 0, value } : each)) })
    expect(table(read(8)).container.querySelector('[data-read="a4"]')?.textContent).toContain('8')
    expect(table(read(null)).container.querySelector('[data-read="a4"] text')).toBeNull()
  })

  it('shows the danger to those who want it', async () => {
    const { container, getByRole } = table(picture(), turn())
    expect(data(container, 'danger')).toEqual([])
    await fireEvent.click(getByRole('button', { name: 'Show the danger' }))
    expect(data(container, 'danger')).toEqual(['e2'])
    expect(container.querySelector('.chance')?.textContent).toBe('9 %')
  })
})

describe('under the map', () => {
  it('offers actions with price and odds, by press and by digit', async () => {
    const alcove = choice('alcove', 'alcove', {
      space: 'e6',
      price: 1,
      odds: 0.32,
      tool: 0.76,
      words: 'Try the alcove?',
    })
    const { container, sent, getByRole } = table(picture(), [...turn(), alcove])
    expect(getByRole('button', { name: 'Try the alcove, one action, 32 %, with crowbar 76 %' })).toBeTruthy()
    expect(getByRole('button', { name: 'Search, one action, wound 40 %' })).toBeTruthy()
    expect(data(container, 'deed')).toEqual(['search', 'alcove'])
    await fireEvent.keyDown(container, { key: '2' })
    expect(sent).toEqual(['alcove'])
  })

  it('asks before actions are lost', async () => {
    const { container, sent, seen } = table(picture(), turn())
    await fireEvent.keyDown(container, { key: 'd' })
    expect(sent).toEqual([])
    expect(seen.say.bold).toBe('End your turn?')
    expect(seen.say.main?.label).toBe('End the turn')
    await fireEvent.keyDown(container, { key: 'd' })
    expect(seen.say.main?.label).not.toBe('End the turn')
    expect(sent).toEqual([])
    await fireEvent.keyDown(container, { key: 'd' })
    seen.say.main?.run()
    expect(sent).toEqual(['done'])
  })

  it('takes up the dice that do not fit, and casts those that are chosen', async () => {
    const cast = {
      kind: 'alcove' as const,
      seat: 0,
      god: 'sobek',
      dice: [1, 1, 2, 6, 4],
      fits: [true, false, true, false, true],
      missing: 1,
    }
    const again = (dice: number[], odds: number) =>
      choice(`reroll ${dice.map((die) => die + 1).join(' ')}`, 'reroll', { dice, odds, words: 'Cast again?' })
    const { container, sent, seen } = table(picture({ phase: 'alcove', cast }), [
      again([1, 3], 0.31),
      again([1], 0.17),
      choice('keep', 'keep', { words: 'Let the roll stand?', clause: '4.10' }),
    ])
    expect(seen.say.main?.label).toBe('Cast 2 again, 31 %')
    await fireEvent.keyDown(container, { key: '4' })
    expect(seen.say.main?.label).toBe('Cast 1 again, 17 %')
    await fireEvent.keyDown(container, { key: 'c' })
    expect(sent).toEqual(['reroll 2'])
  })

  it('gives a card up only when asked twice', async () => {
    const drop = choice('drop 4 sobek', 'drop', { card: '4 sobek', load: 2, band: 2, words: 'Give up the 4 of Sobek?' })
    const { container, sent, seen } = table(picture({ phase: 'load', step: 'load' }), [
      drop,
      choice('done', 'done', { more: 'Load 3.' }),
    ])
    expect(seen.say.main?.label).toBe('Carry on')
    await fireEvent.click(container.querySelector('[data-deed="drop 4 sobek"]') as Element)
    expect(sent).toEqual([])
    expect(seen.say.bold).toBe('Give up the 4 of Sobek?')
    seen.say.others?.[0]?.run()
    await tick()
    expect(seen.say.main?.label).toBe('Carry on')
  })

  it('asks about a wound with its remedy first', () => {
    const view = picture({ phase: 'wound', about: 'crocodile' })
    const { seen } = table(view, [
      choice('pass', 'pass', { words: 'Take the wound?', clause: '4.7' }),
      choice('discard', 'discard', { words: 'Discard the wound?', more: 'Your ability is spent.' }),
    ])
    expect(seen.say.bold).toBe('Crocodile: use something against it?')
    expect(seen.say.main?.label).toBe('Use Swimming')
    expect(seen.say.others?.map((each) => each.label)).toEqual(['Take the wound'])
  })

  it('says who is waited for, and lets the first player roll', () => {
    expect(table(picture({ asked: 1, acting: 1 })).seen.say.bold).toBe('Ramose plays, three actions left.')
    const rolling = table(picture({ phase: 'roll', step: 'roll', asked: -1, acting: -1 }), [], { go: () => {} })
    expect(rolling.seen.say.main?.label).toBe('Roll')
  })
})

describe('cards', () => {
  const props = (view = picture()) => ({
    picture: view,
    choices: [],
    seat: 0,
    names: NAMES,
    last: [],
    upright: false,
    still: true,
    act: () => {},
    yours: [0],
    tableState: new Desk(),
  })

  it('are mine face up, with load and band', () => {
    const { container } = render(Side, props())
    expect(find(container, '.card').map((each) => each.getAttribute('aria-label'))).toEqual([
      '4 of Sobek',
      'chest of Sobek',
      'necklace worth 2',
      'crowbar',
    ])
    expect(container.querySelector('.load')?.getAttribute('aria-label')).toBe('Load 3 of 12; dice of 2 or more count')
  })

  it('are theirs by backs and gods', () => {
    const { container } = render(Holds, { picture: picture(), seat: 1 })
    expect(container.querySelector('[title="Sobek: 2"]')?.textContent).toContain('2')
    expect(container.textContent).toContain('Lock picking')
    expect(container.querySelector('.ankh')).not.toBeNull()
  })

  it('add up in the scoring, the winner last', () => {
    const done = picture({
      step: 'over',
      phase: 'over',
      places: [1, 2, 3],
      seats: [
        seat({
          place: 'escaped',
          playing: false,
          cards: [card('chest sobek', { pips: 5 }), card('4 hededet')],
          idols: ['horus'],
          score: { cards: 19, variety: 6, gods: ['sobek', 'hededet', 'horus'], total: 25 },
        }),
        seat({
          place: 'escaped',
          playing: false,
          cards: [card('2 necklace')],
          score: { cards: 2, variety: 0, gods: [], total: 2 },
        }),
        seat({ place: 'dead', playing: false }),
      ],
    })
    const { container } = render(FinalScoring, props(done))
    expect(data(container, 'tally')).toEqual(['1', '0'])
    expect(find(container, '[data-tally="0"] [data-points]').map((each) => each.getAttribute('data-points'))).toEqual([
      '5',
      '4',
      '10',
      '6',
    ])
    expect(container.querySelector('[data-tally="0"] .sum')?.textContent).toBe('25')
    expect(data(container, 'lost')).toEqual(['2'])
    expect(container.querySelector('.verdict')?.textContent).toBe('Iset wins with 25 points.')
  })
})
