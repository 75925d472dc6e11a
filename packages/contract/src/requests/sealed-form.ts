/**
 * The outer form of a sealed file: its size, and its first bytes. The package sealing seals and opens; both ends check
 * the form by this module. `docs/sealed-files.md` describes all of it.
 */
const MAGIC = [0x57, 0x42, 0x53, 0x45, 0x41, 0x4c] as const
export const SEALED_VERSION = 1
/** Bytes of the plain file per record; the last record has the rest, and an empty file has one empty record. */
export const RECORD_BYTES = 65_536
/** AES-GCM's, at the end of the head and of each record. */
export const TAG_BYTES = 16
export const SEALED_HEAD_BYTES = 128
/** A point of P-256 in uncompressed form: 0x04, x, y. */
export const PUBLIC_KEY_BYTES = 65
export const KEY_ID_BYTES = 16

/** The offsets of a head's fields; each field ends where the next one begins. */
export const headPlaces = { version: 6, keyId: 7, ephemeral: 23, salt: 88, plainBytes: 104, tag: 112 } as const

/** The type of a sealed file's name: the name of its content, and the extension that marks it as sealed. */
export const SEALED_ENDING = '.sealed'

const recordCount = (plainBytes: number): number => Math.max(1, Math.ceil(plainBytes / RECORD_BYTES))

/** The sealed size of a file of this size. */
export const sealedBytesOf = (plainBytes: number): number =>
  SEALED_HEAD_BYTES + plainBytes + TAG_BYTES * recordCount(plainBytes)

/** The plain size of a sealed file of this size; null where no file seals to this size. */
export function plainBytesOf(sealedBytes: number): number | null {
  const inRecords = sealedBytes - SEALED_HEAD_BYTES
  if (inRecords < TAG_BYTES) return null
  const plainBytes = inRecords - TAG_BYTES * Math.ceil(inRecords / (RECORD_BYTES + TAG_BYTES))
  return plainBytes >= 0 && sealedBytesOf(plainBytes) === sealedBytes ? plainBytes : null
}

/** What a head says without a key; trustworthy once the head has been opened. */
export interface SealedHead {
  version: number
  /** The first bytes of the SHA-256 of the public key that it is sealed for. */
  keyId: Uint8Array
  /** The sender's key for this one file. */
  ephemeral: Uint8Array
  salt: Uint8Array
  plainBytes: number
  tag: Uint8Array
}

/** The head at the start of these bytes; null where they begin otherwise, or with a later version. */
export function readSealedHead(bytes: Uint8Array): SealedHead | null {
  if (bytes.length < SEALED_HEAD_BYTES || !MAGIC.every((byte, at) => bytes[at] === byte)) return null
  const version = bytes[headPlaces.version] ?? 0
  if (version !== SEALED_VERSION || bytes[headPlaces.ephemeral] !== 4) return null
  const plainBytes = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(headPlaces.plainBytes))
  if (!Number.isSafeInteger(sealedBytesOf(plainBytes))) return null
  return {
    version,
    keyId: bytes.slice(headPlaces.keyId, headPlaces.ephemeral),
    ephemeral: bytes.slice(headPlaces.ephemeral, headPlaces.salt),
    salt: bytes.slice(headPlaces.salt, headPlaces.plainBytes),
    plainBytes,
    tag: bytes.slice(headPlaces.tag, SEALED_HEAD_BYTES),
  }
}

/** The head before its tag. */
export function writeSealedHead(head: Omit<SealedHead, 'version' | 'tag'>): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(headPlaces.tag)
  bytes.set(MAGIC)
  bytes[headPlaces.version] = SEALED_VERSION
  bytes.set(head.keyId, headPlaces.keyId)
  bytes.set(head.ephemeral, headPlaces.ephemeral)
  bytes.set(head.salt, headPlaces.salt)
  new DataView(bytes.buffer).setBigUint64(headPlaces.plainBytes, BigInt(head.plainBytes))
  return bytes
}

/** 'list.pdf' → 'list.pdf.sealed', and back: the content keeps its name. */
export const openedName = (name: string): string =>
  name.endsWith(SEALED_ENDING) ? name.slice(0, -SEALED_ENDING.length) : name
