/** What both ends derive from a sealed file's head: its key, and the nonce of each part sealed under it. */
import { type Bytes, concat, utf8 } from './bytes.ts'
import { CURVE } from './sealing-keys.ts'

/** Agreed from one side's private and the other's public key; good for this one file. */
export async function agreeOnKey(
  sides: { privateKey: CryptoKey; publicKey: Bytes },
  file: { head: Bytes; salt: Bytes; sealedFor: Bytes },
  use: 'encrypt' | 'decrypt',
): Promise<CryptoKey> {
  const theirs = await crypto.subtle.importKey('raw', sides.publicKey, CURVE, false, [])
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: theirs }, sides.privateKey, 256)
  const secret = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  const info = concat(utf8('waybill sealed file 1'), file.head, file.sealedFor)
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: file.salt, info }
  return crypto.subtle.deriveKey(hkdf, secret, { name: 'AES-GCM', length: 256 }, false, [use])
}

const HEAD_KIND = 2

/** Of the head's tag, over nothing: it authenticates the head before the first record. */
export const headNonce = (): AesGcmParams => ({ name: 'AES-GCM', iv: nonce(HEAD_KIND, 0) })

/** Of a record: its index, and whether it is the last one. */
export const recordNonce = (index: number, isLast: boolean): AesGcmParams => ({
  name: 'AES-GCM',
  iv: nonce(isLast ? 1 : 0, index),
})

function nonce(kind: number, index: number): Bytes {
  const bytes = new Uint8Array(12)
  bytes[0] = kind
  new DataView(bytes.buffer).setBigUint64(4, BigInt(index))
  return bytes
}
