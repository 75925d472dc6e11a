import { createPrivateKey, type KeyObject, sign, verify } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { MasterKey } from '../config/master-key.ts'
import type { Database } from '../database/schema.ts'
import { findPublicKey, findSigningKey } from './signing-key.ts'

export interface Signed {
  keyId: string
  /** Ed25519, 64 bytes. */
  signature: Buffer
}

/** Signs with the current key, which stays open in memory between calls. */
export interface Signer {
  /**
   * @param keyId of the current key, as the transaction sees it: whichever process has made a new one, no process signs
   *   with a key that was retired before. Null: there is none yet, or it is unknown.
   */
  sign(tx: Kysely<Database>, keyId: string | null, text: string): Promise<Signed>
  /** Whether a key of this server has signed the text. */
  hasSigned(tx: Kysely<Database>, keyId: string, text: string, signature: Uint8Array): Promise<boolean>
}

export function makeSigner(masterKey: MasterKey): Signer {
  let known: { id: string; secret: KeyObject } | null = null
  /** This server's own keys never change. */
  let checked: { id: string; open: KeyObject } | null = null
  return {
    async hasSigned(tx, keyId, text, signature) {
      if (checked?.id !== keyId) {
        const open = await findPublicKey({ db: tx, masterKey }, keyId)
        if (open === null) return false
        checked = { id: keyId, open }
      }
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
