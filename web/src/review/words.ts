/** A review in words: amounts, the two sums, and what is said of a moment. */
import { capital, count, nameIn } from '../lib/text'
import { named, printed } from '../table/move_list'
import type { Ending, MatchReview, ReviewAccount, Row } from '../wire/messages'
import type { Moment } from './moments'

export type Unit = MatchReview['unit']

const WHOLE = 10_000 // a sure win
export const UNFORESEEN = 'what no search foresaw' // in place of chance, in a game that has none

/** To whom a review is told. */
export interface Listener {
  names: string[]
  seat: number // whose sums these are
  you: boolean // that seat is the reader's
}

export const whom = ({ names, you, seat }: Listener, one: number): string =>
  you && one === seat ? 'you' : nameIn(names, one)

export const whose = ({ names, you, seat }: Listener, one: number): string =>
  you && one === seat ? 'your' : `${nameIn(names, one)}’s`

/** "0.31", "3 pips", "1.2 s": without a sign. */
export function amountWords(amount: number, unit: Unit): string {
  const size = Math.abs(amount)
  if (unit === 'chance') return (size / WHOLE).toFixed(2)
  if (unit === 'time') return `${(size / 1000).toFixed(1)} s`
  return `${size} ${size === 1 ? 'pip' : 'pips'}`
}

/** "+0.31", "−0.12": a change. Pips and time are lost, so more of them is a plus. */
export function signedWords(amount: number, unit: Unit): string {
  const up = unit === 'chance' ? amount >= 0 : amount < 0
  return `${up ? '+' : '−'}${amountWords(amount, unit)}`
}

/** A value: "53 %", "4 pips", "1.2 s". */
export const valueText = (value: number, unit: Unit): string =>
  unit === 'chance' ? `${Math.round(value / 100)}\u00a0%` : amountWords(value, unit)

const gave = (what: string, amount: number, unit: Unit, to: string): string =>
  amount === 0
    ? `${what} changed nothing`
    : amount < 0
      ? `${what} cost ${to} ${amountWords(amount, unit)}`
      : `${what} gave ${to} +${amountWords(amount, unit)}`

/** "The sticks gave you +0.31; your choices cost 0.12." */
export function sumsWords(account: ReviewAccount, unit: Unit, chance: string, to: Listener): string {
  const you = whom(to, to.seat)
  const own = account.choices[to.seat] ?? 0
  const told = [
    ...(chance || account.chance ? [gave(chance || UNFORESEEN, account.chance, unit, you)] : []),
    ...(account.time ? [gave('time', account.time, unit, you)] : []),
    ...(account.agreed ? [gave('the end', account.agreed, unit, you)] : []),
    `${whose(to, to.seat)} choices ${own === 0 ? 'cost nothing' : `${own < 0 ? 'cost' : 'gained'} ${amountWords(own, unit)}`}`,
  ]
  return `${capital(told.join('; '))}.`
}

/** "Nebet’s cost 0.52. A whole game is 1.00."; where several others play, nobody is told of here. */
export function othersWords(accounts: readonly ReviewAccount[], unit: Unit, to: Listener): string {
  const told: string[] = []
  if (accounts.length === 2) {
    const other = 1 - to.seat
    // Where one's loss is the other's gain, it is told as it stands in the account shown: figures are rounded in each.
    const own = unit === 'chance' ? -(accounts[to.seat]?.choices[other] ?? 0) : (accounts[other]?.choices[other] ?? 0)
    const cost = own === 0 ? 'cost nothing' : `${own < 0 ? 'cost' : 'gained'} ${amountWords(own, unit)}`
    told.push(`${capital(whose(to, other))} ${cost}.`)
  }
  if (unit === 'chance' && accounts.length > 1) told.push('A whole game is 1.00.')
  return told.join(' ')
}

/** A bound of a chance, rounded up to thousandths. */
const thousandths = (error: number): number => Math.ceil(error / 10)

/** "about ±4 %": how exact the values are. */
export function exactWords({ label, error, unit }: Pick<MatchReview, 'label' | 'error' | 'unit'>): string {
  if (label === 'exact') return 'exact'
  if (label === 'bounded' && error && unit === 'chance') return `exact to ${thousandths(error) / 10}\u00a0%`
  if (label === 'bounded') return 'exact where the search was finished'
  return `about ±${unit === 'chance' ? valueText(error, unit) : amountWords(error, unit)}`
}

/** "Choices within 0.04 of the best count as best."; a judge that is exact forgives nothing. */
export function toleranceWords({ label, error, unit }: Pick<MatchReview, 'label' | 'error' | 'unit'>): string {
  if (label === 'exact') return 'Every line was searched.'
  if (label === 'bounded' && error && unit === 'chance')
    return `Every chance is known to ${(thousandths(error) / 1000).toFixed(3)}.`
  if (label === 'bounded') return 'Where the search ended early, nobody is blamed.'
  return `Choices within about ${amountWords(error, unit)} of the best count as best.`
}

const MANY = 3 // rows that are told one by one

/** "throws 3, plays 26–29": what happened in some rows of the log. */
export function rowsWords(rows: readonly Row[], names: string[]): string {
  const told = rows.map((row) => printed(named(row.words || row.text, names)).replace(/\.$/, ''))
  if (told.length <= MANY) return told.join(', ')
  return `${told.slice(0, 2).join(', ')} and ${count(told.length - 2)} more`
}

/** "Iset throws 3, plays 26–29", without a full stop. */
export function momentWords(moment: Moment, names: string[]): string {
  if (moment.number === 0) return 'The start'
  if (!moment.rows.length)
    return moment.kind === 'leaving' ? `${nameIn(names, moment.seat ?? 0)} leaves the match` : 'The end'
  const words = rowsWords(moment.rows, names)
  const who = moment.rows[0]?.seat ?? null
  return who === null ? capital(words) : `${nameIn(names, who)} ${words}`
}

/** "Better: plays 18×21"; empty where nothing is better. */
export function betterWords({ choice }: Moment, names: string[]): string {
  return choice?.cost ? `Better: ${printed(named(choice.words || choice.better, names))}` : ''
}

/** "As things really lay it cost 0.28: it was unlucky, not bad."; empty where that is nothing to tell. */
export function hindsightWords({ choice }: Pick<Moment, 'choice'>, unit: Unit): string {
  if (!choice?.really) return ''
  const { cost, error } = choice.really
  const lay = 'As things really lay it'
  if (!choice.cost) return cost > error ? `${lay} cost ${amountWords(cost, unit)}: it was unlucky, not bad.` : ''
  if (cost > error) return `${lay} cost ${amountWords(cost, unit)}.`
  if (cost < -error) return `${lay} gained ${amountWords(cost, unit)}: it was lucky, not good.`
  const what = `${cost < 0 ? 'gained' : 'cost'} ${amountWords(cost, unit)}`
  return `${lay} ${what}, give or take ${amountWords(error, unit)}.`
}

/** "53 % instead of 66 %"; empty where nothing is better. */
export function insteadWords({ choice }: Moment, unit: Unit): string {
  if (!choice?.cost) return ''
  return `${valueText(choice.best - choice.cost, unit)} instead of ${valueText(choice.best, unit)}`
}

/** The whole moment for screen readers. */
export function spokenMoment(moment: Moment, unit: Unit, names: string[], what: string): string {
  const value = moment.choice && !moment.choice.cost ? 'As good as the best' : insteadWords(moment, unit)
  const parts = [
    moment.number ? `${capital(what)} ${moment.number}` : '',
    momentWords(moment, names),
    betterWords(moment, names),
    value.replace(/\u00a0%/, '').replace(/\u00a0%/, ' percent'),
    hindsightWords(moment, unit).replace(/\.$/, ''),
  ]
  return parts
    .filter(Boolean)
    .map((part) => `${part}.`)
    .join(' ')
}

/** How it ended for the one who is told: "You won", "Iset lost". */
export function resultWords({ winners }: Ending, to: Listener): string {
  const who = capital(whom(to, to.seat))
  if (winners.includes(to.seat)) return `${who} ${winners.length > 1 ? 'shared the win' : 'won'}`
  return to.names.length > 1 && winners.length ? `${who} lost` : 'At the end'
}
