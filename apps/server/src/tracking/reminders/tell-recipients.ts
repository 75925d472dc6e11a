import { findPageBranding } from '../../branding/index.ts'
import type { Context } from '../../context.ts'
import { findLinkOrigin } from '../../platform/http/custom-hosts/link-origin.ts'
import { linkTo, paths } from '../../platform/links.ts'
import { MAX_LISTED_FILES, queueMail } from '../../platform/mail-transport/index.ts'
import { findArrival, recipientToken, titleForOthers } from '../../transfers/index.ts'
import { readMailedTransfer, senderLanguage } from '../tracking-store.ts'

/**
 * Queues the mail of every recipient of a transfer who has had none, and another for those whom its sender asked to
 * mail again, all in one transaction, each with the recipient's own link. Running again adds nothing.
 */
export async function tellRecipients(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  { transferId }: { transferId: string },
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    // Locked: of two jobs for one transfer the second sees what the first has mailed.
    const mailed = await readMailedTransfer(tx, transferId, { holds: true })
    if (!mailed) return
    const { transfer, recipients, files } = mailed
    const arrival = await findArrival(tx, transferId)
    const branding = await findPageBranding(tx, transfer.account_id)
    const origin = await findLinkOrigin(tx, ctx.config, transfer.account_id)
    const { account_id: accountId, sender_address: address, sender_name: name } = transfer
    const { has_password: isLocked } = transfer
    const inNameOf = accountId === null ? null : { accountId, address, name }
    for (const recipient of recipients) {
      if (recipient.mailed_at !== null && !recipient.wants_again) continue
      const link =
        transfer.send_as === 'link'
          ? paths.sharedTransfer(transfer.slug)
          : paths.receivedTransfer(transfer.slug, recipientToken(ctx.masterKey, recipient.id))
      await queueMail(tx, ctx, {
        template: recipient.mailed_at === null ? 'files-arrived' : 'files-arrived-again',
        to: recipient.address,
        language: senderLanguage(recipient.language ?? transfer.sender_language),
        recipientId: recipient.id,
        senderAddress: transfer.sender_address,
        branding,
        ...(inNameOf && { inNameOf }),
        facts: {
          sender: { address: transfer.sender_address, name: transfer.sender_name, isProven: transfer.sender_proven },
          files: isLocked ? [] : files.slice(0, MAX_LISTED_FILES),
          ...(isLocked && { isLocked }),
          fileCount: files.length,
          totalBytes: files.reduce((sum, file) => sum + file.bytes, 0),
          title: titleForOthers(transfer),
          ...(arrival && { filesThere: arrival.filesThere }),
          message: transfer.message,
          expiresAt: transfer.expires_at?.toISOString() ?? null,
          slug: transfer.slug,
          link: linkTo(ctx.config, link, origin),
        },
      })
    }
  })
}
