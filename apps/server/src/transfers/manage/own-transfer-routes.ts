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
import { UNDO_SECONDS } from '../transfer-store.ts'
import { deleteTransfers } from './delete-transfers.ts'
import { editTransfer } from './edit-transfer.ts'
import { readRecord } from './read-record.ts'
import { undoDeletion } from './undo-deletion.ts'

/** An account's actions on what it has sent and received. A change returns the transfer's new state. */
export function ownTransferRoutes(app: FastifyInstance, ctx: Context): void {
  const changed = async (actor: Actor, id: string) => ({
    transfer: await readRecord(ctx.readAs, accountOf(actor).id, { id }),
  })

  bind(app, lists.listTransfers, (call) => listTransfers(ctx, call))
  bind(app, lists.deleteTransfer, async ({ actor, body }) => {
    const { id } = accountOf(actor, body.userid)
    const end = body.type === 'received' ? hideReceived : deleteTransfers
    return { deleted: await end(ctx, id, body.ids, actor), undoSeconds: UNDO_SECONDS }
  })
  bind(app, lists.eraseRecords, async ({ actor, body }) => ({
    erased: await eraseRecords(ctx, accountOf(actor).id, body.ids),
  }))
  bind(app, lists.restoreTransfers, async ({ actor, body }) => ({
    restored: await undoDeletion(ctx, actor, body.ids),
  }))
  bind(app, lists.extendTransfers, async ({ actor, body }) => ({ extended: await extendTransfers(ctx, actor, body) }))

  bind(app, edits.editTransfer, async ({ actor, params, body }) => {
    await editTransfer(ctx, actor, params.transfer, body)
    return changed(actor, params.transfer)
  })
  bind(app, edits.addRecipients, async ({ actor, params, body }) => {
    await addRecipients(ctx, actor, params.transfer, body)
    return changed(actor, params.transfer)
  })
  bind(app, edits.removeRecipient, async ({ actor, params }) => {
    await removeRecipient(ctx, actor, params.transfer, params.recipient)
    return changed(actor, params.transfer)
  })
  bind(app, edits.sendTransferEmail, async ({ actor, body }) => ({ mailed: await sendTransferEmail(ctx, actor, body) }))

  bind(app, edits.planAddedFiles, ({ actor, params, body, request }) =>
    planAddedFiles(ctx, actor, params.transfer, body, ctx.origins.uploadOrigins(request)),
  )
  bind(app, edits.completeAddedFiles, async ({ actor, params, body }) => {
    await completeAddedFiles(ctx, actor, params.transfer, body)
    return changed(actor, params.transfer)
  })
  bind(app, edits.removeTransferFile, async ({ actor, params }) => {
    await removeTransferFile(ctx, actor, params.transfer, params.file)
    return changed(actor, params.transfer)
  })
}
