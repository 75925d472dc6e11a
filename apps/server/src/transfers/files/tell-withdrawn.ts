import type { Language } from '@waybill/contract/core/fields'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { findLinkOrigin } from '../../platform/http/custom-hosts/link-origin.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { linkTo, paths } from '../../platform/links.ts'
import { queueMail, senderLink } from '../../platform/mail-transport/index.ts'
import type { WithdrawnFile } from '../../uploads/index.ts'
import { listToldOf } from '../recipients/recipient-mail-store.ts'
import { recipientToken } from '../recipients/recipient-token.ts'
import { finishWithout } from '../send/finish-without.ts'
import { findSendingOf } from './transfer-file-store.ts'

/**
 * Tells the sender of a file by mail that the stored file differs from what was sent, that its content is blocked, or
 * that it is infected. Of an infected one its recipients hear too, because some may have it already.
 * Runs in the transaction that withdraws it.
 */
export async function tellWithdrawn(
  ctx: Pick<Context, 'masterKey' | 'config'>,
  tx: Kysely<Database>,
  { id, bytes, isBlocked, isInfected = false }: WithdrawnFile,
): Promise<void> {
  await addJob(tx, 'withdraw-answer', { fileId: id })
  await finishWithout(tx, [id])
  if (isInfected) await tellRecipients(ctx, tx, id)
  const sending = await findSendingOf(tx, id)
  if (sending === null || !sending.sender_proven) return
  const language: Language = sending.sender_language === 'zh' ? 'zh' : 'en'
  const { slug, path, account_id: accountId, sender_mailbox: address } = sending
  const facts = { path, bytes, slug, isBlocked, isInfected, follow: senderLink(ctx, { slug, accountId, address }) }
  await queueMail(tx, ctx, { template: 'file-withdrawn', to: address, language, facts })
}

/** Tells the proven sender of a file by mail that it can be downloaded again: the scanner was wrong about it. */
export async function tellCleared(
  ctx: Pick<Context, 'masterKey' | 'config'>,
  tx: Kysely<Database>,
  { id, bytes }: Pick<WithdrawnFile, 'id' | 'bytes'>,
): Promise<void> {
  const sending = await findSendingOf(tx, id)
  if (sending === null || !sending.sender_proven) return
  const { slug, path, account_id: accountId, sender_mailbox: address } = sending
  await queueMail(tx, ctx, {
    template: 'file-withdrawn',
    to: address,
    language: sending.sender_language === 'zh' ? 'zh' : 'en',
    facts: { path, bytes, slug, isCleared: true, follow: senderLink(ctx, { slug, accountId, address }) },
  })
}

/** Everybody who was told of a transfer with the file, and is still its recipient. */
async function tellRecipients(
  ctx: Pick<Context, 'masterKey' | 'config'>,
  tx: Kysely<Database>,
  fileId: string,
): Promise<void> {
  for (const one of await listToldOf(tx, fileId)) {
    const token = recipientToken(ctx.masterKey, one.recipientId)
    const origin = await findLinkOrigin(tx, ctx.config, one.accountId)
    const path = one.sendAs === 'link' ? paths.sharedTransfer(one.slug) : paths.receivedTransfer(one.slug, token)
    await queueMail(tx, ctx, {
      template: 'infected-arrived',
      to: one.address,
      language: one.language === 'zh' ? 'zh' : 'en',
      facts: {
        slug: one.slug,
        sender: { address: one.sender },
        path: one.path,
        bytes: one.bytes,
        link: linkTo(ctx.config, path, origin),
      },
    })
  }
}
