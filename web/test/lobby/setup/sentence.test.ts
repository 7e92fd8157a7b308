/** Set-up in one sentence: it always says what is chosen. */
import { describe, expect, it } from 'vitest'
import { termsOf, type Part } from '../../../src/games/terms'
import type { Field, Values } from '../../../src/lobby/setup/options'
import { seated, type Chair } from '../../../src/lobby/setup/seats'
import { sentenceOf, type Setting } from '../../../src/lobby/setup/sentence'

const plainWords = (parts: readonly Part[]): string =>
  parts
    .map((part) => (typeof part === 'string' ? part : part.words))
    .join('')
    .trim()
const here = (name: string): Chair => ({ kind: 'here', level: '', name })
const bot = (level: string): Chair => ({ kind: 'bot', level, name: '' })
const open: Chair = { kind: 'open', level: '', name: '' }
const none = { kind: 'none', seconds: 600, increment: 0 } as const
const field = (name: string, first: unknown): Field => ({
  name,
  first,
  label: name.charAt(0).toUpperCase() + name.slice(1),
  about: '',
  kind: 'whole',
  picks: [],
  example: '',
  clause: '',
  when: {},
})

const said = (game: string, chairs: Chair[], values: Values, more: Partial<Setting> = {}) =>
  plainWords(
    sentenceOf({
      chairs,
      two: game === 'senet',
      listed: false,
      clauses: termsOf(game).clauses(values, chairs.length === 1),
      rest: [],
      values,
      usual: {},
      clock: none,
      begins: chairs.length > 1 ? 'chance' : null,
      ...more,
    }),
  )

describe('the sentence of Senet', () => {
  const you = here('Iset')

  it('names the bot, the pieces, the clock and who begins', () => {
    expect(said('senet', [you, bot('scribe')], { pieces: 3 })).toBe(
      'You play Scribe, a bot with three pieces a side and no clock. Chance says who begins.',
    )
    expect(said('senet', [you, bot('scribe')], { pieces: 1 }, { begins: '0' })).toBe(
      'You play Scribe, a bot with one piece a side and no clock. You begin.',
    )
    expect(said('senet', [you, bot('scribe')], { pieces: 5 }, { begins: '1', clock: { ...none, kind: 'bank' } })).toBe(
      'You play Scribe, a bot with five pieces a side and 10 min each. The scribe begins.',
    )
  })

  it('names whoever else may sit there', () => {
    expect(said('senet', [you, open], { pieces: 3 })).toContain('You play a friend, by link with three')
    expect(said('senet', [you, open], { pieces: 3 }, { listed: true })).toContain('You play a stranger with three')
    expect(said('senet', [you, here('Nofret')], { pieces: 3 })).toContain('Iset and Nofret play here with three')
    expect(said('senet', [bot('scribe'), bot('vizier')], { pieces: 3 })).toContain(
      'You watch a bot, Scribe and a bot, Vizier with three',
    )
  })

  it('says the rest as usual, or what is not', () => {
    const more = { rest: [field('cap', 0)], usual: { cap: 0 } }
    expect(said('senet', [you, bot('scribe')], { pieces: 3, cap: 0 }, more)).toContain(
      'with three pieces a side, no clock and the usual rest.',
    )
    expect(said('senet', [you, bot('scribe')], { pieces: 3, cap: 90 }, more)).toContain('no clock and cap 90.')
  })
})

describe('the sentences of the other games', () => {
  it('count bots and friends, in any mix', () => {
    const race = { side: 'normal', sand: 60, tracks: 13 }
    const none = { clock: null, begins: null }
    expect(said('gate', seated('bot', 3, 'scribe', ['Iset']), race, none)).toBe(
      'You and two bots, Scribe, the normal side, 60 s of sand, 13 jewels a track.',
    )
    expect(said('gate', [here('Iset'), bot('scribe'), bot('scribe'), open], race, none)).toContain(
      'You and two bots, Scribe and a friend, the normal side',
    )
    expect(said('horus', seated('friend', 3, '', ['Iset']), { load: 'banded', adventurers: 'dealt' })).toBe(
      'You and two friends, by link, adventurers as dealt, load in bands, no clock. Chance says who begins.',
    )
  })

  it('say what one plays alone', () => {
    const none = { clock: null }
    expect(said('solitaire', [here('Iset')], { ranks: 3, files: 4, goal: 'small', position: '' }, none)).toBe(
      'You, alone, on 3 by 4, to end with one small, from full nests.',
    )
    expect(said('gate', [here('Iset')], { side: 'normal', grade: 'easy', puzzle: '' }, none)).toBe(
      'You, alone, with easy puzzles of the normal side, one after another.',
    )
    expect(said('gate', [here('Iset')], { side: 'normal', grade: 'any', puzzle: '12 eye' }, none)).toBe(
      'You, alone, with all puzzles of the normal side, only 12 eye.',
    )
  })

  it('tell sand that is hidden, and dice', () => {
    const sand = { mode: 'quicksand', ranks: 3, files: 4, hidden: true, least: 60, most: 300, sand: 180 }
    const two = [here('Iset'), bot('scribe')]
    expect(said('solitaire', two, sand, { clock: null, begins: null })).toBe(
      'You and a bot, Scribe, Quicksand, on 3 by 4, 60 to 300 s of hidden sand.',
    )
    expect(said('pyramydal', seated('bot', 3, 'vizier', ['Iset']), { die: 8, diagonal: true })).toBe(
      'You and two bots, Vizier, all at once, 1 to 8, with diagonals, no clock. Chance says who begins.',
    )
  })

  it('of a game without terms of its own keep everything behind one phrase', () => {
    const more = { rest: [field('pieces', 5)], usual: { pieces: 5 } }
    expect(said('toy', [here('Iset'), bot('scribe')], { pieces: 5 }, more)).toBe(
      'You and a bot, Scribe, no clock and the usual rest. Chance says who begins.',
    )
  })
})
