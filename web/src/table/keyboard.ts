/** Keys that work wherever the focus is at a table: through the log, and letters for what the dock offers. */
import { settings } from '../lib/settings.svelte'
import type { Say } from './game_client'
import type { Replay } from './replay.svelte'
import type { TableStore } from './store.svelte'

interface TableActions {
  room: TableStore
  replay: Replay
  acting: number | null // the seat I act for; null: none, or in replay
  go: (() => void) | null // throws, when my hand is due
  say: Say // what the dock offers
  rules: () => void
  showHelp: () => void
}

export function handleTableKey(event: KeyboardEvent, actions: TableActions): void {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return
  const target = event.target instanceof HTMLElement ? event.target : document.body
  if (target.closest('input, textarea, select, [popover]')) return
  const free = target === document.body || target.id === 'main'
  if (free && walkLog(event.key, actions)) event.preventDefault()
  else if (settings.letters) pressLetter(event.key, actions)
}

/** Arrows lead through the log; where it is looked at, Home, End and the space bar too. True where the key did something. */
function walkLog(key: string, { room, replay }: TableActions): boolean {
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    replay.by(key === 'ArrowLeft' ? -1 : 1)
    return true
  }
  if (room.looking === null && !room.over) return false
  if (key === ' ') replay.toggle()
  else if (key === 'Home') replay.first()
  else if (key === 'End') replay.end()
  else return false
  return true
}

function pressLetter(key: string, { room, acting, go, say, rules, showHelp }: TableActions): void {
  const idle = room.looking !== null || room.over || room.line.kind === 'dropped'
  switch (key.toLowerCase()) {
    case 't':
      return go?.()
    case 'y':
      return idle ? undefined : room.tutor.warning ? room.tutor.takeBack() : say.main?.run()
    case 'u':
      return room.undo()
    case 'h':
      return room.hand === null && acting !== null && room.advised ? room.askHint() : undefined
    case 'm':
      return room.tutor.askFocus()
    case 'r':
      return rules()
    case 'a':
      return document.querySelector<HTMLElement>('[data-answer]')?.focus()
    case '?':
      return showHelp()
  }
}
