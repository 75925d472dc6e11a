import type { Kysely } from 'kysely'
import { findPageBranding } from '../../branding/index.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { findLinkOrigin } from '../../platform/http/custom-hosts/link-origin.ts'
import { linkTo, paths } from '../../platform/links.ts'
import { queueMail } from '../../platform/mail-transport/index.ts'
import { senderLanguage } from '../../tracking/index.ts'
import { findStandingTransfer, type Given, holdRequested, readNewExpiry, recipientToken, settleTime } from '../index.ts'

type Needs = Pick<Context, 'db' | 'masterKey' | 'config'>

/**
 * After a transfer's expiry was extended: grants requests for time and notifies the requesters, once however often it
 * runs.
 */
export async function notifyRequesters(ctx: Needs, { transferId }: { transferId: string }): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    await holdRequested(tx, transferId)
    const expiry = await readNewExpiry(tx, transferId)
    if (expiry === undefined) return
    await notifyGranted(ctx, tx, {
      transferId,
      until: expiry.until,
      given: await settleTime(tx, transferId, expiry.until),
    })
  })
}

/** Mails those who were granted time until when their link works, in their language and on both clocks. */
export async function notifyGranted(
  ctx: Pick<Context, 'masterKey' | 'config'>,
  tx: Kysely<Database>,
  { transferId, until, given }: { transferId: string; until: Date | null; given: readonly Given[] },
): Promise<void> {
  const transfer = given.length === 0 ? null : await findStandingTransfer(tx, transferId)
  if (transfer === null) return
  const isPersonal = transfer.send_as === 'email'
  const branding = await findPageBranding(tx, transfer.account_id)
  const origin = await findLinkOrigin(tx, ctx.config, transfer.account_id)
  const { account_id: accountId, sender_address: from, sender_name: name } = transfer
  const inNameOf = accountId === null ? null : { accountId, address: from, name }
  for (const { recipientId, address, language, timeZone } of given) {
    const path = isPersonal
      ? paths.receivedTransfer(transfer.slug, recipientToken(ctx.masterKey, recipientId))
      : paths.sharedTransfer(transfer.slug)
    await queueMail(tx, ctx, {
      template: 'extension-granted',
      to: address,
      language: senderLanguage(language),
      branding,
      ...(inNameOf && { inNameOf }),
      ...(isPersonal ? { recipientId, senderAddress: transfer.sender_address } : {}),
      facts: {
        sender: { address: transfer.sender_address, name: transfer.sender_name, isProven: transfer.sender_proven },
        slug: transfer.slug,
        expiresAt: until?.toISOString() ?? null,
        readerTimeZone: timeZone,
        senderTimeZone: transfer.sender_time_zone,
        link: linkTo(ctx.config, path, origin),
      },
    })
  }
}
