import { CODE_ALPHABET, CODE_LENGTH } from '@waybill/contract/identity/codes'
import type { MasterKey } from '../../platform/config/master-key.ts'
import type { LinkCodePlace } from './link-code-store.ts'

/**
 * The code of a place: derived from the server's key and never stored, so that a job can mail it later, and a stolen
 * table has none. 5 of 32 symbols: five tries succeed once in 6.7 million.
 */
export function linkCode(
  masterKey: Pick<MasterKey, 'mac'>,
  { id, recipientId, deviceId, address }: LinkCodePlace,
): string {
  const mac = masterKey.mac('link-code', JSON.stringify([id, recipientId, deviceId, address]))
  return Array.from(
    { length: CODE_LENGTH },
    (_, nth) => CODE_ALPHABET[(mac[nth] as number) % CODE_ALPHABET.length],
  ).join('')
}
