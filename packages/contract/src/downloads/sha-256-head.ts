/* biome-ignore format: a table */
const ROUND = Uint32Array.of(
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
  0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
  0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
  0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
  0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
  0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
  0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
  0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
)

/** A block of 64 bytes, minus the bit that ends the text and the length. */
const MAX_CHARS = 55

const schedule = new Int32Array(64)

/**
 * The first 32 bits of the SHA-256 (FIPS 180-4) of up to 55 ASCII characters. The browser's own function works on
 * secure origins only and returns one promise per call: a search needs hundreds of thousands of calls.
 */
export function sha256Head(text: string): number {
  if (text.length > MAX_CHARS) throw new RangeError(`${text.length} characters do not fit into a block`)
  fillSchedule(text)
  let a = 0x6a09e667
  let b = 0xbb67ae85
  let c = 0x3c6ef372
  let d = 0xa54ff53a
  let e = 0x510e527f
  let f = 0x9b05688c
  let g = 0x1f83d9ab
  let h = 0x5be0cd19
  for (let i = 0; i < 64; i++) {
    const choice = (e & f) ^ (~e & g)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + (ROUND[i] as number) + at(i)) | 0
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0
    h = g
    g = f
    f = e
    e = (d + first) | 0
    d = c
    c = b
    b = a
    a = (first + second) | 0
  }
  return (a + 0x6a09e667) >>> 0
}

function fillSchedule(text: string): void {
  schedule.fill(0, 0, 16)
  for (let i = 0; i < text.length; i++) put(i, text.charCodeAt(i))
  put(text.length, 0x80)
  schedule[15] = text.length * 8
  for (let i = 16; i < 64; i++) {
    const [early, late] = [at(i - 15), at(i - 2)]
    const low = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3)
    const high = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10)
    schedule[i] = at(i - 16) + low + at(i - 7) + high
  }
}

const at = (i: number) => schedule[i] as number
const put = (i: number, byte: number) => {
  schedule[i >> 2] = at(i >> 2) | (byte << (24 - (i & 3) * 8))
}
const turn = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits))
