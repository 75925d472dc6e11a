import type { Language } from '@waybill/contract/core/fields'
import type { Kysely } from 'kysely'
import { findPageBranding } from '../../branding/index.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { findLinkOrigin } from '../../platform/http/custom-hosts/link-origin.ts'
import { linkTo, paths } from '../../platform/links.ts'
import { queueMail } from '../../platform/mail-transport/index.ts'
import { listTransferFiles } from '../files/transfer-file-store.ts'
import { recipientToken } from '../recipients/recipient-token.ts'
import { readSenderMailbox } from '../sender-mailbox-store.ts'
import type { Transfer } from '../transfer-store.ts'
import { listTold } from './arriving-store.ts'
import { readArrivalOf } from './read-arrival.ts'

type Needs = Pick<Context, 'masterKey' | 'config'>

const languageIn = (stored: string | null): Language => (stored === 'zh' ? 'zh' : 'en')

/**
 * Queues a mail to each recipient who was mailed about the transfer: it has broken off, become whole or lost its missing
 * files. `filesThere`: how many files are there; they are counted where it is absent. A transfer without any is deleted,
 * so that no mail leads to it.
 */
export async function tellRecipients(
  ctx: Needs,
  tx: Kysely<Database>,
  transfer: Transfer,
  state: 'broken' | 'whole' | 'dropped',
  filesThere?: number,
): Promise<void> {
  const { id, slug, file_count: fileCount, account_id: accountId } = transfer
  const { sender_address: senderAddress, sender_name: senderName } = transfer
  const origin = await findLinkOrigin(tx, ctx.config, accountId)
  const branding = await findPageBranding(tx, accountId)
  const there = filesThere ?? (await readArrivalOf(tx, transfer))?.filesThere ?? fileCount
  for (const { recipientId, address, language } of await listTold(tx, id)) {
    const token = recipientToken(ctx.masterKey, recipientId)
    const path = transfer.send_as === 'link' ? paths.sharedTransfer(slug) : paths.receivedTransfer(slug, token)
    await queueMail(tx, ctx, {
      template: 'arrival-changed',
      to: address,
      language: languageIn(language ?? transfer.sender_language),
      senderAddress,
      branding,
      ...(accountId && { inNameOf: { accountId, address: senderAddress, name: senderName } }),
      facts: {
        slug,
        sender: { address: senderAddress },
        state,
        filesThere: there,
        fileCount,
        link: there === 0 && state === 'dropped' ? null : linkTo(ctx.config, path, origin),
      },
    })
  }
}

/** Tells the sender that the upload has broken off, and where it goes on. */
export async function tellBrokenOff(ctx: Needs, tx: Kysely<Database>, transfer: Transfer): Promise<void> {
  const [first] = await listTransferFiles(tx, transfer.id)
  const arrival = await readArrivalOf(tx, { ...transfer, arrival: 'broken' })
  if (first === undefined || arrival === null) return
  const { slug, title, file_count: fileCount } = transfer
  await queueMail(tx, ctx, {
    template: 'upload-broke-off',
    to: await readSenderMailbox(tx, transfer.id),
    language: languageIn(transfer.sender_language),
    facts: {
      slug,
      name: title ?? first.path.slice(first.path.lastIndexOf('/') + 1),
      others: title === null ? fileCount - 1 : 0,
      percent: Math.floor((100 * arrival.arrivedBytes) / Math.max(1, arrival.totalBytes)),
      filesThere: arrival.filesThere,
      fileCount,
      // A visitor's browser offers there what it has not finished.
      link: linkTo(ctx.config, transfer.account_id === null ? paths.home : paths.transferRecord(slug)),
    },
  })
}
