/** Opens a sealed file while it arrives. The output is authentic; only the end shows whether it is complete. */
import {
  headPlaces,
  RECORD_BYTES,
  readSealedHead,
  SEALED_HEAD_BYTES,
  TAG_BYTES,
} from '@waybill/contract/requests/sealed-form'
import { type Bytes, concat, isEqual } from './bytes.ts'
import { agreeOnKey, headNonce, recordNonce } from './file-key.ts'
import type { OpeningKeys } from './opening-keys.ts'
import { SealingError } from './sealing-error.ts'

/** Up to this many waiting records of a range are opened together. */
const RECORDS_AT_ONCE = 32
const SEALED_RECORD_BYTES = RECORD_BYTES + TAG_BYTES

/**
 * The plain bytes of a sealed file, in order. Throws SealingError for any alteration: the caller must then discard all
 * earlier output, since the end was never verified.
 */
export async function* openSealed(source: AsyncIterable<Uint8Array>, keys: OpeningKeys): AsyncGenerator<Bytes> {
  const taker = new Taker(source)
  try {
    const { key, plainBytes } = await openHead(await taker.take(SEALED_HEAD_BYTES), keys)
    const recordCount = Math.max(1, Math.ceil(plainBytes / RECORD_BYTES))
    for (let record = 0; record < recordCount; record += RECORDS_AT_ONCE) {
      const upTo = Math.min(record + RECORDS_AT_ONCE, recordCount)
      const inside = Math.min(plainBytes, upTo * RECORD_BYTES) - record * RECORD_BYTES
      const wanted = inside + (upTo - record) * TAG_BYTES
      const sealed = await taker.take(wanted)
      if (sealed.length < wanted) throw new SealingError('truncated')
      yield concat(...(await openRecords(key, sealed, { record, recordCount })))
    }
    if ((await taker.take(1)).length > 0) throw new SealingError('too-long')
  } finally {
    await taker.close()
  }
}

/** What the head contains, once it has been authenticated. */
async function openHead(bytes: Bytes, keys: OpeningKeys): Promise<{ key: CryptoKey; plainBytes: number }> {
  const head = readSealedHead(bytes)
  if (head === null) throw new SealingError('not-sealed')
  if (!isEqual(head.keyId, keys.keyId)) throw new SealingError('other-key')
  try {
    const sides = { privateKey: keys.privateKey, publicKey: head.ephemeral as Bytes }
    const bound = { head: bytes.slice(0, headPlaces.tag), salt: head.salt as Bytes, sealedFor: keys.publicKey }
    const key = await agreeOnKey(sides, bound, 'decrypt')
    await crypto.subtle.decrypt(headNonce(), key, head.tag as Bytes)
    return { key, plainBytes: head.plainBytes }
  } catch (cause) {
    throw new SealingError('head-altered', { cause })
  }
}

function openRecords(
  key: CryptoKey,
  sealed: Bytes,
  { record, recordCount }: { record: number; recordCount: number },
): Promise<Bytes[]> {
  const pieces = Array.from({ length: Math.ceil(sealed.length / SEALED_RECORD_BYTES) }, (_, nth) =>
    sealed.subarray(nth * SEALED_RECORD_BYTES, (nth + 1) * SEALED_RECORD_BYTES),
  )
  return Promise.all(
    pieces.map(async (piece, nth) => {
      const place = record + nth
      try {
        return new Uint8Array(await crypto.subtle.decrypt(recordNonce(place, place === recordCount - 1), key, piece))
      } catch (cause) {
        throw new SealingError('record-altered', { cause })
      }
    }),
  )
}

/** Cuts pieces of a wanted length out of chunks of any length. */
class Taker {
  readonly #chunks: AsyncIterator<Uint8Array>
  #left: Uint8Array = new Uint8Array()

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#chunks = source[Symbol.asyncIterator]()
  }

  /** This many bytes, or as many as remain. */
  async take(bytes: number): Promise<Bytes> {
    const taken = new Uint8Array(bytes)
    let filled = 0
    while (filled < bytes) {
      if (this.#left.length === 0) {
        const { done, value } = await this.#chunks.next()
        if (done) break
        this.#left = value
      }
      const piece = this.#left.subarray(0, bytes - filled)
      taken.set(piece, filled)
      filled += piece.length
      this.#left = this.#left.subarray(piece.length)
    }
    return taken.subarray(0, filled)
  }

  async close(): Promise<void> {
    await this.#chunks.return?.()
  }
}
