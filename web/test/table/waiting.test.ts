/** A table before its match: who is waited for, who is ready, and what is agreed. */
import { fireEvent, render, screen } from '@testing-library/svelte'
import { describe, expect, it, vi } from 'vitest'
import Waiting from '../../src/table/Waiting.svelte'
import YourTables from '../../src/lobby/YourTables.svelte'
import type { Table, TableSeat } from '../../src/wire/messages'
import { room, sent, show, words, useRoom } from './room'
import { seat, table } from './scenes'

useRoom()

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

  it('says whose part of the dice is missing, but not of a player who is just coming in', async () => {
    const seats = [seat('Iset', { you: true }), seat('Nefer', { here: false })]
    waiting(seats, { parts: [0, 1] })
    render(Waiting, { room })
    expect(screen.getByRole('heading', { name: 'Everybody is seated' })).toBeTruthy()
    await vi.advanceTimersByTimeAsync(2000)
    expect(screen.getByRole('heading', { name: 'Waiting for Nefer: the dice need their part' })).toBeTruthy()
  })

  it('lets the host free the seat of a player who is gone while the dice need their part', async () => {
    const seats = [seat('Iset', { you: true }), seat('Nefer', { here: false, gone: true })]
    waiting(seats, { parts: [0, 1], hosting: true })
    render(Waiting, { room })
    await fireEvent.click(screen.getByRole('button', { name: 'Free the seat of Nefer' }))
    expect(sent).toEqual([expect.objectContaining({ type: 'free', seat: 1 })])
  })

  it('tells a player whose seat became free why, unless they got up', async () => {
    const lost = [seat('', { kind: 'open', ready: false }), seat('Nefer')]
    const told = 'Your part of the dice did not come in time, so your seat is free. Sit down again.'
    waiting([seat('Iset', { you: true }), seat('Nefer')])
    room.company.leave()
    waiting(lost)
    expect(words()).not.toContain(told)
    waiting([seat('Iset', { you: true }), seat('Nefer')])
    waiting(lost)
    expect(words()).toContain(told)
    const { container } = render(Waiting, { room })
    expect(container.textContent).toContain(told)
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
    expect(container.textContent).toContain('a player who has been away for a minute')
    expect(container.textContent).toContain('listed on the home page')
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
