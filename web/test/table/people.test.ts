import { fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import ProposalPrompt from '../../src/table/ProposalPrompt.svelte'
import Dock from '../../src/table/Dock.svelte'
import EndSheet from '../../src/table/EndSheet.svelte'
import Seats from '../../src/table/Seats.svelte'
import TalkPanel from '../../src/table/chat/TalkPanel.svelte'
import Waiting from '../../src/table/Waiting.svelte'
import YourTables from '../../src/lobby/YourTables.svelte'
import { said } from '../../src/lib/announce.svelte'
import { TablePeople } from '../../src/table/people.svelte'
import { absentWords, askedWords, awayRule, refusedWords, waitWords } from '../../src/table/proposals'
import { wish } from '../../src/lib/settings.svelte'
import { TableStore } from '../../src/table/store.svelte'
import type { Now, Proposal, Table, TableSeat } from '../../src/wire/messages'
import { now, row, seat, table } from './scenes'
import { listed } from '../../src/lib/text'

const offer = (more: Partial<Proposal> = {}): Proposal => ({
  by: 1,
  what: 'undo',
  kept: 0,
  seat: null,
  level: '',
  words: 'asks to take back the last move',
  waits: [0],
  ...more,
})
let sent: Record<string, unknown>[]
let room: TableStore
/** Puts a table before the room as the server would. */
function show(more: Partial<Table>, yours = [0], at: Partial<Now> = {}) {
  const before = room.table
  room.table = table(more)
  room.yours = yours
  room.confirmed = now(at)
  room.company.changed(before, room.table)
}
const words = () => said.map((one) => one.text)

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      new Response(
        JSON.stringify([{ name: 'senet', levels: [{ name: 'apprentice' }, { name: 'scribe' }, { name: 'vizier' }] }]),
      ),
    ),
  )
  Element.prototype.scrollTo ??= () => {}
  HTMLDialogElement.prototype.showModal ??= () => {}
  said.length = 0
  sent = []
  room = new TableStore('lotus')
  Object.assign(room, { company: new TablePeople(room, (message) => void sent.push({ ...message })) })
  show({})
})
afterEach(() => {
  room.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  wish('muted', [])
})

describe('consent in words', () => {
  const names = ['Iset', 'Nebet', 'Bek']
  it('speaks of others by name and to oneself', () => {
    expect(askedWords(offer(), names, [0])).toBe('Nebet asks to take back the last move.')
    expect(askedWords(offer(), names, [1])).toBe('You ask to take back the last move.')
    expect(askedWords(offer({ words: 'proposes a bot for seat 3' }), names, [1])).toBe('You propose a bot for Bek.')
  })

  it('says who has still to answer, unless it is oneself', () => {
    expect(waitWords(offer({ waits: [0, 2] }), names, [1])).toBe('Iset and Bek have not answered yet.')
    expect(waitWords(offer({ waits: [0, 2] }), names, [0])).toBe('')
  })

  it('says who declined or withdrew, and what', () => {
    const no = (by: number, words: string) => ({ ...row(2, by, 'refuse'), words })
    expect(refusedWords(no(0, 'declines a draw'), names, [1])).toBe('Iset declines a draw.')
    expect(refusedWords(no(0, 'declines a bot for seat 3'), names, [0])).toBe('You decline a bot for Bek.')
    expect(refusedWords(no(1, 'withdraws the offer of a draw'), names, [])).toBe('Nebet withdraws the offer of a draw.')
  })

  it('lists names and tells the rule for who is away', () => {
    expect(listed(['Anna', 'Ben', 'Bek'])).toBe('Anna, Ben and Bek')
    const anna = { name: 'Anna', away: new Date(2026, 10, 3, 14, 5).getTime() } as TableSeat
    const ben = { name: 'Ben', away: 0 } as TableSeat
    const today = new Date(2026, 10, 3, 16, 0)
    expect(absentWords([anna], false, today)).toBe(
      'Anna has been away since 14:05. You can sit down and wait, or leave.',
    )
    expect(absentWords([anna], true, new Date(2026, 10, 4))).toContain(
      'since 3 Nov 2026, 14:05. You can wait here, or get up.',
    )
    expect(absentWords([ben], true, today)).toBe('Ben is away. You can wait here, or get up.')
    expect(absentWords([anna, ben], false, today)).toContain('Anna and Ben are away.')
    expect(absentWords([], false, today)).toBe('')
    expect(awayRule(60)).toContain('away for a minute can be replaced by a bot until they are back')
    expect(awayRule(90)).toContain('for 90 seconds')
    expect(awayRule(0)).not.toContain('bot')
  })
})

describe('a proposal', () => {
  it('is announced, shown calmly with yes and no, and answered for the seat that is asked', async () => {
    const held = document.activeElement
    render(ProposalPrompt, { room })
    show({ offer: offer() })
    expect(words()).toContain('Nebet asks to take back the last move.')
    const yes = await screen.findByRole('button', { name: 'Yes' })
    expect(document.activeElement).toBe(held)
    await fireEvent.click(yes)
    expect(sent).toEqual([expect.objectContaining({ type: 'answer', seat: 0, yes: true })])
  })

  it('can be withdrawn by who made it, and says who agrees and who declines', async () => {
    show({ offer: offer({ by: 0, waits: [1], words: 'offers a draw' }) })
    render(ProposalPrompt, { room })
    expect(screen.getByText('You offer a draw.')).toBeTruthy()
    expect(screen.getByText('Nebet has not answered yet.')).toBeTruthy()
    await fireEvent.click(screen.getByRole('button', { name: 'Withdraw' }))
    expect(sent).toEqual([expect.objectContaining({ type: 'answer', seat: 0, yes: false })])
  })

  it('says who declines when it goes and nothing happens', () => {
    show({ offer: offer({ by: 0, waits: [1] }) })
    room.company.happened([row(3, -1, 'throw 2')]) // chance and bots go on meanwhile
    room.company.happened([{ ...row(3, 1, 'refuse'), words: 'declines to take back' }])
    show({ offer: null })
    expect(room.company.verdict).toBe('Nebet declines to take back.')
    expect(words().filter((each) => each.includes('decline'))).toEqual([]) // the row itself is spoken, once
  })

  it('says nothing more when it goes because it happened', () => {
    show({ offer: offer({ by: 0, waits: [1] }) })
    room.company.happened([row(1, 0, 'undo')]) // the news come just before
    show({ offer: null })
    expect(room.company.verdict).toBe('')
  })

  it('lapses when somebody acts instead', () => {
    show({ offer: offer({ by: 0, waits: [1] }) })
    room.company.happened([row(3, 1, '5-7')])
    show({ offer: null })
    expect(room.company.verdict).toBe('The proposal has lapsed.')
  })

  it('is made by the undo button where the others must agree, for the seat of mine that acted last', async () => {
    room.log = [row(1, 0, '4-6'), row(2, 1, '3-5')]
    show({}, [0], { may: ['undo', 'end'] })
    render(Dock, { room, rules: () => {}, say: { bold: 'Nebet is thinking.' } })
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    await fireEvent.click(screen.getByRole('button', { name: 'Ask to take back' }))
    expect(sent).toEqual([expect.objectContaining({ type: 'offer', what: 'undo', seat: 0 })])
  })

  it('is the only help against other people: hints are for practice', () => {
    show({}, [0], { choices: [[{}], []], turn: 0, hand: null })
    const { unmount } = render(Dock, { room, rules: () => {}, say: { bold: 'Your move.' } })
    expect(screen.queryByRole('button', { name: 'Hint' })).toBeNull()
    unmount()
    for (const other of [seat('Scribe', { kind: 'bot', level: 'scribe' }), seat('Nebet', { you: true })]) {
      show({ seats: [seat('Iset', { you: true }), other] }, [0], { choices: [[{}], []], turn: 0, hand: null })
      const dock = render(Dock, { room, rules: () => {}, say: { bold: 'Your move.' } })
      expect(screen.getByRole('button', { name: 'Hint' })).toBeTruthy()
      dock.unmount()
    }
  })

  it('to share or to break off stands beside resigning', async () => {
    show({}, [0], { may: ['draw', 'end'] })
    render(EndSheet, { room, seat: 0, open: true })
    await fireEvent.click(screen.getByText('Offer a draw'))
    expect(sent).toEqual([expect.objectContaining({ type: 'offer', what: 'draw', seat: 0 })])
  })
})

describe('somebody who is gone', () => {
  const gone = { seats: [seat('Iset', { you: true }), seat('Nebet', { here: false, gone: true })] }

  it('can be waited for, replaced by a bot, or the match broken off', async () => {
    show(gone, [0], { may: ['bot', 'end'] })
    render(ProposalPrompt, { room })
    expect(screen.getByText('Nebet is gone.')).toBeTruthy()
    await vi.runAllTimersAsync()
    await fireEvent.change(screen.getByLabelText('How strong the bot is'), { target: { value: 'vizier' } })
    await fireEvent.submit(screen.getByRole('form', { name: 'Nebet is gone' }))
    await fireEvent.click(screen.getByRole('button', { name: 'Break off' }))
    expect(sent).toEqual([
      expect.objectContaining({ type: 'offer', what: 'bot', seat: 0, absent: 1, level: 'vizier' }),
      expect.objectContaining({ type: 'offer', what: 'end', seat: 0 }),
    ])
    await fireEvent.click(screen.getByRole('button', { name: 'Wait' }))
    expect(screen.queryByText('Nebet is gone.')).toBeNull()
    await fireEvent.click(screen.getByRole('button', { name: 'What else?' }))
    expect(screen.getByText('Nebet is gone.')).toBeTruthy()
  })

  it('can be replaced or left while another proposal stands', async () => {
    show({ ...gone, offer: offer({ by: 0, waits: [1] }) }, [0], { may: ['bot', 'end'] })
    render(ProposalPrompt, { room })
    expect(screen.getByRole('button', { name: 'Withdraw' })).toBeTruthy()
    expect(screen.getByText('Nebet is gone.')).toBeTruthy() // in one line, until one asks for more
    expect(screen.queryByRole('button', { name: 'Break off' })).toBeNull()
    await fireEvent.click(screen.getByRole('button', { name: 'What else?' }))
    await fireEvent.click(screen.getByRole('button', { name: 'Break off' }))
    expect(sent).toEqual([expect.objectContaining({ type: 'offer', what: 'end', seat: 0 })])
    await fireEvent.click(screen.getByRole('button', { name: 'Wait' }))
    expect(screen.getByRole('button', { name: 'Withdraw' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'What else?' })).toBeTruthy()
  })

  it('is not asked about twice where a bot is proposed already', () => {
    const bot = offer({ by: 0, what: 'bot', seat: 1, waits: [2], words: 'proposes a bot' })
    show({ seats: [...gone.seats, seat('Bek')], offer: bot }, [0], { may: ['bot', 'end'] })
    render(ProposalPrompt, { room })
    expect(screen.queryByText('Nebet is gone.')).toBeNull()
  })

  it('has a bot at the seat that says so', () => {
    show({ seats: [seat('Iset', { you: true }), seat('Nebet', { here: false, level: 'scribe' })] })
    const { container } = render(Seats, { room, client: null })
    expect(container.textContent).toContain('Scribe stands in for Nebet')
  })

  it('is told on coming back that a bot played', () => {
    room.company.returned([row(3, 0, 'seat'), row(4, 0, '5-7')])
    expect(room.company.verdict).toBe('A bot played for you while you were away.')
  })
})

describe('who comes and goes', () => {
  const there = (here: boolean) => ({ seats: [seat('Iset', { you: true }), seat('Nebet', { here })] })

  it('is told as away and as back', () => {
    show(there(false))
    show(there(true))
    expect(words()).toEqual(['Nebet is away.', 'Nebet is back.'])
  })

  it('is not called back who has only just sat down', () => {
    show({ ...there(true), status: 'waiting' })
    show(there(false)) // the newcomer's page opens its connection again
    show(there(true))
    expect(words()).toEqual([])
  })

  it('is told as back who was away before one came oneself', () => {
    room.table = null
    show(there(false))
    show(there(true))
    expect(words()).toEqual(['Nebet is back.'])
  })
})

describe('two people of one name', () => {
  it('are told apart in talk and signs as at their seats, and the other can be muted', async () => {
    show({ seats: [seat('Iset', { you: true }), seat('Iset')] })
    room.talk = [
      { type: 'talk', by: 'Iset', seat: 0, text: 'hello', at: 1, to: 'table' },
      { type: 'talk', by: 'Iset', seat: 1, text: 'good throw', at: 2, to: 'table' },
    ]
    render(TalkPanel, { room })
    const talk = screen.getByRole('list', { name: 'Talk' })
    expect(talk.textContent?.replace(/\s+/g, ' ')).toContain('Iset 2 good throw')
    room.company.reacted({ type: 'reacted', by: 'Iset', seat: 1, sign: 'ouch' })
    expect(words()).toContain('Iset 2: Ouch.')
    await fireEvent.click(screen.getByRole('button', { name: 'Mute Iset 2' }))
    expect(talk.textContent).not.toContain('good throw')
    expect(talk.textContent).toContain('hello')
  })
})

describe('signs', () => {
  it('are sent by name, shown at the seat with words for a while, and told politely', async () => {
    render(TalkPanel, { room })
    await fireEvent.click(screen.getByRole('button', { name: 'Well played' }))
    expect(sent).toEqual([expect.objectContaining({ type: 'react', sign: 'well' })])
    const { container } = render(Seats, { room, client: null })
    room.company.reacted({ type: 'reacted', by: 'Nebet', seat: 1, sign: 'ouch' })
    await vi.advanceTimersByTimeAsync(100)
    expect(container.textContent).toContain('Ouch')
    expect(words()).toEqual(['Nebet: Ouch.'])
    await vi.advanceTimersByTimeAsync(7000)
    expect(container.textContent).not.toContain('Ouch')
  })

  it('of somebody muted are neither shown nor told', () => {
    wish('muted', ['Nebet'])
    room.company.reacted({ type: 'reacted', by: 'Nebet', seat: 1, sign: 'ouch' })
    expect(room.company.signs).toEqual([])
    expect(words()).toEqual([])
  })
})

describe('talk for who watches', () => {
  beforeEach(() => {
    show({ watching: 3 }, [])
    room.talk = [
      { type: 'talk', by: 'Nebet', seat: 1, text: 'good throw', at: 1, to: 'table' },
      { type: 'talk', by: 'Bek', seat: null, text: 'she is lost', at: 2, to: 'watchers' },
    ]
  })

  it('has two corners: the table to read, the watchers to write in with a name', async () => {
    render(TalkPanel, { room })
    expect(screen.getByText('good throw')).toBeTruthy()
    expect(screen.queryByText('she is lost')).toBeNull()
    expect(screen.getByText('Only seated players can talk to the table.')).toBeTruthy()
    expect(screen.getByText('You and 2 others watch')).toBeTruthy()
    await fireEvent.click(screen.getByRole('radio', { name: /Who watches\s*1 new/ }))
    expect(screen.getByText('she is lost')).toBeTruthy()
    expect(screen.queryByText('good throw')).toBeNull()
    expect(screen.getByRole('button', { name: 'Talk' })).toBeTruthy() // takes a name first
  })
})

describe('before the match', () => {
  const waiting = (seats: TableSeat[], more: Partial<Table> = {}) => show({ status: 'waiting', seats, ...more })

  it('says who is waited for, and lets one be ready, wait and get up', async () => {
    waiting([seat('Iset', { you: true }), seat('Nebet', { ready: false })])
    render(Waiting, { room })
    expect(screen.getByRole('heading', { name: 'Waiting until Nebet is ready' })).toBeTruthy()
    await fireEvent.click(screen.getByRole('button', { name: 'Wait for me' }))
    await fireEvent.click(screen.getByRole('button', { name: 'Get up' }))
    expect(sent.map(({ type, ready }) => [type, ready])).toEqual([
      ['ready', false],
      ['leave', undefined],
    ])
  })

  it('lets the host, and nobody else, free a seat that is kept for somebody who does not come', async () => {
    const seats = [seat('Iset', { you: true }), seat('', { kind: 'open', ready: false, kept: 'Nebet' })]
    waiting(seats, { hosting: true })
    const { unmount } = render(Waiting, { room })
    await fireEvent.click(screen.getByRole('button', { name: 'Free the seat of Nebet' }))
    expect(sent).toEqual([expect.objectContaining({ type: 'free', seat: 1 })])
    unmount()
    waiting(seats)
    render(Waiting, { room })
    expect(screen.queryByRole('button', { name: /Free the seat/ })).toBeNull()
  })

  it('lets the host, and nobody else, give the free seats to bots', async () => {
    const seats = [
      seat('Iset', { you: true }),
      seat('', { kind: 'open', ready: false }),
      seat('', { kind: 'open', ready: false }),
    ]
    waiting(seats, { hosting: true })
    const { unmount } = render(Waiting, { room })
    await vi.runAllTimersAsync()
    const button = screen.getByRole('button', { name: 'Let bots take the free seats' })
    await fireEvent.submit(button.closest('form')!)
    expect(sent).toEqual([expect.objectContaining({ type: 'fill', level: 'scribe' })])
    unmount()
    waiting(seats)
    render(Waiting, { room })
    expect(screen.queryByRole('button', { name: /Let bots/ })).toBeNull()
  })

  it('keeps a seat for a rematch, which may be taken or left', async () => {
    waiting([seat('', { kind: 'open', kept: 'Iset', you: true, ready: false }), seat('Nebet')], { host: 'Nebet' })
    render(Waiting, { room })
    expect(screen.getByRole('heading', { name: 'Your seat at Senet is kept' })).toBeTruthy()
    expect(screen.getByRole('button', { name: /^Sit down as/ })).toBeTruthy()
    await fireEvent.click(screen.getByRole('button', { name: 'Not this time' }))
    expect(sent).toEqual([expect.objectContaining({ type: 'leave' })])
  })

  it('tells what is agreed: seats, clock and the rule for who is away', () => {
    waiting([seat('Iset', { you: true }), seat('', { kind: 'open', ready: false })], {
      clock: { kind: 'move', seconds: 3 * 86_400, increment: 0 },
      public: true,
    })
    const { container } = render(Waiting, { room })
    expect(container.textContent).toContain('Chance gives them when the match begins')
    expect(container.textContent).toContain('3 days a move')
    expect(container.textContent).toContain('Who is away for a minute')
    expect(container.textContent).toContain('listed on the first page')
  })

  it('promises no quiet where the game has sand of its own', () => {
    const seats = [seat('Iset', { you: true }), seat('', { kind: 'open', ready: false })]
    waiting(seats)
    const { container, unmount } = render(Waiting, { room })
    expect(container.textContent).toContain('None. Take your time.')
    unmount()
    waiting(seats, { game: 'gate', title: 'The Gate of the Pyramid' })
    expect(render(Waiting, { room }).container.textContent).not.toContain('Take your time')
  })

  it('does not invite the host to the table of their own', () => {
    const free = seat('', { kind: 'open', ready: false })
    waiting([free, seat('Nebet')], { hosting: true })
    const { unmount } = render(Waiting, { room })
    expect(screen.getByRole('heading', { name: 'You have got up from your table of Senet' })).toBeTruthy()
    unmount()
    waiting([free, seat('Nebet')], { host: 'Nebet' })
    render(Waiting, { room })
    expect(screen.getByRole('heading', { name: 'Nebet invites you to Senet' })).toBeTruthy()
  })

  it('sits down by the name in the field, saved or not', async () => {
    waiting([seat('Nebet'), seat('', { kind: 'open', ready: false })], { host: 'Nebet' })
    render(Waiting, { room })
    await fireEvent.input(screen.getByLabelText('Your name at the table'), { target: { value: '  Merit  Amun ' } })
    expect(screen.getByRole('button', { name: 'Sit down as Merit Amun' })).toBeTruthy()
  })

  it('tells that a seat is no longer kept, unless its player sits down', () => {
    const kept = (name: string) => seat('', { kind: 'open', ready: false, kept: name })
    waiting([seat('Iset', { you: true }), kept('Nebet'), kept('Bek')])
    waiting([seat('Iset', { you: true }), kept(''), seat('Bek')])
    expect(words()).toEqual(['Bek sits down.', 'The seat of Nebet is free.'])
  })
})

describe('after the match', () => {
  it('shows what was left of a bank, and no time for moves that nobody makes', () => {
    const clocks = { left: [0, 90_000], running: null }
    const ending = { places: [2, 1], winners: [1], points: [0, 0], reason: 'seat 1 ran out of time' }
    const shown = (kind: 'move' | 'bank') => {
      show({ status: 'over', clock: { kind, seconds: 90, increment: 0 } }, [0], { clocks, ending })
      const { container, unmount } = render(Seats, { room, client: null })
      const text = container.textContent ?? ''
      unmount()
      return text
    }
    expect(shown('bank')).toContain('1:30')
    expect(shown('move')).not.toContain('1:30')
  })

  it('tells that there is a rematch, once', () => {
    show({ status: 'over' })
    show({ status: 'over', rematch: 'reed' })
    show({ status: 'over', rematch: 'reed', watching: 1 })
    expect(words()).toEqual(['There is a rematch.'])
  })
})

describe('tables of one’s own, before they begin', () => {
  const state = (...seats: TableSeat[]) => {
    const { container, unmount } = render(YourTables, { tables: [table({ status: 'waiting', seats })] })
    const words = container.querySelector('li span')?.textContent
    unmount()
    return words
  }
  const [me, free] = [seat('Iset', { you: true }), seat('', { kind: 'open', ready: false })]

  it('say who is waited for, and whether it is oneself', () => {
    expect(state(me, free)).toBe('Waiting for a friend')
    expect(state(me, free, free)).toBe('Waiting for friends')
    expect(state(me, seat('Nebet', { ready: false }))).toBe('Waiting until all are ready')
    expect(state({ ...me, ready: false }, seat('Nebet'))).toBe('Waiting until you are ready')
  })
})

describe('a refusal', () => {
  it('of a line of talk puts it back into the field, unless another is being written', async () => {
    room.yours = [0]
    render(TalkPanel, { room })
    const field: HTMLInputElement = screen.getByRole('textbox', { name: 'Say something' })
    room.unsaid = 'Well thrown'
    await tick()
    expect([field.value, room.unsaid]).toEqual(['Well thrown', ''])
    room.unsaid = 'And again'
    await tick()
    expect([field.value, room.unsaid]).toEqual(['Well thrown', ''])
  })

  it('is shown in the sheet of talk, which covers the dock', () => {
    room.refused = { text: '', sentence: 'Slow down a little.', clause: '', key: 1 }
    const beside = render(TalkPanel, { room })
    expect(beside.container.textContent).not.toContain('Slow down')
    beside.unmount()
    expect(render(TalkPanel, { room, sent: () => {} }).container.textContent).toContain('Slow down a little.')
  })
})
