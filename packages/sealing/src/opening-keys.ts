import type { Sealing } from '@waybill/contract/requests/shapes'
import { type Bytes, fromBase64url, toBase64url } from './bytes.ts'
import type { DeriveKey } from './derive-key.ts'
import { SealingError } from './sealing-error.ts'
import { CURVE, keyIdOf, wrapAs, wrappingKey } from './sealing-keys.ts'

/** Opens files that were sealed for a request. The private key cannot be extracted; it ends with the page. */
export interface OpeningKeys {
  publicKey: Bytes
  keyId: Bytes
  privateKey: CryptoKey
}

/** Rejects with SealingError 'passphrase-wrong', or as `derive` does. */
export async function unwrapKeys(sealing: Sealing, passphrase: string, derive: DeriveKey): Promise<OpeningKeys> {
  const publicKey = fromBase64url(sealing.publicKey)
  const { nonce, key: wrapped, ...kept } = sealing.wrapped
  const key = await wrappingKey(passphrase, kept, derive)
  const secret = await crypto.subtle
    .decrypt(wrapAs(fromBase64url(nonce), publicKey), key, fromBase64url(wrapped))
    .catch((cause: unknown) => {
      throw new SealingError('passphrase-wrong', { cause })
    })
  const d = new Uint8Array(secret)
  const jwk = { kty: 'EC', crv: 'P-256', ...pointOf(publicKey), d: toBase64url(d) }
  const privateKey = await crypto.subtle.importKey('jwk', jwk, CURVE, false, ['deriveBits'])
  d.fill(0)
  return { publicKey, keyId: await keyIdOf(publicKey), privateKey }
}

const pointOf = (publicKey: Bytes) => ({
  x: toBase64url(publicKey.subarray(1, 33)),
  y: toBase64url(publicKey.subarray(33)),
})
