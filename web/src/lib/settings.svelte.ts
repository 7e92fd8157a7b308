/** Settings that this browser remembers. */
import type { Pace } from '../wire/messages'

export type Theme = 'system' | 'light' | 'dark'
export type BotPace = Pace['pace']

interface Wishes {
  theme: Theme
  sound: boolean
  volume: number // of all sounds, 0 to 100
  still: boolean // nothing moves, whatever the device asks for
  throwing: boolean // throw for me
  confirm: boolean // a move waits for the main button
  letters: boolean // single letters are shortcuts
  notices: boolean // notifications of turns while the page is hidden
  pace: BotPace // how fast bots play
  meter: boolean // shows how the match stands, at tables against bots
  tutor: boolean // warns of blunders at tables against bots, and says what matters
  muted: string[] // names whose talk is not shown
}

const KEY = 'benben.settings'
const FIRST: Wishes = {
  theme: 'system',
  sound: true,
  volume: 100,
  still: false,
  throwing: false,
  confirm: false,
  letters: true,
  notices: false,
  pace: 'normal',
  meter: false,
  tutor: false,
  muted: [],
}

/** Reads a JSON value from storage; the fallback where there is none, or none may be kept. */
export function kept<T>(key: string, fallback: T): T {
  try {
    const text = localStorage.getItem(key)
    return text === null ? fallback : (JSON.parse(text) as T)
  } catch {
    return fallback
  }
}

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {
    // a browser that keeps nothing still plays
  }
}

export const settings: Wishes = $state({ ...FIRST, ...kept<Partial<Wishes>>(KEY, {}) })

export function wish<K extends keyof Wishes>(name: K, value: Wishes[K]): void {
  settings[name] = value
  keep(KEY, $state.snapshot(settings))
  if (name === 'theme') showTheme()
  if (name === 'still') showMotion()
}

/** Tells style sheets and boards whether anything may move. */
export function showMotion(): void {
  document.documentElement.toggleAttribute('data-still', settings.still)
  dispatchEvent(new Event('motion'))
}

export function showTheme(): void {
  if (settings.theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = settings.theme
}

const ROUND: Theme[] = ['system', 'light', 'dark']

/** The theme that follows when the button in the header is pressed. */
export const nextTheme = (theme: Theme): Theme => ROUND[(ROUND.indexOf(theme) + 1) % ROUND.length] ?? 'system'

export const THEME_WORDS: Record<Theme, string> = {
  system: 'Theme: follows your device',
  light: 'Theme: light',
  dark: 'Theme: dark',
}
