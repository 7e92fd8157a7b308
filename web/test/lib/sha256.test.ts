import { describe, expect, it } from 'vitest'
import { sha256 } from '../../src/lib/sha256'

const digest = async (text: string): Promise<string> => {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

describe('sha256', () => {
  it('gives the values of the standard', () => {
    expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })

  it('agrees with the browser for texts of every length up to some blocks', async () => {
    for (let length = 0; length < 200; length += 1) {
      const text = Array.from({ length }, (_, i) => String.fromCharCode(33 + ((i * 7 + length) % 300))).join('')
      expect(sha256(text)).toBe(await digest(text))
    }
  })
})
