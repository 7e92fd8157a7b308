/** The router: which page the address asks for, by the History API alone. */
import type { Eye } from '../table/history.svelte'
import { isDay } from '../puzzles/days'

export type Route =
  | { page: 'home' }
  | { page: 'setup'; game: string; against: Against | null }
  | { page: 'table'; code: string; at?: number; eye?: Eye; tutor?: true }
  | { page: 'review'; code: string; at?: number }
  | { page: 'learn'; game: string }
  | { page: 'lesson'; game: string; step: string }
  | { page: 'rulebooks' }
  | { page: 'rules'; game: string; clause: string }
  | { page: 'keys' }
  | { page: 'dice' }
  | { page: 'you' }
  | { page: 'puzzles'; date: string | null } // null: today
  | { page: 'puzzle'; date: string; game: string }
  | { page: 'rush'; game: string }
  | { page: 'lost' }

export type Against = 'alone' | 'bot' | 'friend' | 'device' | 'stranger'

const AGAINST: Against[] = ['alone', 'bot', 'friend', 'device', 'stranger']

/** The route of an address; unknown addresses lead to the page "lost", never to an error. */
export function routeOf(path: string, query = '', hash = ''): Route {
  let parts: string[]
  try {
    parts = path.split('/').filter(Boolean).map(decodeURIComponent)
  } catch {
    return { page: 'lost' }
  }
  const [first, second, third] = parts
  if (parts.length === 0) return { page: 'home' }
  if (parts.length === 1 && first === 'rules') return { page: 'rulebooks' }
  if (parts.length === 1 && first === 'keys') return { page: 'keys' }
  if (parts.length === 1 && first === 'dice') return { page: 'dice' }
  if (parts.length === 1 && first === 'you') return { page: 'you' }
  if (parts.length === 1 && first === 'puzzles') return { page: 'puzzles', date: null }
  if (parts.length === 3 && first === 'puzzles' && second === 'rush' && third) return { page: 'rush', game: third }
  if (first === 'd' && second && isDay(second)) {
    if (parts.length === 2) return { page: 'puzzles', date: second }
    if (parts.length === 3 && third) return { page: 'puzzle', date: second, game: third }
  }
  if (first === 'learn' && parts.length < 3) return { page: 'learn', game: second ?? '' }
  if (first === 'learn' && second && third && parts.length === 3) return { page: 'lesson', game: second, step: third }
  if (first === 't' && second && third === 'review' && parts.length === 3)
    return { page: 'review', code: second, ...momentOf(query) }
  if (parts.length !== 2 || !second) return { page: 'lost' }
  if (first === 't') return { page: 'table', code: second, ...momentOf(query) }
  if (first === 'rules') return { page: 'rules', game: second, clause: hash.replace(/^#/, '') }
  if (first === 'play') {
    const asked = new URLSearchParams(query).get('with')
    return { page: 'setup', game: second, against: AGAINST.find((one) => one === asked) ?? null }
  }
  return { page: 'lost' }
}

/** The moment that an address asks for, in whose perspective, and whether the tutor is on: "?at=40&as=2", "?tutor=1". */
function momentOf(query: string): { at?: number; eye?: Eye; tutor?: true } {
  const asked = new URLSearchParams(query)
  const [at, as] = [asked.get('at') ?? '', asked.get('as') ?? '']
  const eye = /^[1-9]\d?$/.test(as) ? Number(as) - 1 : as === 'open' || as === 'watcher' ? as : null
  return {
    ...(/^\d{1,6}$/.test(at) ? { at: Number(at) } : {}),
    ...(eye === null ? {} : { eye }),
    ...(asked.get('tutor') === '1' ? { tutor: true } : {}),
  }
}

/** The path of a table, or of a moment of its match in some perspective. */
export function tablePath(code: string, at: number | null = null, eye: Eye = 'own'): string {
  const asked = new URLSearchParams()
  if (at !== null) asked.set('at', String(at))
  if (eye !== 'own') asked.set('as', typeof eye === 'number' ? String(eye + 1) : eye)
  return `/t/${encodeURIComponent(code)}${asked.size ? `?${asked}` : ''}`
}
/** The path of the review of a match, or of one of its moments. */
export const reviewPath = (code: string, at: number | null = null): string =>
  `${tablePath(code)}/review${at === null ? '' : `?at=${at}`}`
export const learnPath = (game: string): string => `/learn/${game}`
export const rulesPath = (game: string): string => `/rules/${game}`
export const setupPath = (game: string, against: Against | null = null): string =>
  `/play/${game}${against ? `?with=${against}` : ''}`

/** The table code in a pasted text: a bare code, or a whole invite link. */
export function codeIn(text: string): string {
  const trimmed = text.trim()
  const match = /\/t\/([^/?#\s]+)/.exec(trimmed)
  if (!match?.[1]) return trimmed
  try {
    return decodeURIComponent(match[1])
  } catch {
    return match[1]
  }
}

const here = (): Route => routeOf(location.pathname, location.search, location.hash)

class Router {
  route: Route = $state.raw({ page: 'home' })
  fresh = true // the first page of this visit keeps the browser's own focus

  start(): void {
    this.route = here()
    addEventListener('popstate', () => {
      this.fresh = false
      this.route = here()
    })
    document.addEventListener('click', (event) => this.#caught(event))
  }

  go(path: string, { replace = false } = {}): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', path)
    this.fresh = false
    this.route = here()
    if (!location.hash) scrollTo(0, 0)
  }

  /** Plain clicks on links of this site change the page without reloading it. */
  #caught(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const link = (event.target as Element | null)?.closest?.('a[href]')
    if (!(link instanceof HTMLAnchorElement)) return
    if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return
    if (link.pathname.startsWith('/api/')) return
    if (link.pathname === location.pathname && link.hash) return // a place on this page
    event.preventDefault()
    this.go(link.pathname + link.search + link.hash)
  }
}

export const router = new Router()
