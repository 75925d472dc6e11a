/** Data and functions for the tests of sealing. */
import { createCipheriv, randomInt } from 'node:crypto'
import { sealedBytesOf } from '@waybill/contract/requests/sealed-form'
import type { Sealing } from '@waybill/contract/requests/shapes'
import type { DeriveKey } from '../src/derive-key.ts'
import { type FileSeal, makeFileSeal, sealRange } from '../src/file-seal.ts'
import { openSealed } from '../src/open-sealed.ts'
import { type OpeningKeys, unwrapKeys } from '../src/opening-keys.ts'
import { makeSealing } from '../src/sealing-keys.ts'

export const PASSPHRASE = 'copper gantry at low tide'

/** Quick, and no secret: argon2id, which is slow, has separate tests. */
export const quickly: DeriveKey = async (passphrase, salt) => {
  const both = new Uint8Array([...salt, ...passphrase])
  return new Uint8Array(await crypto.subtle.digest('SHA-256', both))
}

export interface Held {
  sealing: Sealing
  keys: OpeningKeys
}

export async function makeHeld(): Promise<Held> {
  const sealing = await makeSealing(PASSPHRASE, quickly)
  return { sealing, keys: await unwrapKeys(sealing, PASSPHRASE, quickly) }
}

/** Bytes that look random and are the same for the same seed. */
export const bytesOf = (length: number, seed = 1): Buffer =>
  createCipheriv('aes-128-ctr', Buffer.alloc(16, seed), Buffer.alloc(16)).update(Buffer.alloc(length))

export function plainOf(content: Uint8Array) {
  const blob = new Blob([new Uint8Array(content)])
  return { bytes: content.length, slice: (start: number, end: number) => blob.slice(start, end) }
}

export async function rangeOf(seal: FileSeal, content: Uint8Array, start: number, end: number): Promise<Buffer> {
  return Buffer.from(await (await sealRange(seal, plainOf(content), start, end)).arrayBuffer())
}

export async function sealWhole({ sealing }: Held, content: Uint8Array): Promise<Buffer> {
  const seal = await makeFileSeal(sealing.publicKey, content.length)
  return rangeOf(seal, content, 0, sealedBytesOf(content.length))
}

/** In chunks of any length. */
export async function* chunked(sealed: Uint8Array, largest = 100_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < sealed.length; ) {
    const bytes = randomInt(1, largest)
    yield sealed.subarray(at, at + bytes)
    at += bytes
  }
}

export async function openWhole({ keys }: Held, sealed: Uint8Array, largest?: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of openSealed(chunked(sealed, largest), keys)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** The result of opening it: 'opened' or the error's code. */
export const endOf = (held: Held, sealed: Uint8Array): Promise<string> =>
  openWhole(held, sealed).then(
    () => 'opened',
    ({ code, message }) => code ?? message,
  )
