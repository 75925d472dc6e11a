/**
 * The chain of a ledger. Pure. Every entry's hash covers the hash before it and the entry's own text, so that any
 * change, removal or insertion contradicts everything that follows. IP addresses and people's addresses are only in it
 * as salted digests: without the salt nobody can tell whose they were, and the chain still holds.
 *
 * hash(n) = SHA-256(hash(n-1) ‖ text(n)), hash(0) = SHA-256("waybill ledger 2" LF transfer). The text is UTF-8, one
 * field a line: transfer, place, time (ISO 8601, UTC, milliseconds), id, kind and actor kind unchanged; then reason,
 * recipient, file, bytes, detail, country, city, zone, device, the digests of address and person in hexadecimal, path,
 * the digest of the list of files in hexadecimal, evidence, bytes in doubt and the delay of saving in milliseconds,
 * each '-' where there is none, else '=' and the value with '\' as '\\' and a line feed as '\n'.
 *
 * The digest of a list is SHA-256 of its canonical JSON (RFC 8785): an array of objects with 'bytes', 'id' and 'path',
 * in entries 'checked' also with 'sha256'.
 */
import { createHash } from 'node:crypto'
import { canonicalJson } from '@waybill/contract/core/canonical-json'

/** One of several files of an entry, as it was in the transfer at that time. */
export interface EntryFile {
  id: string
  path: string
  bytes: number
  /** Of the stored bytes, in hexadecimal: only in an entry 'checked'. */
  sha256?: string
}

export interface ChainEntry {
  place: number
  at: Date
  id: string
  kind: string
  actorKind: string
  reason: string | null
  recipientId: string | null
  fileId: string | null
  bytes: number | null
  detail: string | null
  country: string | null
  city: string | null
  timeZone: string | null
  device: string | null
  ipDigest: Uint8Array | null
  personDigest: Uint8Array | null
  path: string | null
  files: readonly EntryFile[] | null
  evidence: string | null
  doubtBytes: number | null
  lateMs: number | null
}

const VERSION = 'waybill ledger 2'

/** The hash that the first entry of a ledger builds on. */
export const chainStart = (transferId: string): Buffer =>
  createHash('sha256').update(`${VERSION}\n${transferId}`).digest()

/** The text of an entry that is hashed; a receipt shows it, so that anybody can hash it again. */
export function chainText(transferId: string, entry: ChainEntry): string {
  const { place, at, id, kind, actorKind } = entry
  const optional = [
    entry.reason,
    entry.recipientId,
    entry.fileId,
    decimal(entry.bytes),
    entry.detail,
    entry.country,
    entry.city,
    entry.timeZone,
    entry.device,
    hex(entry.ipDigest),
    hex(entry.personDigest),
    entry.path,
    entry.files && listDigest(entry.files),
    entry.evidence,
    decimal(entry.doubtBytes),
    decimal(entry.lateMs),
  ]
  return [transferId, String(place), at.toISOString(), id, kind, actorKind, ...optional.map(field)].join('\n')
}

export const chainHash = (before: Uint8Array, transferId: string, entry: ChainEntry): Buffer =>
  createHash('sha256').update(before).update(chainText(transferId, entry)).digest()

/** What the chain holds instead of an address. */
export const saltedDigest = (salt: Uint8Array, value: string): Buffer =>
  createHash('sha256').update(salt).update(value).digest()

/** The end of a ledger at one time. */
export interface Head {
  transferId: string
  length: number
  head: Uint8Array
}

/** The signed text of a ledger's end, renewed with every addition and covered by anchors: four lines. */
export const headText = ({ transferId, length, head }: Head): string =>
  ['waybill head 2', transferId, length, Buffer.from(head).toString('hex')].join('\n')

/** What the chain holds instead of the list of an entry's files. */
const listDigest = (files: readonly EntryFile[]): string =>
  createHash('sha256')
    .update(canonicalJson(files.map(({ id, path, bytes, sha256 }) => ({ id, path, bytes, ...(sha256 && { sha256 }) }))))
    .digest('hex')

const decimal = (value: number | null): string | null => (value === null ? null : String(value))

const field = (value: string | null): string =>
  value === null ? '-' : `=${value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`

const hex = (bytes: Uint8Array | null): string | null => (bytes === null ? null : Buffer.from(bytes).toString('hex'))
