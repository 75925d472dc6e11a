import type { Sealing } from '@waybill/contract/requests/shapes'
import { loadSealing } from './load-sealing.ts'

/**
 * Makes the key of a new request, with its private half wrapped under the passphrase: what `createRequest`,
 * `duplicateRequest` and `editRequest` take as `sealing`. Takes a second or two. Rejects with SealingError 'no-memory'.
 */
export async function makeKeys(passphrase: string): Promise<Sealing> {
  const { deriveInWorker, makeSealing } = await loadSealing()
  return makeSealing(passphrase, deriveInWorker)
}
