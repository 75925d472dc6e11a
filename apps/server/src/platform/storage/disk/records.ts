/**
 * The format of a blob on disk: records of RECORD_BYTES plaintext, each as its AES-256-GCM ciphertext and tag, record i
 * at i × STORED_RECORD_BYTES, so that any part can be written and any span read without an index. The nonce is the part
 * attempt's random prefix and the record's number: a part that is sent again with other bytes never reuses a nonce. Key
 * and number are authenticated too: a record moved to another place or file does not open.
 */
import {
  type CipherGCM,
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  type DecipherGCM,
  type KeyObject,
} from 'node:crypto'
import { RECORD_BYTES } from '../blob-port.ts'

export const TAG_BYTES = 16
export const STORED_RECORD_BYTES = RECORD_BYTES + TAG_BYTES
export const NONCE_PREFIX_BYTES = 8
export const DATA_KEY_BYTES = 32

const NONCE_BYTES = NONCE_PREFIX_BYTES + 4
const ALGORITHM = 'aes-256-gcm'

/** The size of the file for a blob of `bytes`. */
export function storedBytes(bytes: number): number {
  return bytes + Math.ceil(bytes / RECORD_BYTES) * TAG_BYTES
}

/** Plaintext bytes of record `index` in a blob of `blobBytes`. */
export function recordBytes(index: number, blobBytes: number): number {
  return Math.min(RECORD_BYTES, blobBytes - index * RECORD_BYTES)
}

/** Creates the ciphers of one blob's records; reuses its nonce and AAD buffers for every record. */
export class RecordCiphers {
  /** A KeyObject: with raw bytes, Node throws and catches an exception at every record. */
  readonly #dataKey: KeyObject
  readonly #nonce = Buffer.alloc(NONCE_BYTES)
  readonly #aad: Buffer

  constructor(dataKey: Uint8Array, blobKey: string) {
    this.#dataKey = createSecretKey(dataKey)
    this.#aad = Buffer.alloc(blobKey.length + 4)
    this.#aad.write(blobKey, 'latin1')
  }

  sealing(prefix: Uint8Array, index: number): CipherGCM {
    this.#aim(prefix, index)
    return createCipheriv(ALGORITHM, this.#dataKey, this.#nonce).setAAD(this.#aad)
  }

  opening(prefix: Uint8Array, index: number): DecipherGCM {
    this.#aim(prefix, index)
    const options = { authTagLength: TAG_BYTES }
    return createDecipheriv(ALGORITHM, this.#dataKey, this.#nonce, options).setAAD(this.#aad)
  }

  #aim(prefix: Uint8Array, index: number): void {
    this.#nonce.set(prefix)
    this.#nonce.writeUInt32BE(index, NONCE_PREFIX_BYTES)
    this.#aad.writeUInt32BE(index, this.#aad.length - 4)
  }
}
