import type { MasterKey } from '../../platform/config/master-key.ts'

const TOKEN_BYTES = 16

/**
 * The 128-bit secret in a supplier's link, base64url. Derived from the master key, so that a later mail can contain it
 * again while the database only holds its hash.
 */
export function requestToken(masterKey: Pick<MasterKey, 'mac'>, supplierId: string): string {
  return Buffer.from(masterKey.mac('request-supplier', supplierId).subarray(0, TOKEN_BYTES)).toString('base64url')
}
