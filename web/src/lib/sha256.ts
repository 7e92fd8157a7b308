/**
 * SHA-256 (FIPS 180-4). Browsers have it only on secure pages, and a table among friends at home is often not one:
 * the dice need it everywhere.
 */

const FIRST_PRIMES = [
  2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109,
  113, 127, 131, 137, 139, 149, 151, 157, 163, 167, 173, 179, 181, 191, 193, 197, 199, 211, 223, 227, 229, 233, 239,
  241, 251, 257, 263, 269, 271, 277, 281, 283, 293, 307, 311,
]

/** The first 32 bits after the point of a root, found exactly: the largest r with r to that power in range. */
function rootBits(prime: number, power: 2 | 3): number {
  const wanted = BigInt(prime) << BigInt(32 * power)
  let [low, high] = [0n, 1n << 40n]
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (middle ** BigInt(power) <= wanted) low = middle
    else high = middle
  }
  return Number(low & 0xffffffffn)
}

const START = FIRST_PRIMES.slice(0, 8).map((prime) => rootBits(prime, 2))
const ROUNDS = FIRST_PRIMES.map((prime) => rootBits(prime, 3))

const turned = (x: number, by: number): number => (x >>> by) | (x << (32 - by))

/** The text with a bit 1, zeros and its length, as words of 32 bits in blocks of sixteen. */
function padded(text: string): Uint32Array {
  const bytes = new TextEncoder().encode(text)
  const words = new Uint32Array(Math.ceil((bytes.length + 9) / 64) * 16)
  bytes.forEach((byte, i) => (words[i >> 2]! |= byte << (24 - 8 * (i % 4))))
  words[bytes.length >> 2]! |= 0x80 << (24 - 8 * (bytes.length % 4))
  words[words.length - 1] = bytes.length * 8
  return words
}

function afterBlock(state: number[], block: Uint32Array): number[] {
  const words = new Uint32Array(64)
  words.set(block)
  for (let i = 16; i < 64; i += 1) {
    const [early, late] = [words[i - 15]!, words[i - 2]!]
    const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
    const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
    words[i] = words[i - 16]! + first + words[i - 7]! + second
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  words.forEach((word, i) => {
    const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
    const added = (h + mixed + ((e & f) ^ (~e & g)) + ROUNDS[i]! + word) | 0
    const other = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + added) | 0, c, b, a, (added + other + majority) | 0]
  })
  return [a, b, c, d, e, f, g, h].map((word, i) => (word + state[i]!) | 0)
}

/** The SHA-256 of a text, as 64 hexadecimal digits. */
export function sha256(text: string): string {
  const words = padded(text)
  let state = START
  for (let i = 0; i < words.length; i += 16) state = afterBlock(state, words.subarray(i, i + 16))
  return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
}
