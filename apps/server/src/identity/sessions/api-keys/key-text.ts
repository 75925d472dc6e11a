import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { fromBase62, newBase62, toBase62 } from '../../../platform/ids.ts'

/**
 * The text of an API key, `wbk_<id>_<secret>_<checksum>`: 8, 32 and 6 characters of base62. The prefix and the CRC-32 of
 * everything before let scanners of source code recognise a leaked key without asking this server; the secret has 190
 * random bits, so a plain SHA-256 of the text is enough to store.
 */
const FORM = /^(wbk_([0-9A-Za-z]{8})_[0-9A-Za-z]{32})_([0-9A-Za-z]{6})$/
const CHECKSUM_CHARS = 6

export interface KeyText {
  /** The public part, under which the key is stored. */
  id: string
  text: string
  hash: Buffer
}

const withChecksum = (body: string): string => `${body}_${toBase62(crc32(body), CHECKSUM_CHARS)}`

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

export function newKeyText(): KeyText {
  const id = newBase62(8)
  const text = withChecksum(`wbk_${id}_${newBase62(32)}`)
  return { id, text, hash: hashOf(text) }
}

/** Null for a text that is no key: misspelt, cut off, or made up. */
export function readKeyText(text: string): KeyText | null {
  const [, body = '', id = '', checksum = ''] = FORM.exec(text) ?? []
  if (body === '' || fromBase62(checksum) !== crc32(body)) return null
  return { id, text, hash: hashOf(text) }
}
