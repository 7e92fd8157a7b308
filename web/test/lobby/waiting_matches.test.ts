import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dateWords, dayWords } from '../../src/lib/dates'
import { guest } from '../../src/account/person.svelte'
import { keyIn, recovery, recoveryLink, takeKey } from '../../src/account/recovery.svelte'
import { routeOf, router } from '../../src/app/router.svelte'
import { wish } from '../../src/lib/settings.svelte'
import { counted, turns, turnWords } from '../../src/lobby/waiting_matches.svelte'
import type { Table, Turn } from '../../src/wire/messages'

const turn = (code: string, kinds: Turn['kinds'] = ['turn']): Turn => ({
  code,
  game: 'senet',
  title: 'Senet',
  against: ['Hori'],
  kinds,
})
let due: Turn[]
let noted: string[]
let titles: string[]

beforeEach(async () => {
  due = []
  noted = []
  titles = []
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async (path: string) => {
    if (path === '/api/people') return new Response(JSON.stringify({ id: '1', name: 'Iset', token: 'abc' }))
    return new Response(JSON.stringify(due))
  })
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal(
    'Notification',
    class {
      static permission = 'granted'
      constructor(title: string, { body }: { body: string }) {
        titles.push(title)
        noted.push(body)
      }
    },
  )
  wish('notices', true)
  await guest.known()
  await turns.look()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const hidden = (yes: boolean) =>
  Object.defineProperty(document, 'visibilityState', { value: yes ? 'hidden' : 'visible', configurable: true })

const table = (code: string, kind: 'person' | 'bot') =>
  ({
    ...turn(code),
    seats: [
      { name: 'Iset', you: true, kind: 'person' },
      { name: 'Hori', you: false, kind },
    ],
  }) as unknown as Table

describe('turns', () => {
  it('are counted before the title, once', () => {
    expect(counted('Benben', 2)).toBe('(2) Benben')
    expect(counted('(2) Benben', 3)).toBe('(3) Benben')
    expect(counted('(2) Benben', 0)).toBe('Benben')
    expect(turnWords(turn('a'))).toBe('Senet against Hori')
    expect(turnWords({ title: 'Senet', against: [] })).toBe('Senet')
  })

  it('are told once each, and only while the page is hidden', async () => {
    hidden(false)
    due = [turn('a')]
    await turns.look()
    expect(noted).toEqual([])
    hidden(true)
    due = [turn('a'), turn('b')]
    await turns.look()
    await turns.look()
    expect(noted).toEqual(['Senet against Hori'])
    due = [turn('a')]
    await turns.look()
    due = [turn('a'), turn('b')]
    await turns.look()
    expect(noted).toHaveLength(2)
    wish('notices', false)
    due = [turn('c')]
    await turns.look()
    expect(noted).toHaveLength(2)
    hidden(false)
  })

  it('come immediately over an open connection, but not from bots', () => {
    turns.know(table('a', 'bot'), ['turn'])
    expect(turns.due).toEqual([])
    turns.know(table('a', 'person'), ['turn'])
    expect(turns.due.map((one) => one.code)).toEqual(['a'])
    turns.know(table('a', 'person'), [])
    expect(turns.due).toEqual([])
  })

  it('and proposals are told apart, each once, while the other stands', async () => {
    hidden(true)
    due = [turn('a')]
    await turns.look()
    due = [turn('a', ['turn', 'proposal'])]
    await turns.look()
    turns.know(table('a', 'person'), ['turn', 'proposal']) // an open connection knows it too
    expect(titles).toEqual(['Your turn', 'Your answer is needed'])
    turns.know(table('a', 'person'), ['turn']) // answered: the turn is no news
    expect(titles).toHaveLength(2)
    turns.know(table('a', 'person'), ['turn', 'proposal'])
    expect(titles.at(-1)).toBe('Your answer is needed')
    hidden(false)
  })

  it('do not count the table that is shown', async () => {
    due = [turn('a'), turn('b')]
    await turns.look()
    router.route = { page: 'table', code: 'a' }
    expect(turns.elsewhere.map((one) => one.code)).toEqual(['b'])
    router.route = { page: 'home' }
    expect(turns.elsewhere).toHaveLength(2)
  })

  it('are polled, and kept when the server is not reached', async () => {
    due = [turn('a')]
    await vi.advanceTimersByTimeAsync(20_000)
    expect(turns.due).toHaveLength(1)
    vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('no network')))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(turns.due).toHaveLength(1)
  })
})

describe('a recovery link', () => {
  it('carries its key behind the #', () => {
    expect(keyIn(new URL(recoveryLink('ab.c-D_9')).hash)).toBe('ab.c-D_9')
    for (const hash of ['', '#main', '#key=', '#key=<b>', `#key=${'x'.repeat(201)}`]) expect(keyIn(hash)).toBe('')
    expect(routeOf('/you', '', '#key=ab.c')).toEqual({ page: 'you' })
  })

  it('leaves the address at once', () => {
    history.replaceState(null, '', '/you#key=ab.c')
    takeKey()
    expect(recovery.offered).toBe('ab.c')
    expect(location.href).not.toContain('ab.c')
  })
})

describe('a day', () => {
  it('is told in words', () => {
    const now = new Date('2026-11-15T12:00:00Z')
    expect(dayWords('2026-11-15', now)).toBe('today')
    expect(dayWords('2026-11-03', now)).toBe('3 Nov 2026')
    expect(dateWords(Date.parse('2026-11-03T12:00:00'))).toBe('3 Nov 2026')
  })
})
