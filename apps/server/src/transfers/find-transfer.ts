import { Problem } from '@waybill/contract/core/problems'
import { isRecipientToken, isSlug } from '@waybill/contract/core/slugs'
import type { Kysely } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import { hashToken } from '../platform/ids.ts'
import { findRecipientByLink, type Recipient } from './recipients/recipient-store.ts'
import { findStandingTransfer, type Transfer } from './transfer-store.ts'

/**
 * The result of a link's lookup. `transfer.is_expired` is a state, by the database's clock; everything else is "not
 * found".
 */
export interface FoundTransfer {
  transfer: Transfer
  recipient: Recipient
}

/** The result of a link's single lookup; hits and misses have taken the same steps so far. */
interface Looked {
  isMiss: boolean
  /** The link has the recipient's own token, not only the slug. */
  isByToken: boolean
}

/**
 * Finds a transfer by its link. One sent by email opens only with its recipient's token; one sent as a link by its
 * slug. `guard` runs after the lookup and before anything else, and may throw.
 *
 * @throws Problem 'transfer-not-found', the same for an unknown slug, a wrong token, a deleted or removed transfer
 */
export async function findTransfer(
  db: Kysely<Database>,
  slug: string,
  token?: string,
  guard?: (looked: Looked) => Promise<void>,
): Promise<FoundTransfer> {
  const tokenHash = isRecipientToken(token) ? hashToken(token) : null
  const recipient = isSlug(slug) ? await findRecipientByLink(db, slug, tokenHash) : null
  const isByToken = recipient !== null && tokenHash !== null && recipient.token_hash.equals(tokenHash)
  await guard?.({ isMiss: recipient === null, isByToken })
  const transfer = recipient && (await findStandingTransfer(db, recipient.transfer_id))
  if (!recipient || !transfer) throw new Problem('transfer-not-found')
  return { transfer, recipient }
}
