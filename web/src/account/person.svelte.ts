/** Who plays at this browser: a guest with a name, made known to the server on first need. */
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

  /** Makes sure that the server knows this guest; the token comes back. */
  async known(): Promise<string> {
    if (this.token) return this.token
    const person = await api.person(this.name)
    this.name = person.name
    this.#use(person.token)
    return this.token
  }

  /** Calls with a known guest; one whom the server forgot introduces itself again. */
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

  /** From now on this browser is the person of this recovery key. */
  async recover(key: string): Promise<void> {
    const person = await api.recover(key)
    this.name = person.name
    this.#use(person.token)
  }

  /** This browser has no person any more, and the next one has another name. */
  leave(): void {
    this.name = anyName()
    this.#use('')
  }

  /** The name as the server has it. */
  told(name: string): void {
    if (name === this.name) return
    this.name = name
    this.#keep()
  }

  /** The server does not know this token any more. */
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
