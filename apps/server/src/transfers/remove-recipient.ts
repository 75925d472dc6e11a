import { Problem } from '@waybill/contract/problems'
import type { Context } from '../context.ts'
import { type Actor, accountOf } from '../http/actor.ts'
import { withdrawMails } from '../mail/index.ts'
import { noteEdited } from './edited-transfer-store.ts'
import { holdOwnTransfer } from './own-transfer.ts'
import { takeRecipientOff } from './recipient-change-store.ts'
import { keepSearchText } from './search-text.ts'

/**
 * Takes somebody off a transfer of the account: their link leads nowhere, mails to them that have not gone out do not.
 *
 * @throws Problem 'transfer-not-found', 'recipient-not-found'
 */
export async function removeRecipient(
  { db }: Pick<Context, 'db'>,
  actor: Pick<Actor, 'account'>,
  transferId: string,
  recipientId: string,
): Promise<void> {
  const account = accountOf(actor)
  await db.transaction().execute(async (tx) => {
    const transfer = await holdOwnTransfer(tx, account.id, transferId)
    if (!(await takeRecipientOff(tx, transferId, recipientId))) throw new Problem('recipient-not-found')
    await withdrawMails(tx, recipientId)
    await noteEdited(tx, transferId)
    await keepSearchText(tx, transfer)
  })
}
