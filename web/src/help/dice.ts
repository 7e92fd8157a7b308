/** The promise about the dice, checked in this browser. */
import { sha256 } from '../lib/sha256'

interface Finding {
  good: boolean
  words: string
}

/** The hash that the server promises for a secret. */
export const commitmentOf = (secret: string): string => sha256(`benben commitment ${secret}`)

/** What opening the promise shows, in a sentence. */
export const verdict = (promise: string, secret: string): Finding =>
  commitmentOf(secret) === promise
    ? { good: true, words: `The key ${secret.slice(0, 8)}… opens the promise of the start.` }
    : { good: false, words: 'The key does not open the promise that was made at the start.' }

/** What the seeds in the record show to a device that opened one of its own; null where it did not. */
export const seedsVerdict = (asSeen: boolean | null): Finding | null =>
  asSeen === null
    ? null
    : asSeen
      ? { good: true, words: 'All seeds are those that were fixed before yours was opened.' }
      : { good: false, words: 'A seed is not the one that was fixed before yours was opened.' }
