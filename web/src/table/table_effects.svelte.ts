/** What a table does beside its page: the title of the window, sounds, and the pace of bots. */
import { untrack } from 'svelte'
import type { AnyClient } from '../games/catalog'
import { settings } from '../lib/settings.svelte'
import { play } from '../lib/sound'
import type { TableStore } from './store.svelte'

/** The title of the window tells whether it is my turn. */
export function titlePage(room: TableStore): void {
  $effect(() => {
    const due = room.acting !== null && !room.over
    const turn = room.answering ? 'Your answer · ' : due ? (room.hand === null ? 'Your turn · ' : 'Your throw · ') : ''
    document.title = `${turn}${room.table?.title ?? 'Table'} · Benben`
  })
}

/** What happened is heard, but nothing of what stood there at first. */
export function playSounds(room: TableStore, client: () => AnyClient | null): void {
  let started = false
  $effect(() => {
    const rows = room.last
    untrack(() => {
      if (!started) return void (started = rows.length > 0 || room.now !== null)
      for (const row of rows) for (const sound of client()?.sounds?.(row) ?? []) play(sound)
    })
  })
}

/** Bots play at another pace as soon as it is chosen. */
export function sendPace(room: TableStore): void {
  let { pace } = settings
  $effect(() => {
    if (settings.pace === pace) return
    pace = settings.pace
    untrack(() => room.wishPace())
  })
}
