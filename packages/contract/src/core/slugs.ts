/** The shapes of the parts of a link. A shape does not say whether the thing exists. */
export const SLUG_ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
export const SLUG_LENGTH = 7

/** Seven base62 characters. */
export function isSlug(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9A-Za-z]{7}$/.test(value)
}

/** 128 bits in base64url: 22 characters; the last one carries two bits and has only four values. */
export function isRecipientToken(value: unknown): value is string {
  return typeof value === 'string' && /^[\w-]{21}[AQgw]$/.test(value)
}
