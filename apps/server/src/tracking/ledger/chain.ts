/**
 * The chain of a ledger. Pure. Every entry's hash covers the hash before it and the entry's own text, so that nothing
 * can be changed, taken out or put between without all that follows telling. Addresses of networks and people are in it
 * as salted digests alone: with the salt gone nobody can say whose they were, and the chain still holds.
 *
 * hash(n) = SHA-256(hash(n-1) ‖ text(n)), hash(0) = SHA-256("waybill ledger 2" LF transfer). The text is UTF-8, one
 * field a line: transfer, place, time (ISO 8601, UTC, milliseconds), id, kind and actor kind as they are; then reason,
 * recipient, file, bytes, detail, country, city, zone, device, the digests of address and person in hexadecimal, path,
 * the digest of the list of files in hexadecimal, evidence, bytes in doubt and how late it was saved in milliseconds,
 * each '-' where there is none, else '=' and the value with '\' as '\\' and a line feed as '\n'.
 *
 * The digest of a list is SHA-256 of its canonical JSON (RFC 8785): an array of objects with 'bytes', 'id' and 'path',
 * in entries 'checked' also with 'sha256'.
 */
import { createHash } from 'node:crypto'
import { canonicalJson } from '@waybill/contract/core/canonical-json'

/** One of several files of an entry, as the transfer had it then. */
export interface EntryFile {
  id: string
  path: string
  bytes: number
  /** Of the stored bytes, in hexadecimal: in an entry that tells it, and in no other. */
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

/** What the first entry of a ledger builds on. */
export const chainStart = (transferId: string): Buffer =>
  createHash('sha256').update(`${VERSION}\n${transferId}`).digest()

/** The text of an entry as it is hashed; what a receipt shows, so that anybody can hash it again. */
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

/** What stands in the chain for an address. */
export const saltedDigest = (salt: Uint8Array, value: string): Buffer =>
  createHash('sha256').update(salt).update(value).digest()

/** A ledger as it stood at one time. */
export interface Head {
  transferId: string
  length: number
  head: Uint8Array
}

/** What is signed of a ledger with every addition, and what an anchor has of it: four lines. */
export const headText = ({ transferId, length, head }: Head): string =>
  ['waybill head 2', transferId, length, Buffer.from(head).toString('hex')].join('\n')

/** What stands in the chain for the list of an entry's files. */
const listDigest = (files: readonly EntryFile[]): string =>
  createHash('sha256')
    .update(canonicalJson(files.map(({ id, path, bytes, sha256 }) => ({ id, path, bytes, ...(sha256 && { sha256 }) }))))
    .digest('hex')

const decimal = (value: number | null): string | null => (value === null ? null : String(value))

const field = (value: string | null): string =>
  value === null ? '-' : `=${value.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')}`

const hex = (bytes: Uint8Array | null): string | null => (bytes === null ? null : Buffer.from(bytes).toString('hex'))
