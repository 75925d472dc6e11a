/**
 * The CRC-32 of two joined ranges of bytes, from the CRC-32 of each (IEEE polynomial, as in zip and zlib): it gives a
 * file's checksum from the checksums of its parts, without reading a byte again. Appending n bytes multiplies the first
 * checksum by x^(8n) in GF(2)[x] modulo the polynomial; after zlib's `crc32_combine`.
 */
const POLYNOMIAL = 0xedb88320
const ONE = 0x80000000

/** The product of two polynomials modulo POLYNOMIAL, bits reflected: bit 31 is x^0. */
function multiply(a: number, b: number): number {
  let product = 0
  let factor = b
  for (let bits = a | 0; bits !== 0; bits <<= 1) {
    if (bits < 0) product ^= factor
    factor = factor & 1 ? (factor >>> 1) ^ POLYNOMIAL : factor >>> 1
  }
  return product
}

/** x^(2^k) for k of 0 to 31; the values then repeat, as x^(2^32) is x again. */
const squares = (() => {
  const table = [ONE >>> 1]
  for (let k = 1; k < 32; k++) table.push(multiply(table[k - 1] as number, table[k - 1] as number))
  return table
})()

const MAX_CACHED_LENGTHS = 1_000
const powers = new Map<number, number>()

/** x^(8 × bytes), cached: most parts have one length, so nearly every call finds its value. */
function shiftOf(bytes: number): number {
  const known = powers.get(bytes)
  if (known !== undefined) return known
  let power = ONE
  for (let rest = bytes, k = 3; rest > 0; rest = Math.floor(rest / 2), k++) {
    if (rest % 2 === 1) power = multiply(squares[k % 32] as number, power)
  }
  if (powers.size >= MAX_CACHED_LENGTHS) powers.clear()
  powers.set(bytes, power)
  return power
}

/**
 * CRC-32 of A followed by B, an unsigned 32-bit number.
 *
 * @param a CRC-32 of A
 * @param b CRC-32 of B
 * @param lengthOfB bytes of B: a safe integer of 0 or more, else a RangeError
 */
export function combineCrc32(a: number, b: number, lengthOfB: number): number {
  if (!Number.isSafeInteger(lengthOfB) || lengthOfB < 0) throw new RangeError(`not a length in bytes: ${lengthOfB}`)
  return (multiply(a, shiftOf(lengthOfB)) ^ b) >>> 0
}
