import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { guest } from '../../src/account/person.svelte'
import { said } from '../../src/lib/announce.svelte'
import { commitmentSeen } from '../../src/table/commitments'
import { TableStore } from '../../src/table/store.svelte'
import { turns } from '../../src/lobby/waiting_matches.svelte'
import type { Now, Row, Table } from '../../src/wire/messages'
import { FakeSocket } from './fake_socket'
import { table } from './scenes'

const now = (n: number, changes: Partial<Now> = {}): Now => ({
  n,
  at: n * 100,
  turn: -1,
  hand: 0,
  picture: `picture ${n}`,
  choices: [[], []],
  undo: [false, false],
  may: [],
  resign: [true, true],
  out: [false, false],
  opening: false,
  clocks: null,
  ending: null,
  ...changes,
})
const row = (n: number, s: number, by: number, text: string, words = text): Row => ({
  n,
  at: n,
  seat: s,
  by,
  text,
  words,
  note: '',
  clause: '',
})

let room: TableStore
const socket = () => FakeSocket.last
const sent = (type: string) => socket().sent.filter((message) => message.type === type)
const welcome = (log: Row[], at: Now, yours = [0]) => {
  socket().onopen?.()
  socket().says({ type: 'welcome', table: table(), yours, log, now: at, talk: [] })
}

beforeEach(() => {
  vi.stubGlobal('WebSocket', FakeSocket)
  said.length = 0
  room = new TableStore('lotus')
  room.open()
})
afterEach(() => {
  room.close()
  vi.unstubAllGlobals()
  localStorage.clear()
})

describe('a table', () => {
  it('knows after the welcome who sits, what happened and whose throw it is', () => {
    welcome([], now(0))
    expect(room.names).toEqual(['Iset', 'Nebet'])
    expect(room.hand).toBe(0)
    expect(room.acting).toBe(0)
    expect(room.picture).toBe('picture 0')
  })

  it('gives back a chat line that was refused, and no other', () => {
    welcome([], now(0))
    room.say('Well thrown')
    room.say('And again')
    const [first, second] = sent('say')
    socket().says({ type: 'done', id: first?.id })
    expect(room.unsaid).toBe('')
    socket().says({ type: 'refused', id: second?.id, clause: 'talk', sentence: 'Slow down a little.', now: null })
    expect(room.unsaid).toBe('And again')
    room.unsaid = ''
    socket().says({ type: 'refused', id: first?.id, clause: 'talk', sentence: 'Slow down a little.', now: null })
    expect(room.unsaid).toBe('')
  })

  it('remembers the promise as it was first seen', () => {
    welcome([], now(0))
    socket().says({ type: 'table', table: table({ commitment: 'another' }), yours: [0] })
    expect(commitmentSeen('lotus')).toBe('c0')
  })

  it('throws once, however often the button is pressed', () => {
    welcome([], now(0))
    room.go()
    room.go()
    expect(sent('go')).toHaveLength(1)
    socket().says({ type: 'done', id: sent('go')[0]?.id })
    room.go()
    expect(sent('go')).toHaveLength(1)
    socket().says({ type: 'news', kept: 0, rows: [row(1, 0, -1, 'throw 1', 'throws 1')], now: now(1) })
    room.go()
    expect(sent('go')).toHaveLength(2)
  })

  it('says each event with the name of its player', () => {
    welcome([], now(0, { hand: 1 }))
    socket().says({ type: 'news', kept: 0, rows: [row(1, 1, -1, 'throw 2', 'throws 2')], now: now(1, { turn: 1 }) })
    expect(said.map((one) => one.text)).toEqual(['Nebet throws 2.'])
  })

  it('says when it is the player’s turn', () => {
    welcome([], now(0, { hand: 1 }))
    socket().says({ type: 'news', kept: 0, rows: [], now: now(1) })
    expect(said.at(-1)?.text).toBe('Your throw.')
  })

  it('goes on with what the socket said when the answer to sitting down comes after it', async () => {
    guest.token = 'known'
    const waiting = table({ status: 'waiting' })
    const begun = table({ status: 'playing' })
    vi.stubGlobal('fetch', () => {
      socket().says({ type: 'table', table: waiting, yours: [1] })
      socket().says({ type: 'table', table: begun, yours: [1] }) // the match began meanwhile
      return Promise.resolve(new Response(JSON.stringify(waiting)))
    })
    socket().onopen?.()
    socket().says({ type: 'welcome', table: waiting, yours: [], log: [], now: now(0), talk: [] })
    await room.sit()
    guest.token = ''
    expect(room.table?.status).toBe('playing')
    expect(room.yours).toEqual([1])
  })

  it('acts for the seat that has something to choose, also when both sit here', () => {
    welcome([], now(1, { turn: 1, hand: null, choices: [[], [{ text: '2-5' }]] }), [0, 1])
    expect(room.acting).toBe(1)
    room.act('2-5')
    expect(sent('act')[0]).toMatchObject({ seat: 1, action: '2-5' })
  })

  it('lets a spectator do nothing', () => {
    welcome([], now(1, { turn: 1, hand: null }), [])
    room.act('2-5')
    room.go()
    room.undo()
    expect(socket().sent.map((message) => message.type)).toEqual(['hello'])
    expect(room.acting).toBeNull()
  })

  it('keeps a refusal in sight with its clause, and is in step again', () => {
    welcome([], now(1, { turn: 0, hand: null, choices: [[{ text: '2-5' }], []] }))
    room.act('2-9')
    const id = sent('act')[0]?.id
    socket().says({ type: 'refused', id, clause: 'senet 5.1', sentence: 'They protect each other.', now: now(1) })
    expect(room.refused).toMatchObject({ text: '2-9', clause: 'senet 5.1', sentence: 'They protect each other.' })
    expect(said.map((one) => one.text)).toContain('They protect each other.')
    expect(room.asked).toBe(false)
  })

  it('tells that a proposal was declined, and still shows the last move', () => {
    const moved = [row(1, 1, -1, 'throw 2', 'throws 2'), row(2, 1, 1, '3-5', 'moves 3 to 5')]
    const no = row(2, 1, 1, 'refuse', 'declines to take back')
    const asks = { by: 0, what: 'undo', kept: 0, seat: null, level: '', words: 'asks to take back', waits: [1] }
    welcome(moved, now(2))
    socket().says({ type: 'news', kept: 1, rows: [moved[1]], now: now(2) })
    const shown = room.last
    for (let time = 0; time < 2; time++) {
      socket().says({ type: 'table', table: table({ offer: asks as Table['offer'] }), yours: [0] })
      room.past.eye = room.past.wanted = 'watcher'
      socket().says({ type: 'news', kept: 2, rows: [no], now: now(2) }) // the second takes the place of the first
      socket().says({ type: 'table', table: table(), yours: [0] })
    }
    expect(room.log).toEqual([...moved, no])
    expect(room.last).toBe(shown)
    expect(room.past.eye).toBe('watcher') // nothing that was seen has changed
    expect(said.filter((one) => one.text === 'Nebet declines to take back.')).toHaveLength(2)
    expect(room.company.verdict).toBe('Nebet declines to take back.')
  })

  it('knows that its answer is waited for, and tells it like a turn', () => {
    welcome([], now(0, { hand: 1 }))
    expect([room.answering, turns.due]).toEqual([false, []])
    const asks = { by: 1, what: 'end', kept: 0, seat: null, level: '', words: 'proposes the end', waits: [0] }
    socket().says({ type: 'table', table: table({ offer: asks as Table['offer'] }), yours: [0] })
    expect(room.answering).toBe(true)
    expect(turns.due.map((one) => one.kinds)).toEqual([['proposal']])
    socket().says({ type: 'news', kept: 0, rows: [], now: now(1) })
    expect(turns.due.map((one) => one.kinds)).toEqual([['turn', 'proposal']])
    socket().says({ type: 'table', table: table(), yours: [0] })
    socket().says({ type: 'news', kept: 0, rows: [], now: now(1, { hand: 1 }) })
    expect(turns.due).toEqual([])
  })

  it('takes rows back when an undo says so', () => {
    const log = [row(1, 0, -1, 'throw 2'), row(2, 0, 0, '4-6')]
    welcome(log, now(2, { undo: [true, false] }))
    expect(room.undoable).toBe(0)
    room.undo()
    expect(sent('undo')[0]).toMatchObject({ seat: 0 })
    socket().says({ type: 'news', kept: 1, rows: [row(1, 0, 0, 'undo')], now: now(1) })
    expect(room.log.map((one) => one.text)).toEqual(['throw 2', 'undo'])
  })
})

describe('replay during a match', () => {
  const log = [row(1, 0, -1, 'throw 2'), row(2, 0, 0, '4-6'), row(3, 1, -1, 'throw 3'), row(4, 1, 1, '1-4')]
  beforeEach(() => welcome(log, now(4)))

  it('asks for the picture once and shows it when it comes', () => {
    room.step(-1)
    expect(room.looking).toBe(2)
    expect(sent('look')).toEqual([{ type: 'look', n: 0, many: 5, eye: 'own' }])
    expect(room.picture).toBe('picture 4')
    const more = [1, 2, 3, 4].map((n) => `picture ${n}`)
    socket().says({ type: 'past', n: 0, picture: 'picture 0', more, eye: 'own' })
    expect(room.picture).toBe('picture 2')
    room.look(null)
    room.step(-1)
    expect(sent('look')).toHaveLength(1)
  })

  it('steps by lines of the log, to the start and to now', () => {
    room.step(-1)
    room.step(-1)
    expect(room.looking).toBe(0)
    room.step(-1)
    expect(room.looking).toBe(0)
    room.step(1)
    expect(room.looking).toBe(2)
    room.step(1)
    expect(room.looking).toBeNull()
  })

  it('lets nobody act in the past', () => {
    room.look(0)
    room.go()
    expect(sent('go')).toEqual([])
  })

  it('comes back to now when the shown moment was taken back', () => {
    room.look(3)
    socket().says({ type: 'past', n: 0, picture: 'older', more: ['older', 'older', 'old'], eye: 'own' })
    socket().says({ type: 'news', kept: 2, rows: [row(2, 0, 0, 'undo')], now: now(2) })
    expect(room.looking).toBeNull()
    expect(room.picture).toBe('picture 2')
  })
})

describe('a connection that is lost', () => {
  it('loses nothing: the unanswered throw is sent again, and what was missed is said', () => {
    vi.useFakeTimers()
    welcome([], now(0))
    room.go()
    const id = sent('go')[0]?.id
    socket().onclose?.({ code: 1006 })
    expect(room.line.kind).toBe('dropped')
    vi.advanceTimersByTime(1000)
    welcome([row(1, 0, -1, 'throw 2', 'throws 2')], now(1, { turn: 0, hand: null }))
    expect(room.line.kind).toBe('open')
    expect(sent('go')).toEqual([{ type: 'go', id }])
    expect(said.map((one) => one.text)).toContain('Iset throws 2.')
    vi.useRealTimers()
  })

  it('is not tried again where no table has the code', () => {
    socket().onclose?.({ code: 4404 })
    expect(room.missing).toBe(true)
    expect(room.line.kind).toBe('closed')
  })
})

describe('an action that can be foreseen', () => {
  // A game of one number: "add 2" adds to it.
  const foresee = (picture: unknown, choices: unknown[], _: number, text: string) => {
    const by = Number(/^add (\d)$/.exec(text)?.[1] ?? NaN)
    return Number.isNaN(by) ? null : { picture: Number(picture) + by, choices }
  }
  const at = (n: number, picture: number) =>
    now(n, { turn: -2, hand: null, picture, choices: [[{ text: 'add 1' }], []] })
  const news = (n: number, text: string, picture: number) =>
    socket().says({ type: 'news', kept: room.log.length, rows: [row(n, 0, 0, text)], now: at(n, picture) })
  const id = (i: number) => sent('act')[i]?.id
  beforeEach(() => {
    room.game = { foresee }
    welcome([], at(0, 10))
  })

  it('is shown at once, and others may follow before the server has answered', () => {
    room.act('add 1')
    expect(room.picture).toBe(11)
    room.act('add 2')
    expect(room.picture).toBe(13)
    expect(room.confirmed?.picture).toBe(10)
    expect(room.pending).toBe(2)
    expect(sent('act').map((message) => message.action)).toEqual(['add 1', 'add 2'])
  })

  it('is not shown twice when its news come', () => {
    room.act('add 1')
    room.act('add 2')
    socket().says({ type: 'done', id: id(0) })
    expect(room.picture).toBe(13)
    news(1, 'add 1', 11)
    expect(room.picture).toBe(13)
    socket().says({ type: 'done', id: id(1) })
    news(2, 'add 2', 13)
    expect(room.picture).toBe(13)
    expect(room.pending).toBe(0)
  })

  it('is shown until its own news come, also where the same was done before', () => {
    for (const text of ['add 1', 'add 2', 'add 1']) room.act(text)
    socket().says({ type: 'done', id: id(0) })
    news(1, 'add 1', 11)
    socket().says({ type: 'done', id: id(1) })
    news(2, 'add 2', 13)
    socket().says({ type: 'done', id: id(2) })
    expect(room.picture).toBe(14)
    news(3, 'add 1', 14)
    expect(room.picture).toBe(14)
    expect(room.pending).toBe(0)
  })

  it('stays over the news of others', () => {
    room.act('add 1')
    socket().says({ type: 'news', kept: 0, rows: [row(1, 1, 1, 'add 5')], now: at(1, 15) })
    expect(room.picture).toBe(16)
    expect(room.pending).toBe(1)
  })

  it('is taken back with the reason when it is refused, and what came after it stays', () => {
    room.act('add 1')
    room.act('add 2')
    socket().says({ type: 'refused', id: id(0), clause: 'gate 3.8', sentence: 'It lies already.', now: at(0, 10) })
    expect(room.picture).toBe(12)
    expect(room.refused).toMatchObject({ text: 'add 1', sentence: 'It lies already.' })
  })

  it('waits for its answer where it cannot be foreseen', () => {
    room.act('roll')
    expect(room.picture).toBe(10)
    room.act('add 1')
    expect(sent('act')).toHaveLength(1)
  })

  it('is known again after a break, whether or not the server had it', () => {
    vi.useFakeTimers()
    room.act('add 1')
    room.act('add 2')
    socket().onclose?.({ code: 1006 })
    vi.advanceTimersByTime(1000)
    welcome([row(1, 0, 0, 'add 1')], at(1, 11)) // the first had come, the second had not
    socket().says({ type: 'done', id: sent('act')[0]?.id })
    expect(room.picture).toBe(13)
    expect(room.pending).toBe(1)
    socket().says({ type: 'done', id: sent('act')[1]?.id })
    news(2, 'add 2', 13)
    expect(room.picture).toBe(13)
    expect(room.pending).toBe(0)
    vi.useRealTimers()
  })
})

describe('small rows', () => {
  const log = [row(1, 0, -1, 'die eye'), row(2, 0, 0, 'put a1'), row(3, 0, 0, 'put a2'), row(4, 1, 1, 'move 5')]
  beforeEach(() => {
    room.game = { minor: (one) => one.text.startsWith('put') }
    welcome(log.slice(0, 1), now(1))
  })

  it('are neither listed nor spoken, but replay stops at them', () => {
    socket().says({ type: 'news', kept: 1, rows: log.slice(1), now: now(4) })
    expect(room.lines.map((line) => line.text)).toEqual(['die eye', 'move 5'])
    expect(said.map((one) => one.text)).toContain('Nebet move 5.')
    expect(said.map((one) => one.text).join()).not.toContain('put')
    const stops: (number | null)[] = []
    for (let i = 0; i < 4; i++) {
      room.step(-1)
      stops.push(room.looking)
    }
    expect(stops).toEqual([3, 2, 1, 0])
  })
})

describe('match time', () => {
  it('is measured by pings for those who ask for it, and by nobody else', () => {
    vi.useFakeTimers()
    const own = vi.spyOn(performance, 'now')
    own.mockReturnValue(1000)
    welcome([], now(3)) // sent at 300
    expect(sent('ping')).toEqual([])
    own.mockReturnValue(1100)
    expect(room.time()).toBe(400)
    expect(sent('ping')).toEqual([{ type: 'ping', sent: 1100 }])
    own.mockReturnValue(1140)
    socket().says({ type: 'pong', sent: 1100, at: 490 }) // the welcome had taken 70 ms or so
    expect(room.time()).toBe(510)
    expect(room.doubt()).toBe(20)
    own.mockRestore()
    vi.useRealTimers()
  })
})
