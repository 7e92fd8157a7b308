/** Proposals and their answers, and what can be done about somebody who is gone. */
import { fireEvent, render, screen } from '@testing-library/svelte'
import { describe, expect, it, vi } from 'vitest'
import ProposalPrompt from '../../src/table/ProposalPrompt.svelte'
import Dock from '../../src/table/Dock.svelte'
import EndSheet from '../../src/table/EndSheet.svelte'
import Seats from '../../src/table/Seats.svelte'
import { absentWords, askedWords, awayRule, refusedWords, waitWords } from '../../src/table/proposals'
import type { TableSeat } from '../../src/wire/messages'
import { listed } from '../../src/lib/text'
import { offer, room, sent, show, words, useRoom } from './room'
import { row, seat } from './scenes'

useRoom()

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
