/** CRC-32 (IEEE, as in zip), sixteen bytes at a step. A checksum in pieces continues from the last one. */
const TABLES = (() => {
  const tables = Array.from({ length: 16 }, () => new Int32Array(256))
  const [first] = tables as [Int32Array]
  for (let byte = 0; byte < 256; byte++) {
    let sum = byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
    first[byte] = sum
  }
  for (let k = 1; k < 16; k++) {
    for (let byte = 0; byte < 256; byte++) {
      const before = (tables[k - 1] as Int32Array)[byte] as number
      ;(tables[k] as Int32Array)[byte] = (before >>> 8) ^ (first[before & 0xff] as number)
    }
  }
  return tables as [
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
    Int32Array,
  ]
})()

/** CRC-32 of the data behind `sum` followed by `bytes`; unsigned. */
export function crc32(bytes: Uint8Array, sum = 0): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, ta, tb, tc, td, te, tf] = TABLES
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const whole = bytes.length - (bytes.length % 16)
  let c = ~sum
  // biome-ignore-start lint/style/noNonNullAssertion: every index is masked to the table's 256 entries
  for (let i = 0; i < whole; i += 16) {
    const w0 = view.getInt32(i, true) ^ c
    const w1 = view.getInt32(i + 4, true)
    const w2 = view.getInt32(i + 8, true)
    const w3 = view.getInt32(i + 12, true)
    c =
      tf[w0 & 0xff]! ^
      te[(w0 >>> 8) & 0xff]! ^
      td[(w0 >>> 16) & 0xff]! ^
      tc[w0 >>> 24]! ^
      tb[w1 & 0xff]! ^
      ta[(w1 >>> 8) & 0xff]! ^
      t9[(w1 >>> 16) & 0xff]! ^
      t8[w1 >>> 24]! ^
      t7[w2 & 0xff]! ^
      t6[(w2 >>> 8) & 0xff]! ^
      t5[(w2 >>> 16) & 0xff]! ^
      t4[w2 >>> 24]! ^
      t3[w3 & 0xff]! ^
      t2[(w3 >>> 8) & 0xff]! ^
      t1[(w3 >>> 16) & 0xff]! ^
      t0[w3 >>> 24]!
  }
  for (let i = whole; i < bytes.length; i++) c = (c >>> 8) ^ t0[(c ^ bytes[i]!) & 0xff]!
  // biome-ignore-end lint/style/noNonNullAssertion: as above
  return ~c >>> 0
}
