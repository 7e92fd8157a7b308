import { cleanup, render } from '@testing-library/svelte'
import { describe, expect, it } from 'vitest'
import TableFacts from '../../src/table/TableFacts.svelte'
import type { Table } from '../../src/wire/messages'
import { table } from './scenes'

/** What the table of facts says of the clock and of players who are away. */
function facts(more: Partial<Table>): Record<string, string> {
  cleanup()
  const { container } = render(TableFacts, { table: table({ game: 'horus', status: 'waiting', ...more }) })
  return Object.fromEntries(
    [...container.querySelectorAll('dt')].map((term) => [
      term.textContent ?? '',
      term.nextElementSibling?.textContent?.replace(/\s+/g, ' ').trim() ?? '',
    ]),
  )
}

describe('the facts of a table', () => {
  const days: Partial<Table> = { clock: { kind: 'move', seconds: 259_200, increment: 0 }, patience: 0 }

  it('promise days for a move, and that nobody has to stay', () => {
    expect(facts(days)).toMatchObject({
      Clock: '3 days a move.',
      Away: 'Nobody has to stay: the clock alone says how long a move may take.',
    })
  })

  it('warn that a question has a time of its own, which days for a move do not change', () => {
    expect(facts({ ...days, timed: true })).toMatchObject({
      Clock: '3 days a move. Questions between turns have a time of their own.',
      Away: 'Nobody has to stay for a turn. A question that is not answered in time is answered for you.',
    })
    expect(facts({ timed: true }).Clock).toBe('None for a turn. Questions between turns have a time of their own.')
  })

  it('let players take their time where nothing runs', () => {
    expect(facts({}).Clock).toBe('None. Take your time.')
  })
})
