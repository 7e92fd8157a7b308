/** Days in words. */
const LONG = { day: 'numeric', month: 'short', year: 'numeric' } as const

/** "today" or "3 Nov 2026"; a day comes as 2026-11-03, in universal time as the server counts it. */
export function dayWords(day: string, now: Date = new Date()): string {
  if (day === now.toISOString().slice(0, 10)) return 'today'
  return new Intl.DateTimeFormat('en-GB', { ...LONG, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))
}

/** A moment of the wall clock, as a day where this browser is. */
export const dateWords = (at: number): string => new Intl.DateTimeFormat('en-GB', LONG).format(new Date(at))
