/** The account of a review as a waterfall: rows that lead from the first value to the result, and add up. */
import { capital } from '../lib/text'
import type { ReviewAccount } from '../wire/messages'
import { amountWords, signedWords, UNFORESEEN, whose, type Listener, type Unit } from './words'

export interface AccountRow {
  kind: 'first' | 'chance' | 'choice' | 'time' | 'agreed' | 'result'
  seat: number | null // that chose
  words: string
  amount: string
  from: number // share of the width at which its bar begins
  to: number
}

/** The rows of a seat's account; what changed nothing is left out, but for chance and the seat's own choices. */
export function accountRows(
  account: ReviewAccount,
  unit: Unit,
  chance: string,
  to: Listener,
  result: string,
): AccountRow[] {
  const seats = account.choices.map((_, seat) => seat)
  const order = [to.seat, ...seats.filter((seat) => seat !== to.seat)]
  const changes: { kind: AccountRow['kind']; seat: number | null; words: string; amount: number; kept: boolean }[] = [
    { kind: 'chance', seat: null, words: chance || UNFORESEEN, amount: account.chance, kept: chance !== '' },
    ...order.map((seat) => ({
      kind: 'choice' as const,
      seat,
      words: `${whose(to, seat)} choices`,
      amount: account.choices[seat] ?? 0,
      kept: seat === to.seat,
    })),
    { kind: 'time', seat: null, words: 'time', amount: account.time, kept: false },
    { kind: 'agreed', seat: null, words: 'what all agreed on', amount: account.agreed, kept: false },
  ]
  let sum = account.first
  const spans = changes
    .filter(({ amount, kept }) => amount || kept)
    .map((row) => ({ ...row, from: sum, to: (sum += row.amount) }))
  const ends = [0, account.first, ...spans.map((row) => row.to), ...(unit === 'chance' ? [10_000] : [])]
  const [least, most] = [Math.min(...ends), Math.max(...ends)]
  const part = (value: number) => (value - least) / Math.max(1, most - least)
  const share = (value: number) => (unit === 'chance' ? part(value) : 1 - part(value)) // what is lost grows to the right
  return [
    {
      kind: 'first',
      seat: null,
      words: 'At the start',
      amount: amountWords(account.first, unit),
      from: share(0),
      to: share(account.first),
    },
    ...spans.map(({ kind, seat, words, amount, from, to: end }) => ({
      kind,
      seat,
      words: capital(words),
      amount: amount ? signedWords(amount, unit) : amountWords(0, unit),
      from: share(from),
      to: share(end),
    })),
    {
      kind: 'result',
      seat: null,
      words: result,
      amount: amountWords(account.result, unit),
      from: share(0),
      to: share(account.result),
    },
  ]
}
