/** What one press starts: the short version against the weakest bot at first, the last choices later. */
import { afterEach, describe, expect, it } from 'vitest'
import { CATALOG, entryOf } from '../../../src/games/catalog'
import { sharing, waysFor } from '../../../src/lobby/setup/choices'
import {
  choiceWords,
  keepChoice,
  lastChoice,
  lastGame,
  quickStart,
  tableOf,
  type Choice,
} from '../../../src/lobby/setup/last_choice'
import type { GameInfo } from '../../../src/wire/messages'

const LEVELS = ['apprentice', 'scribe', 'vizier'].map((name) => ({ name, about: '' }))
const info = (name: string, least = 2, most = 2) => ({ name, least, most, levels: LEVELS }) as unknown as GameInfo
const clock = { kind: 'none', seconds: 600, increment: 0 } as const

function entry(name: string) {
  const found = entryOf(name)
  if (!found) throw new Error(name)
  return found
}

afterEach(() => localStorage.clear())

describe('one press', () => {
  it('starts short Senet against the weakest bot at first, and says so', () => {
    const choice = quickStart(entry('senet'), info('senet'))
    expect(tableOf('senet', choice)).toEqual({
      game: 'senet',
      seats: [{ kind: 'me' }, { kind: 'bot', level: 'apprentice' }],
      options: { pieces: 3 },
      clock,
    })
    expect(choiceWords(entry('senet'), choice)).toBe('short Senet against the Apprentice, ten minutes')
    expect(choiceWords(entry('senet'), quickStart(entry('senet'), undefined))).toContain('against the weakest bot')
  })

  it('starts every game with a length that it has', () => {
    for (const one of CATALOG) {
      const choice = quickStart(one, info(one.name))
      expect(one.lengths.map(({ options }) => options)).toContainEqual(choice.options)
      expect(choice.way).toBe(one.name === 'solitaire' ? 'alone' : 'bot')
      expect(choice.seats > 1).toBe(choice.way === 'bot')
    }
  })

  it('starts the last choices later, also where set-up was used for friends since', () => {
    const alone: Choice = { way: 'alone', seats: 1, level: '', options: { ranks: 1, files: 7 }, clock }
    keepChoice('solitaire', alone)
    keepChoice('solitaire', { way: 'friend', seats: 4, level: '', options: { mode: 'quicksand' }, clock })
    expect(quickStart(entry('solitaire'), info('solitaire'))).toEqual({ ...alone, level: 'apprentice' })
    expect(lastChoice('solitaire')?.way).toBe('friend')
    expect(lastGame()).toBe('solitaire')
    expect(choiceWords(entry('solitaire'), alone)).toBe('Egyptian Solitaire alone, two minutes')
  })

  it('takes the weakest bot where the last one is gone, and says what it cannot name', () => {
    keepChoice('senet', { way: 'bot', seats: 2, level: 'pharaoh', options: { pieces: 7 }, clock })
    const choice = quickStart(entry('senet'), info('senet'))
    expect(choice.level).toBe('apprentice')
    expect(choiceWords(entry('senet'), choice)).toBe('Senet as you last set it against the Apprentice')
  })
})

describe('the ways to play', () => {
  it('are four, and what starts at once comes first', () => {
    for (const one of CATALOG) {
      const ways = waysFor(info(one.name, 2, 4), one)
      expect(ways).toHaveLength(4)
      expect(ways[0]?.value).toBe(one.quick ?? 'bot')
    }
  })

  it('say why one cannot be', () => {
    expect(sharing(entry('horus'))).toBe(false)
    const device = waysFor(info('horus', 2, 6), entry('horus')).find((way) => way.value === 'device')
    expect(device).toMatchObject({ off: true, about: 'not here: secret cards' })
    const bots = waysFor({ ...info('senet'), levels: [] }, entry('senet')).find((way) => way.value === 'bot')
    expect(bots).toMatchObject({ off: true, about: 'not here: no bots yet' })
  })
})
