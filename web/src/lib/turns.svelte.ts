/** The matches that wait for this guest: counted in the title and the bar, told when the page is hidden. */
import type { Table, Turn } from '../wire/messages'
import { api, Refusal } from './api'
import { guest } from './person.svelte'
import { router, tablePath } from './router.svelte'
import { settings } from './settings.svelte'

const EVERY = 20_000 // ms between looks while the page is seen
const HIDDEN = 60_000 // and while it is not

const COUNT = /^\(\d+\) /

/** A title with the count before it. */
export const counted = (title: string, count: number): string =>
  (count ? `(${count}) ` : '') + title.replace(COUNT, '')

/** "Senet against Hori" */
export const turnWords = ({ title, against }: Pick<Turn, 'title' | 'against'>): string =>
  against.length ? `${title} against ${against.join(', ')}` : title

/** Whether this browser can show notices at all. */
export const canNotify = (): boolean => 'Notification' in globalThis && globalThis.isSecureContext

class Turns {
  due: Turn[] = $state.raw([])
  #told = new Set<string>() // codes of turns that were told or seen
  #timer: ReturnType<typeof setTimeout> | undefined
  #looking = false

  /** Those at other tables than the one looked at. */
  elsewhere: Turn[] = $derived.by(() => {
    const { route } = router
    return this.due.filter((turn) => route.page !== 'table' || route.code !== turn.code)
  })

  /** Begins to look, and goes on as long as the page is open. */
  start(): void {
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') void this.look()
    })
    const title = document.querySelector('title')
    if (title) new MutationObserver(() => this.#count()).observe(title, { childList: true })
    void this.look()
  }

  /** Asks the server; a page that cannot reach it keeps what it knew. */
  look = async (): Promise<void> => {
    if (this.#looking) return
    this.#looking = true
    try {
      this.#take(guest.token ? await api.turns() : [])
    } catch (fault) {
      if (fault instanceof Refusal && fault.status === 401) this.#take([])
    } finally {
      this.#looking = false
      clearTimeout(this.#timer)
      this.#timer = setTimeout(this.look, document.visibilityState === 'visible' ? EVERY : HIDDEN)
    }
  }

  /** A turn that came over an open line: nobody has to wait for the next look. Bots are never kept waiting. */
  came({ code, game, title, seats }: Table): void {
    const others = seats.filter((seat) => !seat.you)
    if (!others.some((seat) => seat.kind === 'person')) return
    const against = others.map((seat) => seat.name)
    this.#take([...this.due.filter((turn) => turn.code !== code), { code, game, title, against }])
  }

  /** It was seen that this match waits no more. */
  went(code: string): void {
    if (this.due.some((turn) => turn.code === code)) this.#take(this.due.filter((turn) => turn.code !== code))
  }

  #take(due: Turn[]): void {
    const codes = new Set(due.map((turn) => turn.code))
    for (const code of this.#told) if (!codes.has(code)) this.#told.delete(code)
    for (const turn of due) {
      if (this.#told.has(turn.code)) continue
      this.#told.add(turn.code)
      if (document.visibilityState === 'hidden') notify(turn)
    }
    this.due = due
    this.#count()
  }

  #count(): void {
    const title = counted(document.title, this.elsewhere.length)
    if (title !== document.title) document.title = title
    // Where the page is installed, its icon shows the count too.
    if (this.due.length) void navigator.setAppBadge?.(this.due.length).catch(() => {})
    else void navigator.clearAppBadge?.().catch(() => {})
  }
}

function notify(turn: Turn): void {
  if (!settings.notices || !canNotify() || Notification.permission !== 'granted') return
  try {
    const notice = new Notification('Your turn', { body: turnWords(turn), tag: turn.code, icon: '/favicon.svg' })
    notice.onclick = () => {
      focus()
      router.go(tablePath(turn.code))
      notice.close()
    }
  } catch {
    // Some phones show notices of installed apps only.
  }
}

export const turns = new Turns()
