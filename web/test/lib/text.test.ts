import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { commitmentOf, verdict } from '../../src/help/dice'
import { endSentence } from '../../src/table/ending'
import { inlay } from '../../src/ui/inlay'
import { marked } from '../../src/ui/inline_markup'
import { anyName, NAMES, tidyName } from '../../src/lib/names'
import { nextTheme } from '../../src/lib/settings.svelte'
import { mayBegin } from '../../src/lib/sound'
import { middle } from '../../src/lobby/setup/start'

describe('the end in a sentence', () => {
  const names = ['Iset', 'Nebet']
  const ending = (winners: number[], reason: string) => ({ places: [], winners, points: [], reason })

  it('speaks to the winner', () => {
    expect(endSentence(ending([0], 'all pieces home'), names, [0])).toEqual({
      result: 'You win.',
      reason: 'All pieces home.',
    })
  })
  it('names the winner to everybody else, and seats by their players', () => {
    expect(endSentence(ending([1], 'seat 1 resigned'), names, [0])).toEqual({
      result: 'Nebet wins.',
      reason: 'Iset resigned.',
    })
    expect(endSentence(ending([1], ''), names, []).result).toBe('Nebet wins.')
  })
  it('names the winner when both sit at this device', () => {
    expect(endSentence(ending([0], ''), names, [0, 1]).result).toBe('Iset wins.')
  })
  it('calls an agreed draw a draw, and not a win', () => {
    const agreed = { result: 'A draw.', reason: 'It was agreed.' }
    expect(endSentence(ending([0, 1], 'a draw was agreed'), names, [0])).toEqual(agreed)
    expect(endSentence(ending([0, 1], 'a draw was agreed'), names, [])).toEqual(agreed)
  })
  it('speaks of who plays alone to everybody else', () => {
    expect(endSentence(ending([0], ''), ['Iset'], [0]).result).toBe('You did it.')
    expect(endSentence(ending([0], ''), ['Iset'], []).result).toBe('Iset did it.')
    expect(endSentence(ending([], ''), ['Iset'], []).result).toBe('Iset did not make it.')
  })
  it('knows matches without a winner and shared wins', () => {
    expect(endSentence(ending([], 'broken off'), names, [0]).result).toBe('Nobody wins.')
    expect(endSentence(ending([0, 1], ''), names, [0]).result).toBe('You share the win.')
    expect(endSentence(ending([0, 1], ''), names, []).result).toBe('Iset and Nebet win.')
  })
})

describe('marks of a rulebook', () => {
  it('become parts', () => {
    expect(marked('a **b** *c* `d` e')).toEqual([
      { kind: 'plain', text: 'a ' },
      { kind: 'bold', text: 'b' },
      { kind: 'plain', text: ' ' },
      { kind: 'soft', text: 'c' },
      { kind: 'plain', text: ' ' },
      { kind: 'code', text: 'd' },
      { kind: 'plain', text: ' e' },
    ])
  })
  it('lose no letter, whatever the text', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const bare = marked(text)
          .map((part) => part.text)
          .join('')
        expect(bare.replace(/[*`]/g, '')).toBe(text.replace(/[*`]/g, ''))
      }),
    )
  })
})

describe('names', () => {
  it('fit the server: one line of one to 24 characters', () => {
    for (const name of NAMES) expect(tidyName(name)).toBe(name)
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const name = tidyName(text)
        expect([...name].length).toBeLessThanOrEqual(24)
        expect(name).toBe(name.trim())
      }),
    )
  })
  it('are drawn from the whole list', () => {
    expect(anyName(0)).toBe(NAMES[0])
    expect(anyName(0.99999)).toBe(NAMES.at(-1))
    expect(new Set(NAMES).size).toBe(NAMES.length)
  })
})

describe('the promise', () => {
  it('is the hash that the server publishes', () => {
    const secret = 'ab'.repeat(32)
    const hash = '82bbefe25a64c4a8a1e39b6d9e9ffe6291a9174fa0c6c91e7ae6279f0f9f2b05' // as the server computes it
    expect(commitmentOf(secret)).toBe(hash)
    expect(verdict(hash, secret).good).toBe(true)
  })
  it('is broken when another key is shown', () => {
    expect(verdict('11', '00').good).toBe(false)
  })
})

describe('small things', () => {
  it('the theme goes round', () => {
    expect(['system', 'light', 'dark'].map((theme) => nextTheme(theme as 'system'))).toEqual([
      'light',
      'dark',
      'system',
    ])
  })
  it('two sounds never begin within 60 ms', () => {
    expect(mayBegin(1060, 1000)).toBe(true)
    expect(mayBegin(1059, 1000)).toBe(false)
  })
  it('the level offered first is the middle one', () => {
    expect(middle(['apprentice', 'scribe', 'vizier'])).toBe('scribe')
    expect(middle(['a', 'b'])).toBe('a')
    expect(middle([])).toBeUndefined()
  })
  it('a tile of two cells has six outer edges and one line within', () => {
    const { edge, inner, body } = inlay([[0, 0], [1, 0]], 10) // prettier-ignore
    expect(edge.match(/M/g)).toHaveLength(6)
    expect(inner.match(/M/g)).toHaveLength(1)
    expect(body.match(/Z/g)).toHaveLength(2)
  })
})
