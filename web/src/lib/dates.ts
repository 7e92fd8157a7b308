/** Days in words. */
const LONG = { day: 'numeric', month: 'short', year: 'numeric' } as const

/** "today" or "3 Nov 2026"; a day comes as 2026-11-03, in universal time as the server counts it. */
export function dayWords(day: string, now: Date = new Date()): string {
  if (day === now.toISOString().slice(0, 10)) return 'today'
  return new Intl.DateTimeFormat('en-GB', { ...LONG, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

/** A moment of the wall clock where this browser is: "14:05", and if it was another day "3 Nov 2026, 14:05". */
export function momentWords(at: number, now: Date = new Date()): string {
  const moment = new Date(at)
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' }).format(moment)
  return moment.toDateString() === now.toDateString() ? time : `${dateWords(at)}, ${time}`
}

/** A moment of the wall clock, as a day where this browser is. */
export const dateWords = (at: number): string => new Intl.DateTimeFormat('en-GB', LONG).format(new Date(at))
