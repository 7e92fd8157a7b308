/** The guest who plays in this browser: a name, and a token once the server knows the guest. */
import { api, Refusal, useToken } from '../lib/api'
import { anyName, tidyName } from '../lib/names'
import { keep, kept } from '../lib/settings.svelte'

const KEY = 'benben.person'

interface Kept {
  name: string
  token: string // empty: the server does not know this guest yet
}

class Guest {
  name = $state('')
  token = $state('')

  constructor() {
    const { name, token } = kept<Kept>(KEY, { name: '', token: '' })
    this.name = name || anyName()
    this.token = token
    useToken(token)
    if (!name) this.#keep()
  }

  /** The token of this guest, who is registered with the server if need be. */
  async known(): Promise<string> {
    if (this.token) return this.token
    const person = await api.person(this.name)
    this.name = person.name
    this.#use(person.token)
    return this.token
  }

  /** Makes a call as this guest; if the server has forgotten the guest, registers again and repeats the call. */
  async as<T>(call: () => Promise<T>): Promise<T> {
    await this.known()
    try {
      return await call()
    } catch (fault) {
      if (!(fault instanceof Refusal) || fault.status !== 401) throw fault
      this.forget()
      await this.known()
      return call()
    }
  }

  async rename(text: string): Promise<void> {
    const name = tidyName(text)
    if (!name || name === this.name) return
    if (this.token) await api.rename(name)
    this.name = name
    this.#keep()
  }

  /** Signs this browser in as the person of a recovery key. */
  async recover(key: string): Promise<void> {
    const person = await api.recover(key)
    this.name = person.name
    this.#use(person.token)
  }

  /** Signs this browser out; the next guest gets another name. */
  leave(): void {
    this.name = anyName()
    this.#use('')
  }

  /** Takes over the name that the server has. */
  told(name: string): void {
    if (name === this.name) return
    this.name = name
    this.#keep()
  }

  /** Drops a token that the server does not know any more. */
  forget(): void {
    this.#use('')
  }

  #use(token: string): void {
    this.token = token
    useToken(token)
    this.#keep()
  }

  #keep(): void {
    keep(KEY, { name: this.name, token: this.token })
  }
}

export const guest = new Guest()
