import { render } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import ShortcutList from '../../../src/help/ShortcutList.svelte'
import { dock, type Asked } from '../../../src/games/horus/dock_text'
import QuestionClock from '../../../src/games/horus/panels/QuestionClock.svelte'
import { said } from '../../../src/lib/announce.svelte'
import { CATALOG } from '../../../src/games/catalog'
import { card, choice, NAMES, picture, row, seat, table } from './scenes'

describe('the question clock', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  const asked = { phase: 'wound', about: 'cobra', until: 40_000, reaction: 30_000 }

  it('shows what is left and what happens then', () => {
    const { container } = render(QuestionClock, {
      names: NAMES,
      picture: picture(asked),
      log: [row('card cobra', { at: 10_000 })],
      time: () => 25_000,
      who: '',
    })
    expect(container.querySelector('[data-wait]')?.getAttribute('data-wait')).toBe('ring')
    expect(container.textContent).toContain('15 s')
    expect(container.textContent).toContain('Then you take the wound')
    const [ring, gap] = ['stroke-dasharray', 'stroke-dashoffset'].map((name) =>
      Number(container.querySelector('.left')?.getAttribute(name)),
    )
    expect((gap ?? 0) / (ring ?? 1)).toBeCloseTo(0.5)
  })

  it('tells screen readers once that ten seconds are left, and only the player who is asked', async () => {
    let now = 25_000
    const props = { picture: picture(asked), names: NAMES, log: [row('card cobra', { at: 10_000 })], time: () => now }
    const heard = () => said.map(({ text }) => text).join(' ')
    render(QuestionClock, { ...props, who: 'Bek' })
    now = 31_000
    vi.advanceTimersByTime(600)
    await tick()
    expect(heard()).not.toContain('Ten seconds left')
    render(QuestionClock, { ...props, who: '' })
    await tick()
    vi.advanceTimersByTime(600)
    expect(heard()).toContain('Ten seconds left. Then you take the wound.')
  })

  it('counts up where nothing ends the question', () => {
    const { container } = render(QuestionClock, {
      names: NAMES,
      picture: picture({ phase: 'wound' }),
      log: [row('card cobra', { at: 10_000 })],
      time: () => 25_000,
      who: 'Bek',
    })
    expect(container.querySelector('[data-wait]')?.getAttribute('data-wait')).toBe('line')
    expect(container.textContent).toContain('Bek thinks about it')
    expect(container.textContent).toContain('15 s')
  })

  it('says who waits for an answer: the others, the one other player, or only bots', () => {
    const waiting = (names: string[], againstBots: boolean) => {
      const more = { log: [row('card cobra', { at: 10_000 })], time: () => 25_000, names, againstBots }
      const { container, unmount } = table(picture({ phase: 'wound' }), [choice('pass', 'pass')], more)
      const words = container.querySelector('[data-wait] span')?.textContent
      unmount()
      return words
    }
    expect(waiting(NAMES, false)).toBe('The others wait for you')
    expect(waiting(NAMES.slice(0, 2), false)).toBe('Ramose waits for you')
    expect(waiting(NAMES, true)).toBe('Take your time: only bots wait')
    expect(waiting(NAMES.slice(0, 2), true)).toBe('Take your time: only a bot waits')
  })
})

describe('the dock', () => {
  const ask = (more: Partial<Asked>): Asked => ({
    picture: picture(),
    choices: [],
    seat: 0,
    mine: 0,
    shared: false,
    names: NAMES,
    asked: undefined,
    sure: false,
    cast: undefined,
    hinted: null,
    upright: true,
    go: null,
    choose: () => {},
    play: () => {},
    rest: () => {},
    ...more,
  })

  it('names the first player to the others, who wait for a roll', () => {
    const rolls = {
      phase: 'roll',
      sentence: "The first player rolls for everybody's actions",
      acting: -1,
      asked: -1,
      ankh: 1,
    }
    expect(dock(ask({ picture: picture(rolls) })).bold).toBe("Ramose rolls for everybody's actions.")
    const seats = picture().seats.map((each, n) => ({ ...each, playing: n !== 1 }))
    expect(dock(ask({ picture: picture({ ...rolls, seats }) })).bold).toBe(
      "The first player rolls for everybody's actions.",
    )
  })

  it('has short words for narrow screens', () => {
    const choices = [
      choice('discard', 'discard'),
      choice('use antidote', 'use', { card: 'antidote', against: 'scorpion' }),
      choice('pass', 'pass', { clause: '4.7' }),
    ]
    const said = dock(ask({ picture: picture({ phase: 'wound', about: 'scorpion' }), choices }))
    expect(said.others?.map(({ label, short }) => [label, short])).toEqual([
      ['Take the wound', 'Take it'],
      ['Antidote against scorpion', 'Antidote'],
    ])
  })

  it('marks the answer that a hint points at and keeps the other on offer', () => {
    const choices = [choice('stamina', 'stamina'), choice('pass', 'pass', { clause: '3.3' })]
    const said = dock(ask({ picture: picture({ phase: 'stamina' }), choices, hinted: 'pass' }))
    expect(said.main).toMatchObject({ label: 'Keep it', lamp: true })
    expect(said.others?.map(({ label }) => label)).toEqual(['Stamina'])
  })

  it('mentions chests only to a player who has some', () => {
    const out = (cards: string[]) =>
      seat({
        place: 'escaped',
        playing: false,
        cards: cards.map((text) => card(text)),
        score: { cards: 4, variety: 1, gods: ['sobek'], total: 5 },
      })
    const small = (cards: string[]) =>
      dock(ask({ picture: picture({ asked: 1, acting: 1, seats: [out(cards), seat()] }), seat: null })).small
    expect(small(['4 sobek'])).toBe('You are out with 5 points')
    expect(small(['4 sobek', 'chest sobek'])).toBe('You are out with 5 points and what your chests hold')
  })
})

describe('the list of shortcuts', () => {
  const titles = (container: Element) => [...container.querySelectorAll('.head')].map((each) => each.textContent)

  it('has a part for each game, brought by its own folder', () => {
    const { container } = render(ShortcutList)
    expect(titles(container)).toHaveLength(CATALOG.length + 5)
  })

  it('shows at a table the shortcuts of its game alone', () => {
    const { container } = render(ShortcutList, { game: 'horus' })
    expect(titles(container)).toEqual(['At the table', 'In the Pyramid of Horus', 'In the log and in the replay'])
  })
})
