/** The keys of this guest, as the page "You" shows them. */
import type { FreshKey, NewKey, PersonKey } from '../wire/messages'
import { api } from '../lib/api'
import { guest } from './person.svelte'
import { recovery } from './recovery.svelte'
import { turns } from '../lobby/waiting_matches.svelte'

export class CredentialStore {
  keys: PersonKey[] = $state.raw([])
  trouble = $state('')

  devices = $derived(this.keys.filter((key) => key.kind === 'device'))
  links = $derived(this.keys.filter((key) => key.kind === 'recovery'))
  programs = $derived(this.keys.filter((key) => key.kind === 'program'))

  /** Fetches the keys; a guest that the server does not know has none. */
  async load(): Promise<void> {
    await this.#try(async () => this.#take(guest.token ? await guest.as(() => api.keys()) : []))
  }

  /** Makes a key; null if that failed, and then `trouble` says why. */
  async make(kind: NewKey['kind'], label = ''): Promise<FreshKey | null> {
    return this.#try(async () => {
      const fresh = await guest.as(() => api.newKey(kind, label))
      this.#take(await api.keys())
      return fresh
    })
  }

  async revoke(key: PersonKey): Promise<void> {
    await this.#try(async () => {
      const left = await api.revoke(key.id)
      if (key.here) {
        guest.leave()
        recovery.keep(false)
        void turns.look()
        this.keys = []
      } else this.#take(left)
    })
  }

  #take(keys: PersonKey[]): void {
    this.keys = keys
    recovery.keep(this.links.length > 0)
  }

  async #try<T>(deed: () => Promise<T>): Promise<T | null> {
    this.trouble = ''
    try {
      return await deed()
    } catch (fault) {
      this.trouble = (fault as Error).message
      return null
    }
  }
}
