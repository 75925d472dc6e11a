/** The subset of DER (X.690) that time stamps need. Pure. */

export const TAGS = {
  boolean: 0x01,
  integer: 0x02,
  octets: 0x04,
  null: 0x05,
  oid: 0x06,
  sequence: 0x30,
  set: 0x31,
  context0: 0xa0,
  generalizedTime: 0x18,
} as const

/** One value with its tag. */
export function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content)
  return Buffer.concat([Buffer.of(tag), lengthOf(body.length), body])
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length)
  const digits = Buffer.from(length.toString(16).padStart(length > 0xff ? (length > 0xffff ? 6 : 4) : 2, '0'), 'hex')
  return Buffer.concat([Buffer.of(0x80 | digits.length), digits])
}

/** A non-negative integer, from its big-endian bytes. */
export function derInteger(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0)
  const digits = first === -1 ? Buffer.of(0) : Buffer.from(bytes.subarray(first))
  return der(TAGS.integer, (digits[0] ?? 0) >= 0x80 ? Buffer.of(0) : Buffer.alloc(0), digits)
}

/** Components must be below 128, except the third and later ones, which may be any. */
export function derOid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  const bytes = rest.flatMap((arc) => {
    const digits = [arc & 0x7f]
    for (let left = arc >>> 7; left > 0; left >>>= 7) digits.unshift((left & 0x7f) | 0x80)
    return digits
  })
  return der(TAGS.oid, Buffer.of(first * 40 + second, ...bytes))
}

export interface DerValue {
  tag: number
  content: Buffer
  /** Including its tag and length. */
  whole: Buffer
}

/** Consecutive values. @throws RangeError where they do not end with the bytes */
export function readDer(bytes: Buffer): DerValue[] {
  const values: DerValue[] = []
  for (let at = 0; at < bytes.length; ) {
    const { from, to } = spanOf(bytes, at)
    values.push({ tag: bytes[at] ?? 0, content: bytes.subarray(from, to), whole: bytes.subarray(at, to) })
    at = to
  }
  return values
}

function spanOf(bytes: Buffer, at: number): { from: number; to: number } {
  const first = bytes[at + 1]
  const digits = first !== undefined && first >= 0x80 ? first & 0x7f : 0
  if (first === undefined || first === 0x80 || digits > 4) throw new RangeError('No length of DER')
  const from = at + 2 + digits
  if (from > bytes.length) throw new RangeError('DER ends too early')
  const length = digits === 0 ? first : bytes.readUIntBE(at + 2, digits)
  if (from + length > bytes.length) throw new RangeError('DER ends too early')
  return { from, to: from + length }
}
