import { describe, expect, it } from 'vitest'
import {
  alike,
  freeName,
  parted,
  planOf,
  resized,
  seated,
  wayOf,
  wrongWith,
  type Chair,
} from '../../../src/lobby/setup/seats'

const here = (name: string): Chair => ({ kind: 'here', level: '', name })
const bot = (level: string): Chair => ({ kind: 'bot', level, name: '' })
const open: Chair = { kind: 'open', level: '', name: '' }

describe('seats at set-up', () => {
  it('are filled for every way to play, and recognised as that way', () => {
    for (const way of ['bot', 'friend', 'device', 'stranger'] as const)
      for (let count = 2; count <= 10; count++) {
        const chairs = seated(way, count, 'scribe', ['Iset', 'Nofret'])
        expect(chairs).toHaveLength(count)
        expect(wayOf(chairs, way === 'stranger')).toBe(way)
        expect(wrongWith(chairs)).toBe('')
      }
    expect(wayOf(seated('alone', 1, '', ['Iset']), false)).toBe('alone')
  })

  it('may be any mix, in any order', () => {
    expect(wayOf([bot('scribe'), here('Iset')], false)).toBe('bot')
    expect(wayOf([here('Iset'), bot('scribe'), open], false)).toBe('friend')
    expect(wayOf([here('Iset'), here('Nofret'), bot('scribe')], false)).toBe('device')
    expect(alike([here('Iset'), bot('scribe'), bot('vizier')])).toBe(false)
    expect(alike([here('Iset'), bot('scribe'), open, bot('scribe')])).toBe(true)
    expect(planOf([here('Iset'), here(' Nofret '), open, bot('vizier')])).toEqual([
      { kind: 'me', name: 'Iset' },
      { kind: 'me', name: 'Nofret' },
      { kind: 'open' },
      { kind: 'bot', level: 'vizier' },
    ])
  })

  it('name nobody where only one person is here: the guest is known', () => {
    expect(planOf([here('Iset'), bot('scribe')])).toEqual([{ kind: 'me' }, { kind: 'bot', level: 'scribe' }])
  })

  it('grow by more of the last kind and shrink without losing the person here', () => {
    expect(resized([here('Iset'), open], 4, 'scribe').map((one) => one.kind)).toEqual(['here', 'open', 'open', 'open'])
    const family = resized([here('Iset'), here('Nofret')], 3, 'scribe', ['Iset', 'Nofret', 'Kha'])
    expect(family.map((one) => one.name)).toEqual(['Iset', 'Nofret', 'Kha'])
    expect(resized([here('Iset')], 2, 'scribe')).toEqual([here('Iset'), bot('scribe')])
    expect(resized([bot('scribe'), bot('scribe'), here('Iset')], 2, 'scribe')).toEqual([bot('scribe'), here('Iset')])
  })

  it('need names that differ', () => {
    expect(wrongWith([here('Iset'), here('iset ')])).toContain('same name')
    expect(wrongWith([here('Iset'), here(' ')])).toContain('needs a name')
    expect(wrongWith([here(''), bot('scribe')])).toBe('')
    expect(freeName([here('Iset'), here('Nofret')], ['Nofret', 'Kha'])).toBe('Kha')
  })

  it('leave one person here where nobody can share the device', () => {
    expect(parted([open, here('Iset'), here('Nofret')], 'scribe')).toEqual([open, here('Iset'), bot('scribe')])
  })
})
