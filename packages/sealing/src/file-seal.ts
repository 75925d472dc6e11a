/**
 * Sealing one file for a public key. Any range of the sealed file can be made at any time, and is the same each time:
 * parts are sent and sent again, in any order, even by another tab that has stored the file's seal.
 */
import {
  headPlaces,
  plainBytesOf,
  RECORD_BYTES,
  SEALED_HEAD_BYTES,
  sealedBytesOf,
  TAG_BYTES,
  writeSealedHead,
} from '@waybill/contract/requests/sealed-form'
import { type Bytes, concat, fromBase64url, randomBytes } from './bytes.ts'
import { agreeOnKey, headNonce, recordNonce } from './file-key.ts'
import { CURVE, keyIdOf } from './sealing-keys.ts'

/**
 * The secret of one file during its upload; can be stored in IndexedDB, where its key cannot be extracted. It is good
 * for one content: two contents under one seal would reveal both.
 */
export interface FileSeal {
  head: Bytes
  key: CryptoKey
}

/** Makes the seal of a file of this size. `publicKey` as the request has it. */
export async function makeFileSeal(publicKey: string, plainBytes: number): Promise<FileSeal> {
  const sealedFor = fromBase64url(publicKey)
  const pair = await crypto.subtle.generateKey(CURVE, false, ['deriveBits'])
  const ephemeral = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  const salt = randomBytes(headPlaces.plainBytes - headPlaces.salt)
  const head = writeSealedHead({ keyId: await keyIdOf(sealedFor), ephemeral, salt, plainBytes })
  const sides = { privateKey: pair.privateKey, publicKey: sealedFor }
  const key = await agreeOnKey(sides, { head, salt, sealedFor }, 'encrypt')
  const tag = await crypto.subtle.encrypt(headNonce(), key, new Uint8Array())
  return { head: concat(head, new Uint8Array(tag)), key }
}

const SEALED_RECORD_BYTES = RECORD_BYTES + TAG_BYTES
/** How many records are read and sealed together: a few MiB in memory at a time. */
const RECORDS_AT_ONCE = 32

interface Readable {
  bytes: number
  slice(start: number, end: number): Blob
}

/**
 * Bytes `[start, end)` of the sealed file. Rejects with the read error (NotReadableError …).
 *
 * @throws RangeError (a bug) when the range lies outside the sealed file, or the file's size differs from its seal's
 */
export async function sealRange(seal: FileSeal, plain: Readable, start: number, end: number): Promise<Blob> {
  const sealedBytes = sealedBytesOf(plain.bytes)
  const sealedFor = Number(new DataView(seal.head.buffer, seal.head.byteOffset).getBigUint64(headPlaces.plainBytes))
  if (start < 0 || end < start || end > sealedBytes || sealedFor !== plain.bytes)
    throw new RangeError('not in the file')
  const pieces: Bytes[] = []
  if (start < SEALED_HEAD_BYTES) pieces.push(seal.head.slice(start, Math.min(end, SEALED_HEAD_BYTES)))
  const from = Math.max(0, start - SEALED_HEAD_BYTES)
  const to = end - SEALED_HEAD_BYTES
  const last = Math.ceil(to / SEALED_RECORD_BYTES)
  for (let record = Math.floor(from / SEALED_RECORD_BYTES); record < last; record += RECORDS_AT_ONCE) {
    const upTo = Math.min(record + RECORDS_AT_ONCE, last)
    const sealed = await sealRecords(seal, plain, record, upTo)
    const offset = record * SEALED_RECORD_BYTES
    pieces.push(concat(...sealed).subarray(Math.max(0, from - offset), to - offset))
  }
  return new Blob(pieces)
}

async function sealRecords({ key }: FileSeal, plain: Readable, from: number, to: number): Promise<Bytes[]> {
  const recordCount = Math.max(1, Math.ceil(plain.bytes / RECORD_BYTES))
  const first = from * RECORD_BYTES
  const wanted = Math.min(to * RECORD_BYTES, plain.bytes)
  const content = new Uint8Array(await plain.slice(first, wanted).arrayBuffer())
  // A file that has shrunk gives a short read, without an error.
  if (content.length !== wanted - first) throw new DOMException('The file has changed', 'NotReadableError')
  const places = Array.from({ length: to - from }, (_, nth) => from + nth)
  return Promise.all(
    places.map(async (place) => {
      const at = place * RECORD_BYTES - first
      const record = content.subarray(at, at + RECORD_BYTES)
      return new Uint8Array(await crypto.subtle.encrypt(recordNonce(place, place === recordCount - 1), key, record))
    }),
  )
}

/** The bytes of the plain file that a range of the sealed file needs. */
export function plainSpanOf(sealedBytes: number, start: number, end: number): { start: number; end: number } {
  const plainBytes = plainBytesOf(sealedBytes) ?? 0
  const recordAt = (at: number) => Math.floor(Math.max(0, at - SEALED_HEAD_BYTES) / SEALED_RECORD_BYTES)
  const to = end <= SEALED_HEAD_BYTES ? 0 : (recordAt(end - 1) + 1) * RECORD_BYTES
  return { start: Math.min(plainBytes, recordAt(start) * RECORD_BYTES), end: Math.min(plainBytes, to) }
}
