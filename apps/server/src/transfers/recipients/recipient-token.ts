import type { MasterKey } from '../../platform/config/master-key.ts'

const TOKEN_BYTES = 16

/**
 * The 128-bit secret in a recipient's link, base64url. It is derived from the master key, so that a later mail can
 * contain it again while the database only holds its hash.
 */
export function recipientToken(masterKey: Pick<MasterKey, 'mac'>, recipientId: string): string {
  return Buffer.from(masterKey.mac('recipient', recipientId).subarray(0, TOKEN_BYTES)).toString('base64url')
}
