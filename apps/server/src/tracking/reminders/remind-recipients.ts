import type { Kysely } from 'kysely'
import { countOrWait } from '../../billing/index.ts'
import { findPageBranding } from '../../branding/index.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { findLinkOrigin } from '../../platform/http/custom-hosts/link-origin.ts'
import { linkTo, paths } from '../../platform/links.ts'
import { MAX_LISTED_FILES, queueMail } from '../../platform/mail-transport/index.ts'
import { findMailSender, putOffReminder, recipientToken, titleForOthers } from '../../transfers/index.ts'
import { muteLink } from '../alerts/mute-token.ts'
import { claimReminders, type Reminder, readMailedTransfer } from '../tracking-store.ts'

const AT_ONCE = 100
/** Until the next check of a transfer that is currently unavailable. */
const LOOK_AGAIN_SECONDS = 3_600
type Needs = Pick<Context, 'db' | 'masterKey' | 'config'>
type Mailed = NonNullable<Awaited<ReturnType<typeof readMailedTransfer>>>

/**
 * Mails recipients, once each and shortly before the expiry, what waits for them, where their sender allows it. A
 * recipient whom the sender may not mail now is reminded when that is possible again, if there is still time.
 */
export async function remindRecipients(ctx: Needs): Promise<void> {
  for (let goesOn = true; goesOn; ) {
    goesOn = await ctx.db.transaction().execute(async (tx) => {
      const { reminders, hasMore } = await claimReminders(tx, AT_ONCE)
      // In one order, so that two runs that count for the same accounts do not deadlock.
      reminders.sort((one, other) => (one.sender < other.sender ? -1 : 1))
      for (const [transferId, some] of Map.groupBy(reminders, ({ transferId }) => transferId)) {
        const mailed = await readMailedTransfer(tx, transferId)
        for (const reminder of some) {
          // Blocked meanwhile, or its files withdrawn: either may be reversed.
          if (!mailed || mailed.files.length === 0) await putOffReminder(tx, reminder.recipientId, LOOK_AGAIN_SECONDS)
          else await remind(ctx, tx, reminder, mailed)
        }
      }
      return hasMore
    })
  }
}

async function remind(
  ctx: Needs,
  tx: Kysely<Database>,
  { recipientId, address, language }: Reminder,
  { transfer, files }: Mailed,
): Promise<void> {
  const { slug, sender_address, sender_name, sender_proven, expires_at } = transfer
  const { account_id: accountId, has_password: isLocked } = transfer
  // A scheduled mail counts for the sender alone: nobody in that network pressed anything.
  const mailer = expires_at && (await findMailSender(tx, { accountId, senderAddress: sender_address, network: null }))
  if (!mailer) return
  const waitSeconds = await countOrWait(tx, mailer, address)
  if (waitSeconds > 0) return putOffReminder(tx, recipientId, waitSeconds)
  const path = paths.receivedTransfer(slug, recipientToken(ctx.masterKey, recipientId))
  await queueMail(tx, ctx, {
    template: 'files-waiting',
    to: address,
    language,
    recipientId,
    senderAddress: sender_address,
    branding: await findPageBranding(tx, accountId),
    ...(accountId && { inNameOf: { accountId, address: sender_address, name: sender_name } }),
    muteLink: muteLink(ctx, 'reminders', recipientId),
    facts: {
      sender: { address: sender_address, name: sender_name, isProven: sender_proven },
      files: isLocked ? [] : files.slice(0, MAX_LISTED_FILES),
      ...(isLocked && { isLocked }),
      fileCount: files.length,
      totalBytes: files.reduce((sum, file) => sum + file.bytes, 0),
      title: titleForOthers(transfer),
      expiresAt: expires_at.toISOString(),
      slug,
      link: linkTo(ctx.config, path, await findLinkOrigin(tx, ctx.config, accountId)),
    },
  })
}
