import * as edits from '@waybill/contract/transfers/edit-endpoints'
import * as lists from '@waybill/contract/transfers/list-endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { type Actor, accountOf } from '../../platform/http/actor.ts'
import { bind } from '../../platform/http/bind.ts'
import { eraseRecords } from '../expire/erase-records.ts'
import { extendTransfers } from '../expire/extend-transfers.ts'
import { completeAddedFiles } from '../files/complete-added-files.ts'
import { planAddedFiles } from '../files/plan-added-files.ts'
import { removeTransferFile } from '../files/remove-transfer-file.ts'
import { hideReceived } from '../list/hide-received.ts'
import { listTransfers } from '../list/list-transfers.ts'
import { addRecipients } from '../recipients/add-recipients.ts'
import { removeRecipient } from '../recipients/remove-recipient.ts'
import { sendTransferEmail } from '../send/send-transfer-email.ts'
import { sharesPerAccount } from '../share/share-transfer.ts'
import { UNDO_SECONDS } from '../transfer-store.ts'
import { asSender, asSenders } from './as-sender.ts'
import { deleteTransfers } from './delete-transfers.ts'
import { editTransfer } from './edit-transfer.ts'
import { readRecord } from './read-record.ts'
import { undoDeletion } from './undo-deletion.ts'

/**
 * An account's actions on what it has sent and received, and the admin's on what members sent. A change returns the
 * transfer's new state.
 */
export function ownTransferRoutes(app: FastifyInstance, ctx: Context): void {
  const changed = async (actor: Actor, id: string) => ({
    transfer: await readRecord(ctx, accountOf(actor), { id }),
  })

  bind(app, lists.listTransfers, (call) => listTransfers(ctx, call))
  bind(app, lists.deleteTransfer, async ({ actor, body }) => {
    const { id } = accountOf(actor, body.userid)
    if (body.type === 'received') {
      return { deleted: await hideReceived(ctx, id, body.ids), undoSeconds: UNDO_SECONDS }
    }
    const deleted = await asSenders(ctx, actor, body, (as, ids) => deleteTransfers(ctx, accountOf(as).id, ids, as))
    return { deleted: sum(deleted), undoSeconds: UNDO_SECONDS }
  })
  bind(app, lists.eraseRecords, async ({ actor, body }) => ({
    erased: sum(await asSenders(ctx, actor, body, (as, ids) => eraseRecords(ctx, accountOf(as).id, ids))),
  }))
  bind(app, lists.restoreTransfers, async ({ actor, body }) => ({
    restored: await undoDeletion(ctx, actor, body.ids),
  }))
  bind(app, lists.extendTransfers, async ({ actor, body }) => ({
    extended: sum(await asSenders(ctx, actor, body, (as, ids) => extendTransfers(ctx, as, { ...body, ids }))),
  }))

  bind(app, edits.editTransfer, async ({ actor, params: { transfer: id }, body }) => {
    // Only the sender says with whom it is shared.
    if (body.shareWith === undefined) await asSender(ctx, actor, { id }, (as) => editTransfer(ctx, as, id, body))
    else {
      await ctx.limits.spend(sharesPerAccount, accountOf(actor).id)
      await editTransfer(ctx, actor, id, body)
    }
    return changed(actor, id)
  })
  bind(app, edits.addRecipients, async ({ actor, params: { transfer: id }, body }) => {
    await asSender(ctx, actor, { id }, (as) => addRecipients(ctx, as, id, body))
    return changed(actor, id)
  })
  bind(app, edits.removeRecipient, async ({ actor, params: { transfer: id, recipient } }) => {
    await asSender(ctx, actor, { id }, (as) => removeRecipient(ctx, as, id, recipient))
    return changed(actor, id)
  })
  bind(app, edits.sendTransferEmail, async ({ actor, body }) => ({
    mailed: await asSender(ctx, actor, body, (as) => sendTransferEmail(ctx, as, body)),
  }))

  bind(app, edits.planAddedFiles, ({ actor, params: { transfer: id }, body, request }) =>
    asSender(ctx, actor, { id }, (as) => planAddedFiles(ctx, as, id, body, ctx.origins.uploadOrigins(request))),
  )
  bind(app, edits.completeAddedFiles, async ({ actor, params: { transfer: id }, body }) => {
    await asSender(ctx, actor, { id }, (as) => completeAddedFiles(ctx, as, id, body))
    return changed(actor, id)
  })
  bind(app, edits.removeTransferFile, async ({ actor, params: { transfer: id, file } }) => {
    await asSender(ctx, actor, { id }, (as) => removeTransferFile(ctx, as, id, file))
    return changed(actor, id)
  })
}

const sum = (counts: readonly number[]): number => counts.reduce((all, one) => all + one, 0)
