import { beforeEach, describe, expect, it } from 'vitest'
import { freshCommitment, seedCommitment, seedsAsSeen, seedToOpen, sittingCommitment } from '../../src/table/dice_part'
import { seat, table } from './scenes'

const PROMISE = 'c0'.repeat(32)
const promised = { code: 'lotus', commitment: PROMISE }

/** The table when all sit: you with this commitment, and another. */
const complete = (mine: string, theirs = 'ab'.repeat(32)) =>
  table({
    commitment: PROMISE,
    status: 'waiting',
    seats: [seat('Iset', { you: true, commitment: mine }), seat('Nebet', { commitment: theirs })],
  })

describe('the part of the dice', () => {
  beforeEach(() => localStorage.clear())

  it('opens the seed that it committed to', () => {
    const mine = sittingCommitment(promised)
    const seed = seedToOpen(complete(mine))
    expect(seed).toMatch(/^[0-9a-f]{32}$/)
    expect(seedCommitment(promised, seed ?? '')).toBe(mine)
    expect(seedToOpen(complete(mine))).toBe(seed) // asked again, as after a lost connection
  })

  it('sits down again with the same, and with a fresh one after it was opened', () => {
    const mine = sittingCommitment(promised)
    expect(sittingCommitment(promised)).toBe(mine)
    seedToOpen(complete(mine))
    expect(sittingCommitment(promised)).not.toBe(mine)
  })

  it('is made for one secret: another promise gets a fresh one', () => {
    const mine = sittingCommitment(promised)
    expect(sittingCommitment({ ...promised, commitment: 'd1'.repeat(32) })).not.toBe(mine)
  })

  it('opens nothing where somebody has not committed', () => {
    const mine = sittingCommitment(promised)
    expect(seedToOpen(complete(mine, ''))).toBeNull()
    const empty = {
      ...complete(mine),
      seats: [seat('Iset', { you: true, commitment: mine }), seat('', { kind: 'open' })],
    }
    expect(seedToOpen(empty)).toBeNull()
  })

  it('opens no seed that another device has, and none twice beside other commitments', () => {
    const mine = sittingCommitment(promised)
    expect(seedToOpen(complete('12'.repeat(32)))).toBeNull()
    expect(seedToOpen(complete(mine))).not.toBeNull()
    expect(seedToOpen(complete(mine, 'cd'.repeat(32)))).toBeNull()
    expect(freshCommitment(promised)).not.toBe(mine)
  })

  it('finds a seed in the record that nobody had committed to', () => {
    const mine = sittingCommitment(promised)
    const theirs = '22'.repeat(16)
    const other = seedCommitment(promised, theirs)
    const seed = seedToOpen(complete(mine, other)) ?? ''
    const record = (second: string) =>
      [
        'benben record 2',
        `seat 1: person "Nebet", seed ${second}, commitment ${other}`,
        'seat 2: bot "Scribe", level "scribe", no seed',
        `seat 3: person "Iset", seed ${seed}, commitment ${mine}`,
        '',
        'abcd0123      1        0.000  chance: throw 2',
      ].join('\n')
    expect(seedsAsSeen(promised, record(theirs))).toBe(true)
    expect(seedsAsSeen(promised, record('33'.repeat(16)))).toBe(false)
    expect(seedsAsSeen({ ...promised, code: 'reed' }, record(theirs))).toBeNull()
  })
})
