/** The list of moves: a throw and the moves that play it share a line. */
import { capital } from '../lib/text'
import type { Row, Table } from '../wire/messages'

export interface MoveLine {
  turn: number // counts changes of seat, from 1
  seat: number | null
  n: number // events that stand after it: where a click leads
  from: number // events that stood before it
  text: string
  note: string
  clause: string
  words: string // for screen readers
  rows: Row[]
}

const CHANCE = -1
const CLOSES = 'end' // only closes a turn: it joins the line before it

/** Notation as it is printed: "20–24", "20×23", "25–off". */
export const printed = (text: string): string => text.replace(/(\d)-(?=\d|off)/g, '$1–').replace(/(\d)x(?=\d)/g, '$1×')

/** A proposal that was declined or withdrawn: nothing happened in the match. */
export const refusing = (row: Row | undefined): boolean => row?.text === 'refuse' || row?.text === 'withdraw'

/** Rows of the table, not of the game: a stand-in, a draw that was agreed on. They read as words. */
export const tabled = (row: Row | undefined): boolean =>
  row !== undefined && (['seat', 'draw', 'abort', 'absent'].includes(row.text) || refusing(row))

/** Rows of chance that belong to no seat, as a line laid out piece by piece. A run of one kind reads as one line. */
const natural = (row: Row | undefined): boolean => row !== undefined && row.by === CHANCE && row.seat === null
const kind = (row: Row | undefined): string => row?.text.split(' ')[0] ?? ''

/** Rows that a game calls minor get no line: they belong to what comes after them. With lineEach no row joins another. */
export function lines(log: Row[], minor?: (row: Row) => boolean, lineEach = false): MoveLine[] {
  const out: MoveLine[] = []
  let turn = 0
  let before: number | null | undefined
  for (const row of log) {
    if (minor?.(row)) continue
    const last = lineEach || tabled(row) ? undefined : out.findLast((line) => !refusing(line.rows[0]))
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
    if (last && row.text === CLOSES && row.by === last.seat && row.n > last.n) {
      last.rows.push(row)
      last.n = row.n
      last.note = [last.note, row.note].filter(Boolean).join(', ')
      continue
    }
    if (last && natural(last.rows[0]) && natural(row) && kind(row) === kind(last.rows[0]) && row.n > last.n) {
      last.rows.push(row)
      last.n = row.n
      const more = ` and ${last.rows.length - 1} more`
      last.words = (last.rows[0]?.words ?? '') + more
      last.text = capital(last.words) || printed(last.rows[0]?.text ?? '') + more // for players, so no notation
      continue
    }
    if (!refusing(row)) {
      if (row.seat !== before || turn === 0) turn += 1
      before = row.seat
    }
    out.push({
      turn,
      seat: row.seat,
      n: row.n,
      from: out.at(-1)?.n ?? 0,
      text: tabled(row) ? row.words : printed(row.text),
      note: row.note,
      clause: row.clause,
      words: row.words,
      rows: [row],
    })
  }
  return out
}

/** The text of a line in the game's own words; a run of rows of chance stays as the log grouped it. */
export const lineText = (
  line: MoveLine,
  log: readonly Row[],
  print?: (row: Row, log: readonly Row[]) => string,
): string =>
  (print && !tabled(line.rows[0]) && (line.seat !== null || line.rows.length === 1)
    ? line.rows
        .map((row) => print(row, log))
        .filter(Boolean)
        .join(', ')
    : line.text) || line.words

/** The number before a line: of the turn, or of the event where a game counts those. Remarks have none. */
export function numberOf(line: MoveLine, byEvent: boolean): number | '' {
  if (refusing(line.rows[0])) return ''
  if (!byEvent) return line.turn
  return line.rows[0]?.text === 'undo' ? '' : line.n
}

/** The line that shows the board after n events: the last one that does not look beyond it. */
export function lineAt(all: MoveLine[], n: number): number {
  let found = -1
  for (let i = 0; i < all.length; i++) if ((all[i]?.n ?? 0) <= n) found = i
  return found
}

/** Earlier rows that stand, then the new ones. */
export const merged = (log: Row[], kept: number, rows: Row[]): Row[] => [...log.slice(0, kept), ...rows]

/** Names made distinct: the second Scribe at a table is Scribe 2. */
export const apart = (names: string[]): string[] =>
  names.map((name, i) => {
    const before = names.slice(0, i).filter((each) => each === name).length
    return before ? `${name} ${before + 1}` : name
  })

/** The name of a speaker as at the seats, where two players of one name are told apart. */
export function speaker(
  { by, seat }: { by: string; seat: number | null },
  table: Table | null,
  names: string[],
): string {
  return seat !== null && table?.seats[seat]?.name === by ? (names[seat] ?? by) : by
}

/** Seats in a sentence get their players' names. */
export const named = (words: string, names: string[]): string =>
  words.replace(/\bseat (\d+)\b/gi, (whole, n: string) => names[Number(n) - 1] ?? whole)

/** One row for the live region: "Nebet throws 4." */
export function spoken(row: Row, names: string[]): string {
  const who = row.seat === null ? '' : (names[row.seat] ?? '')
  const words = named(row.words || row.text, names)
  const sentence = who ? `${who} ${words}` : words.charAt(0).toUpperCase() + words.slice(1)
  return /[.?]$/.test(sentence) ? sentence : `${sentence}.`
}

/** Rows for the live region, as the log groups them: a line laid out one by one is told in one sentence. */
export function told(rows: Row[], names: string[]): string[] {
  const out: string[] = []
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] as Row
    const from = i
    while (natural(row) && natural(rows[i + 1]) && kind(rows[i + 1]) === kind(row)) i += 1
    const more = i > from ? ` and ${i - from} more` : ''
    out.push(spoken(more ? { ...row, words: (row.words || row.text).replace(/[.]$/, '') + more } : row, names))
  }
  return out
}
