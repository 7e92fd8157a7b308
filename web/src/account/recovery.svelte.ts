/** Recovery links: the key stands behind the #, which browsers do not send, and is removed from the address at once. */
import { keep, kept } from '../lib/settings.svelte'

const KEPT = 'benben.recovery'

class Recovery {
  offered = $state('') // the key of a link that was opened, until somebody decides
  made = $state(kept(KEPT, false)) // this browser's person has a link somewhere

  /** Notes whether this browser's person has a recovery link; if so, none is offered. */
  keep(made: boolean): void {
    this.made = made
    keep(KEPT, made)
  }
}

export const recovery = new Recovery()

/** The key in the fragment of an address; empty if there is none. */
export const keyIn = (hash: string): string => /^#key=([\w.-]{1,200})$/.exec(hash)?.[1] ?? ''

export const recoveryLink = (token: string): string => `${location.origin}/you#key=${token}`

/** Takes the key out of the address, now and whenever such a link is opened on the page. */
export function takeKey(): void {
  const take = (): void => {
    const key = keyIn(location.hash)
    if (!key) return
    history.replaceState(history.state, '', location.pathname + location.search)
    recovery.offered = key
  }
  take()
  addEventListener('hashchange', take)
}
