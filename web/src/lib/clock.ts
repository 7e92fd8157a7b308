/** Clocks in words and figures. */
import type { ClockPlan, Clocks } from '../wire/messages'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const LONG = 2 * HOUR // from here on seconds are not shown

/** "8:12", under ten seconds "9.4", an hour or more "1:02:03"; in play by post "5 h 12 min", "2 d 4 h". */
export function clockText(ms: number): string {
  const left = Math.max(0, ms)
  if (left >= DAY) return `${Math.floor(left / DAY)} d ${Math.floor(left / HOUR) % 24} h`
  if (left >= LONG) return `${Math.floor(left / HOUR)} h ${Math.floor(left / MINUTE) % 60} min`
  if (left < 10_000) return (Math.floor(left / 100) / 10).toFixed(1)
  const seconds = Math.floor(left / 1000)
  const pad = (n: number) => String(n).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  return hours ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}` : `${minutes}:${pad(seconds % 60)}`
}

/** Milliseconds between two updates of a clock with this much time left. */
export const tickOf = (ms: number): number => (ms > LONG + MINUTE ? 10_000 : 100)

/** A clock for screen readers: "8 minutes 12 seconds", "2 days 4 hours". */
export function clockWords(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const many = (n: number, one: string) => (n ? `${n} ${one}${n === 1 ? '' : 's'}` : '')
  const days = Math.floor(seconds / 86_400)
  if (days) return [many(days, 'day'), many(Math.floor(seconds / 3600) % 24, 'hour')].filter(Boolean).join(' ')
  const parts = [
    many(Math.floor(seconds / 3600), 'hour'),
    many(Math.floor(seconds / 60) % 60, 'minute'),
    many(seconds % 60, 'second'),
  ].filter(Boolean)
  return parts.join(' ') || 'no time'
}

/** What a seat has left now: the server's figure, less what passed since it came. */
export function leftNow(clocks: Clocks, seat: number, passed: number): number {
  const left = clocks.left[seat] ?? 0
  return Math.max(0, clocks.running === seat ? left - Math.max(0, passed) : left)
}

const length = (seconds: number): string =>
  seconds % 86_400 === 0
    ? seconds === 86_400
      ? '1 day'
      : `${seconds / 86_400} days`
    : seconds % 3600 === 0
      ? `${seconds / 3600} h`
      : seconds % 60 === 0
        ? `${seconds / 60} min`
        : `${seconds} s`

/** A plan in a word or two: "none", "10 min each", "30 s a move", "3 days a move". */
export function planWords(plan: ClockPlan): string {
  if (plan.kind === 'none') return 'none'
  if (plan.kind === 'move') return `${length(plan.seconds)} a move`
  return `${length(plan.seconds)} each${plan.increment ? ` + ${plan.increment} s` : ''}`
}
