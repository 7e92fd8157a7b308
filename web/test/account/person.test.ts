import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { api, Refusal } from '../../src/lib/api'
import { guest } from '../../src/account/person.svelte'
import { makeTable, sitDown, takeKeptSeat } from '../../src/lobby/setup/start'
import { seat, table } from '../table/scenes'

type Call = { method: string; path: string; token: string | null; body: unknown }
let calls: Call[]
let answers: [number, unknown][]

beforeEach(() => {
  calls = []
  answers = []
  guest.forget()
  vi.stubGlobal('fetch', async (path: string, init: RequestInit = {}) => {
    const token = new Headers(init.headers).get('authorization')
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    calls.push({ method: init.method ?? 'GET', path, token, body })
    const [status, answer] = answers.shift() ?? [200, {}]
    if (status === 0) throw new TypeError('no network')
    return new Response(JSON.stringify(answer), { status })
  })
})
afterEach(() => vi.unstubAllGlobals())

describe('a guest', () => {
  it('has a name before the server knows it, and becomes known on first need', async () => {
    expect(guest.name).not.toBe('')
    answers = [[201, { id: '1', name: guest.name, token: 'abc' }]]
    expect(await guest.known()).toBe('abc')
    expect(await guest.known()).toBe('abc')
    expect(calls).toHaveLength(1)
    expect(JSON.parse(localStorage.getItem('benben.person') ?? '{}')).toEqual({ name: guest.name, token: 'abc' })
  })

  it('introduces itself again when the server forgot it, and calls once more', async () => {
    answers = [
      [201, { id: '1', name: 'Iset', token: 'old' }],
      [401, { sentence: 'This token is not known here.', clause: '' }],
      [201, { id: '2', name: 'Iset', token: 'new' }],
      [200, { id: '2', name: 'Iset', tables: [] }],
    ]
    await guest.as(() => api.me())
    expect(calls.map((call) => [call.path, call.token])).toEqual([
      ['/api/people', null],
      ['/api/me', 'Bearer old'],
      ['/api/people', null],
      ['/api/me', 'Bearer new'],
    ])
  })

  it('passes on every other refusal', async () => {
    answers = [
      [201, { id: '1', name: 'Iset', token: 'abc' }],
      [409, { sentence: 'Every seat of this table is taken.', clause: 'table' }],
    ]
    await expect(guest.as(() => api.sit('lotus', '0'))).rejects.toThrow('Every seat of this table is taken.')
  })

  it('looks first at an open table whose player is away, and takes a kept seat at once', async () => {
    const away = table({ status: 'waiting', seats: [seat('Ben', { here: false })] })
    answers = [[200, away]]
    await sitDown('lotus')
    expect(calls.map((call) => call.method)).toEqual(['GET'])
    answers = [
      [200, away],
      [201, { id: '1', name: 'Iset', token: 'abc' }],
      [200, away],
    ]
    await takeKeptSeat('lotus')
    expect(calls.at(-1)).toMatchObject({ method: 'POST', path: '/api/tables/lotus/sit' })
  })

  it('changes its name here, and on the server once it is known there', async () => {
    await guest.rename('  Ta   miu ')
    expect(guest.name).toBe('Ta miu')
    expect(calls).toEqual([])
    answers = [
      [201, { id: '1', name: 'Ta miu', token: 'abc' }],
      [200, { id: '1', name: 'Iset', tables: [] }],
    ]
    await guest.known()
    await guest.rename('Iset')
    expect(calls.at(-1)).toMatchObject({ method: 'POST', path: '/api/me', body: { name: 'Iset' } })
  })
})

describe('a table', () => {
  it('is made first, and its maker sits down with the hash of a seed only then', async () => {
    answers = [
      [201, { id: '1', name: 'Iset', token: 'abc' }],
      [201, { code: 'lotus-42' }],
      [200, { code: 'lotus-42' }],
    ]
    const code = await makeTable({ game: 'senet', seats: [{ kind: 'me' }, { kind: 'bot', level: 'scribe' }] })
    expect(code).toBe('lotus-42')
    expect(calls.map((call) => call.path)).toEqual(['/api/people', '/api/tables', '/api/tables/lotus-42/sit'])
    expect(calls.at(-1)?.body).toEqual({ commitment: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })
})

describe('a refusal', () => {
  it('is a sentence, also when the server is not reached or says nothing readable', async () => {
    answers = [[0, null]]
    await expect(api.games()).rejects.toThrow('The server does not answer.')
    answers = [[500, 'x']]
    await expect(api.games()).rejects.toBeInstanceOf(Refusal)
  })
})
