import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const fromAlphabet = (alphabet: string, chars: number) =>
  Array.from({ length: chars }, () => alphabet[randomInt(alphabet.length)]).join('')

/** A row id made by the app: 120 random bits, 20 base64url characters. */
export const newId = (): string => randomBytes(15).toString('base64url')

const SHARED_BYTES = 6
const OWN_BYTES = 9

/**
 * Row ids for things that are made and read together, ascending. They begin with the same 48 random bits, so that an
 * index has them on few pages however many it holds; the other 72 are each one's own.
 */
export function newIds(count: number): string[] {
  const shared = randomBytes(SHARED_BYTES).toString('base64url')
  const own = randomBytes(count * OWN_BYTES).toString('base64url')
  const length = (OWN_BYTES * 4) / 3
  return Array.from({ length: count }, (_none, nth) => shared + own.slice(nth * length, (nth + 1) * length)).sort()
}

/** 7 base62 characters from a CSPRNG; the caller resolves a rare collision through the unique index. */
export const newSlug = (): string => fromAlphabet(BASE62, 7)

/** A bearer secret of `bits` (a multiple of 8), base64url. Only its hash is stored. */
export const newToken = (bits: 128 | 256 = 256): string => randomBytes(bits / 8).toString('base64url')

/** The stored form of a bearer secret. Plain SHA-256 is enough: the secret has at least 128 bits. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** `chars` characters of base62 from a CSPRNG. */
export const newBase62 = (chars: number): string => fromAlphabet(BASE62, chars)

/** A whole number in base62, the most significant digit first, with zeros in front up to `chars`. */
export function toBase62(number: number, chars: number): string {
  let [text, rest] = ['', number]
  for (; text.length < chars; rest = Math.floor(rest / 62)) text = `${BASE62[rest % 62]}${text}`
  return text
}

/** The number that `toBase62` wrote. */
export const fromBase62 = (text: string): number =>
  [...text].reduce((number, digit) => number * 62 + BASE62.indexOf(digit), 0)

/** In constant time. */
export const isSameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other)
