import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DiceAnswers } from '../../src/table/dice_answers'
import { seedCommitment, sittingCommitment } from '../../src/table/dice_part'
import type { Commit, Open, Table } from '../../src/wire/messages'
import { seat, table } from './scenes'

const PROMISE = 'c0'.repeat(32)
const promised = { code: 'lotus', commitment: PROMISE }

describe('what the dice need is answered by itself', () => {
  let sent: (Open | Commit)[]
  let answers: DiceAnswers

  const asks = (dice: Table['dice'], mine: string) =>
    table({
      commitment: PROMISE,
      status: 'waiting',
      dice,
      seats: [seat('Iset', { you: true, commitment: mine }), seat('Nebet', { commitment: 'ab'.repeat(32) })],
    })

  beforeEach(() => {
    vi.useFakeTimers()
    localStorage.clear()
    sent = []
    answers = new DiceAnswers((message) => sent.push(message))
  })
  afterEach(() => {
    answers.close()
    vi.useRealTimers()
  })

  it('opens the seed once, however often it is asked', () => {
    const mine = sittingCommitment(promised)
    answers.heard(asks('', mine))
    expect(sent).toEqual([])
    answers.heard(asks('open', mine))
    answers.heard(asks('open', mine))
    expect(sent.map((message) => message.type)).toEqual(['open'])
    expect(seedCommitment(promised, (sent[0] as Open).seed)).toBe(mine)
    expect(answers.sent(sent[0]!.id)).toBe(true)
  })

  it('opens again after the round was broken off and begins again with the same seats', () => {
    const mine = sittingCommitment(promised)
    answers.heard(asks('open', mine))
    answers.heard(asks('', mine))
    answers.heard(asks('open', mine))
    expect(sent.map((message) => message.type)).toEqual(['open', 'open'])
  })

  it('commits to a fresh seed when the opened one is void', () => {
    const mine = sittingCommitment(promised)
    answers.heard(asks('open', mine))
    answers.heard(asks('commit', mine))
    const fresh = (sent[1] as Commit).commitment
    expect(fresh).not.toBe(mine)
    answers.heard(asks('open', fresh))
    expect(sent.map((message) => message.type)).toEqual(['open', 'commit', 'open'])
  })

  it('leaves a seed that another device has to that device, and commits if it does not come', () => {
    const elsewhere = '12'.repeat(32)
    answers.heard(asks('open', elsewhere))
    vi.advanceTimersByTime(1000)
    answers.heard(asks('', elsewhere)) // it came
    vi.advanceTimersByTime(5000)
    expect(sent).toEqual([])
    answers.heard(asks('open', elsewhere))
    vi.advanceTimersByTime(5000)
    expect(sent.map((message) => message.type)).toEqual(['commit'])
  })
})
