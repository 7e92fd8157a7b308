/** Matches that wait for this guest: counted in the title and the header, and notified while the page is hidden. */
import type { Table, Turn } from '../wire/messages'
import { api, Refusal } from '../lib/api'
import { guest } from '../account/person.svelte'
import { router, tablePath } from '../app/router.svelte'
import { settings } from '../lib/settings.svelte'

const EVERY = 20_000 // ms between two polls while the page is visible
const HIDDEN = 60_000 // and while it is not

type Kind = Turn['kinds'][number]
const NOTICE: Record<Kind, string> = { turn: 'Your turn', proposal: 'Your answer is needed' }

const COUNT = /^\(\d+\) /

/** A title with the count before it. */
export const counted = (title: string, count: number): string => (count ? `(${count}) ` : '') + title.replace(COUNT, '')

/** "Senet against Hori" */
export const turnWords = ({ title, against }: Pick<Turn, 'title' | 'against'>): string =>
  against.length ? `${title} against ${against.join(', ')}` : title

/** Whether this browser can show notifications at all. */
export const canNotify = (): boolean => 'Notification' in globalThis && globalThis.isSecureContext

class WaitingMatches {
  due: Turn[] = $state.raw([])
  #told = new Set<string>() // what was notified or seen, by code and kind
  #timer: ReturnType<typeof setTimeout> | undefined
  #looking = false

  /** The matches at other tables than the one that is shown. */
  elsewhere: Turn[] = $derived.by(() => {
    const { route } = router
    return this.due.filter((turn) => route.page !== 'table' || route.code !== turn.code)
  })

  /** Starts polling, for as long as the page is open. */
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

  /** Takes over what an open connection tells about its match, before the next poll. Only matches with other people count. */
  know({ code, game, title, seats }: Table, waits: Kind[]): void {
    const others = seats.filter((seat) => !seat.you)
    const kinds = others.some((seat) => seat.kind === 'person') ? waits : []
    const known = this.due.find((turn) => turn.code === code)?.kinds ?? []
    if (kinds.join() === known.join()) return
    const rest = this.due.filter((turn) => turn.code !== code)
    const against = others.map((seat) => seat.name)
    this.#take(kinds.length ? [...rest, { code, game, title, against, kinds }] : rest)
  }

  #take(due: Turn[]): void {
    const all = due.flatMap((turn) => turn.kinds.map((kind) => ({ turn, kind, key: `${turn.code} ${kind}` })))
    const keys = new Set(all.map(({ key }) => key))
    for (const key of this.#told) if (!keys.has(key)) this.#told.delete(key)
    for (const { turn, kind, key } of all) {
      if (this.#told.has(key)) continue
      this.#told.add(key)
      if (document.visibilityState === 'hidden') notify(turn, kind)
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

function notify(turn: Turn, kind: Kind): void {
  if (!settings.notices || !canNotify() || Notification.permission !== 'granted') return
  try {
    const notice = new Notification(NOTICE[kind], { body: turnWords(turn), tag: turn.code, icon: '/favicon.svg' })
    notice.onclick = () => {
      focus()
      router.go(tablePath(turn.code))
      notice.close()
    }
  } catch {
    // Some phones show notifications of installed apps only.
  }
}

export const turns = new WaitingMatches()
