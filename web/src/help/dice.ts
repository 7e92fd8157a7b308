/** The promise about the dice, checked in this browser. */

/** The hash that was promised for a secret; null where the browser has no hashing here. */
export async function commitmentOf(secret: string): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null
  const bytes = new TextEncoder().encode(`benben commitment ${secret}`)
  const hash = await crypto.subtle.digest('SHA-256', bytes)
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** What opening the promise shows, in a sentence. */
export function verdict(promise: string, secret: string, hash: string | null): { good: boolean | null; words: string } {
  if (hash === null)
    return {
      good: null,
      words: 'This browser can compute hashes only on secure pages (https). The server’s own check is below.',
    }
  if (hash === promise) return { good: true, words: `The key ${secret.slice(0, 8)}… opens the promise from the start.` }
  return { good: false, words: 'The key does not open the promise that was made at the start.' }
}
