import { Problem } from '@waybill/contract/problems'
import { isRecipientToken, isSlug } from '@waybill/contract/slugs'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { hashToken } from '../ids.ts'
import { findRecipientByLink, findStandingTransfer, type Recipient, type Transfer } from './transfer-store.ts'

/** What a link leads to. `transfer.is_expired` is a state, judged by the database; everything else is "not found". */
export interface FoundTransfer {
  transfer: Transfer
  recipient: Recipient
}

/**
 * A transfer by its link. One sent by email opens only with its recipient's token; one sent as a link by its slug.
 *
 * @throws Problem 'transfer-not-found', the same for an unknown slug, a wrong token, a deleted or removed transfer
 */
export async function findTransfer(db: Kysely<Database>, slug: string, token?: string): Promise<FoundTransfer> {
  const tokenHash = isRecipientToken(token) ? hashToken(token) : null
  const recipient = isSlug(slug) ? await findRecipientByLink(db, slug, tokenHash) : null
  const transfer = recipient && (await findStandingTransfer(db, recipient.transfer_id))
  if (!recipient || !transfer) throw new Problem('transfer-not-found')
  return { transfer, recipient }
}
