/** The people at a table: who comes and goes, talk, signs, and what is told after the match. */
import { fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import Seats from '../../src/table/Seats.svelte'
import TalkPanel from '../../src/table/chat/TalkPanel.svelte'
import { wish } from '../../src/lib/settings.svelte'
import { room, sent, show, words, useRoom } from './room'
import { seat } from './scenes'

useRoom()

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
    await fireEvent.click(screen.getByRole('radio', { name: /Spectators\s*1 new/ }))
    expect(screen.getByText('she is lost')).toBeTruthy()
    expect(screen.queryByText('good throw')).toBeNull()
    expect(screen.getByRole('button', { name: 'Talk' })).toBeTruthy() // takes a name first
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
