import { createPrivateKey, type KeyObject, sign, verify } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { MasterKey } from '../config/master-key.ts'
import type { Database } from '../database/schema.ts'
import { findSigningKey, publicKeyOf } from './signing-key.ts'

export interface Signed {
  keyId: string
  /** Ed25519, 64 bytes. */
  signature: Buffer
}

/** Signs with the key in use, kept open in memory from one time to the next. */
export interface Signer {
  /**
   * @param keyId of the key in use, as the transaction sees it: whatever process has made a new one, none signs with a
   *   key that was retired before. Null: there is none yet, or it is not known.
   */
  sign(tx: Kysely<Database>, keyId: string | null, text: string): Promise<Signed>
  /** Whether the key of these 32 bytes has signed the text. */
  hasSigned(publicKey: Buffer, text: string, signature: Uint8Array): boolean
}

export function makeSigner(masterKey: MasterKey): Signer {
  let known: { id: string; secret: KeyObject } | null = null
  let checked: { bytes: Buffer; open: KeyObject } | null = null
  return {
    hasSigned(publicKey, text, signature) {
      if (!checked?.bytes.equals(publicKey)) checked = { bytes: publicKey, open: publicKeyOf(publicKey) }
      return verify(null, Buffer.from(text), checked.open, signature)
    },
    async sign(tx, keyId, text) {
      if (known === null || known.id !== keyId) {
        const { id, der } = await findSigningKey({ db: tx, masterKey })
        known = { id, secret: createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8' }) }
      }
      const { id, secret } = known
      return { keyId: id, signature: sign(null, Buffer.from(text), secret) }
    },
  }
}
