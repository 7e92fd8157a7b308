/** One room of a table as tests use it: what it sends is kept, and no server is behind it. */
import { afterEach, beforeEach, vi } from 'vitest'
import { said } from '../../src/lib/announce.svelte'
import { TablePeople } from '../../src/table/people.svelte'
import { wish } from '../../src/lib/settings.svelte'
import { TableStore } from '../../src/table/store.svelte'
import type { Now, Proposal, Table } from '../../src/wire/messages'
import { now, table } from './scenes'

export const offer = (more: Partial<Proposal> = {}): Proposal => ({
  by: 1,
  what: 'undo',
  kept: 0,
  seat: null,
  level: '',
  words: 'asks to take back the last move',
  waits: [0],
  ...more,
})

/** What this room sent to the server. */
export let sent: Record<string, unknown>[]
export let room: TableStore

/** Puts a table before the room as the server would. */
export function show(more: Partial<Table>, yours = [0], at: Partial<Now> = {}) {
  const before = room.table
  room.table = table(more)
  room.yours = yours
  room.confirmed = now(at)
  room.company.changed(before, room.table)
}

/** What screen readers were told. */
export const words = () => said.map((one) => one.text)

/** Gives each test of a file a room of its own, with a table in it. */
export function useRoom(): void {
  beforeEach(() => {
    vi.useFakeTimers()
    vi.stubGlobal('fetch', () =>
      Promise.resolve(
        new Response(
          JSON.stringify([{ name: 'senet', levels: [{ name: 'apprentice' }, { name: 'scribe' }, { name: 'vizier' }] }]),
        ),
      ),
    )
    Element.prototype.scrollTo ??= () => {}
    HTMLDialogElement.prototype.showModal ??= () => {}
    said.length = 0
    sent = []
    room = new TableStore('lotus')
    Object.assign(room, { company: new TablePeople(room, (message) => void sent.push({ ...message })) })
    show({})
  })
  afterEach(() => {
    room.close()
    vi.useRealTimers()
    vi.unstubAllGlobals()
    wish('muted', [])
  })
}
