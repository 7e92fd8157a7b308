/** The log as it is read: a throw and the moves that play it on one line. */
import type { Row } from '../wire/messages'

export interface Line {
  turn: number // counts changes of seat, from 1
  seat: number | null
  n: number // events that stand after it: where a click leads
  from: number // events that stood before it
  text: string
  note: string
  clause: string
  words: string // for ears
  rows: Row[]
}

const CHANCE = -1

/** Notation as it is printed: "20–24", "20×23", "25–off". */
export const printed = (text: string): string =>
  text.replace(/(\d)-(?=\d|off)/g, '$1–').replace(/(\d)x(?=\d)/g, '$1×')

export function lines(log: Row[]): Line[] {
  const out: Line[] = []
  let turn = 0
  let before: number | null | undefined
  for (const row of log) {
    const last = out.at(-1)
    const thrown = last?.rows[0]?.by === CHANCE && last.seat !== null
    if (last && thrown && row.by === last.seat && row.text === 'undo') {
      last.note = [last.note, 'undo'].filter(Boolean).join(', ')
      last.rows.push(row)
      continue
    }
    if (last && thrown && row.by === last.seat && row.n > last.n) {
      last.rows.push(row)
      last.n = row.n
      last.text = `${last.text}, ${printed(row.text)}`
      last.note = [last.note, row.note].filter(Boolean).join(', ')
      last.clause = row.clause || last.clause
      last.words = `${last.words}, ${row.words}`
      continue
    }
    if (row.seat !== before || turn === 0) turn += 1
    before = row.seat
    out.push({
      turn,
      seat: row.seat,
      n: row.n,
      from: last?.n ?? 0,
      text: printed(row.text),
      note: row.note,
      clause: row.clause,
      words: row.words,
      rows: [row],
    })
  }
  return out
}

/** The number before a line: of the turn, or of the event where a game counts those. What took back has none. */
export function numberOf(line: Line, byEvent: boolean): number | '' {
  if (!byEvent) return line.turn
  return line.rows[0]?.text === 'undo' ? '' : line.n
}

/** The line that shows the board after n events: the last one that does not look beyond it. */
export function lineAt(all: Line[], n: number): number {
  let found = -1
  for (let i = 0; i < all.length; i++) if ((all[i]?.n ?? 0) <= n) found = i
  return found
}

/** Earlier rows that stand, then the new ones. */
export const merged = (log: Row[], kept: number, rows: Row[]): Row[] => [...log.slice(0, kept), ...rows]

/** One row for the live region: "Nebet throws 4." */
export function spoken(row: Row, names: string[]): string {
  const who = row.seat === null ? '' : (names[row.seat] ?? '')
  const words = row.words || row.text
  const sentence = who ? `${who} ${words}` : words.charAt(0).toUpperCase() + words.slice(1)
  return /[.?]$/.test(sentence) ? sentence : `${sentence}.`
}
