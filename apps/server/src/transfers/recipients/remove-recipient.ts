import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import { accountOf, type OwnActor } from '../../platform/http/actor.ts'
import { withdrawMails } from '../../platform/mail-transport/index.ts'
import { recordOwnEvent } from '../../tracking/ledger/index.ts'
import { keepSearchText } from '../list/search-text.ts'
import { holdOwnTransfer } from '../manage/own-transfer.ts'
import { noteEdited } from '../manage/transfer-change-store.ts'
import { takeRecipientOff } from './recipient-store.ts'

/**
 * Removes a recipient from one of the account's transfers: their link becomes invalid, and unsent mails to them are
 * cancelled.
 *
 * @throws Problem 'transfer-not-found', 'recipient-not-found'
 */
export async function removeRecipient(
  ctx: Pick<Context, 'db' | 'geo' | 'signer'>,
  actor: OwnActor,
  transferId: string,
  recipientId: string,
): Promise<void> {
  const account = accountOf(actor)
  await ctx.db.transaction().execute(async (tx) => {
    const transfer = await holdOwnTransfer(tx, account.id, transferId)
    if (!(await takeRecipientOff(tx, transferId, recipientId))) throw new Problem('recipient-not-found')
    await withdrawMails(tx, recipientId)
    await noteEdited(tx, transferId)
    await keepSearchText(tx, transfer)
    await recordOwnEvent(tx, ctx, actor, { transferId, kind: 'edited', detail: 'recipients -1' })
  })
}
