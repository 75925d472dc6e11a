/**
 * The key pair of a request: the requester makes it, and its private half leaves their browser only wrapped under a
 * passphrase.
 */

import { KEY_ID_BYTES } from '@waybill/contract/requests/sealed-form'
import type { Sealing, WrappedKey } from '@waybill/contract/requests/shapes'
import { type Bytes, concat, fromBase64url, randomBytes, toBase64url, toHex, utf8 } from './bytes.ts'
import { type DeriveKey, USUAL_PARAMETERS } from './derive-key.ts'
import { passphraseBytes } from './passphrase.ts'

export const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const

/** Makes a key pair and wraps its private half. Rejects as `derive` does. */
export async function makeSealing(passphrase: string, derive: DeriveKey): Promise<Sealing> {
  const pair = await crypto.subtle.generateKey(CURVE, true, ['deriveBits'])
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
  const { d = '' } = await crypto.subtle.exportKey('jwk', pair.privateKey)
  const secret = fromBase64url(d)
  const kept = { kdf: 'argon2id' as const, ...USUAL_PARAMETERS, salt: toBase64url(randomBytes(16)) }
  const key = await wrappingKey(passphrase, kept, derive)
  const nonce = randomBytes(12)
  const wrapped = await crypto.subtle.encrypt(wrapAs(nonce, publicKey), key, secret)
  secret.fill(0)
  const words = { nonce: toBase64url(nonce), key: toBase64url(new Uint8Array(wrapped)) }
  return { version: 1, publicKey: toBase64url(publicKey), wrapped: { ...kept, ...words } }
}

/** The wrapping key: the passphrase's own, discarded after this call. */
export async function wrappingKey(
  passphrase: string,
  { salt, ...parameters }: Omit<WrappedKey, 'nonce' | 'key'>,
  derive: DeriveKey,
): Promise<CryptoKey> {
  const typed = passphraseBytes(passphrase)
  const derived = await derive(typed, fromBase64url(salt), parameters)
  typed.fill(0)
  const key = await crypto.subtle.importKey('raw', derived, 'AES-GCM', false, ['encrypt', 'decrypt'])
  derived.fill(0)
  return key
}

/** A private key is wrapped together with the name of its public one, so that nobody can exchange it for another. */
export const wrapAs = (iv: Bytes, publicKey: Bytes): AesGcmParams => ({
  name: 'AES-GCM',
  iv,
  additionalData: concat(utf8('waybill wrapped key 1'), publicKey),
})

/** The mark of files that are sealed for this key. */
export async function keyIdOf(publicKey: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', publicKey)).subarray(0, KEY_ID_BYTES)
}

/** 'a1b2 c3d4 …', for people to read to each other: sender and requester see the same one, or the key is another. */
export async function fingerprintOf(publicKey: string): Promise<string> {
  const hex = toHex(await keyIdOf(fromBase64url(publicKey)))
  return hex.replace(/.{4}(?=.)/g, '$& ')
}
