import { inflateSync } from 'node:zlib'

const HEAD = 44
const ENTRY = 20
const SFNT_HEAD = 12
const SFNT_ENTRY = 16

/**
 * The plain font in a WOFF 1.0 file (W3C, section 3): the same tables, uncompressed. The library that embeds fonts
 * misreads composite glyphs in a compressed one.
 */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This is no WOFF file')
  const count = woff.readUInt16BE(12)
  const head = Buffer.alloc(SFNT_HEAD + SFNT_ENTRY * count)
  const power = Math.floor(Math.log2(count))
  head.writeUInt32BE(woff.readUInt32BE(4), 0)
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(16 * 2 ** power, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE(16 * count - 16 * 2 ** power, 10)
  const tables: Buffer[] = []
  let at = head.length
  for (let i = 0; i < count; i += 1) {
    const entry = woff.subarray(HEAD + ENTRY * i, HEAD + ENTRY * (i + 1))
    const [offset, packed, bytes] = [entry.readUInt32BE(4), entry.readUInt32BE(8), entry.readUInt32BE(12)]
    const stored = woff.subarray(offset, offset + packed)
    const table = packed < bytes ? inflateSync(stored) : stored
    const place = SFNT_HEAD + SFNT_ENTRY * i
    entry.copy(head, place, 0, 4)
    entry.copy(head, place + 4, 16, 20)
    head.writeUInt32BE(at, place + 8)
    head.writeUInt32BE(bytes, place + 12)
    tables.push(table, Buffer.alloc(-bytes & 3))
    at += bytes + (-bytes & 3)
  }
  return Buffer.concat([head, ...tables])
}
