import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import { findAccount, languageOf } from '../../identity/accounts/index.ts'
import { linkTo, paths } from '../../platform/links.ts'
import { queueMail } from '../../platform/mail-transport/index.ts'
import { recordNotice } from '../../tracking/ledger/index.ts'
import { holdMailing } from '../recipients/added-recipients.ts'
import { releaseTransfer } from './release-transfer.ts'
import { findScheduledSender, listOverdue, markUnsent } from './schedule-store.ts'

type Needs = Pick<Context, 'db' | 'signer' | 'masterKey' | 'config'>

/**
 * Sends a scheduled transfer whose time has come, once, however many processes try. Where the account may not send it
 * now, its sender learns why, and it stays unsent until they send it or choose another time.
 */
export async function sendScheduled(ctx: Needs, { transferId }: { transferId: string }): Promise<void> {
  const accountId = await findScheduledSender(ctx.db, transferId)
  if (accountId === null) return
  try {
    await ctx.db.transaction().execute(async (tx) => {
      const live = await holdMailing(tx, accountId)
      if (!(await releaseTransfer(tx, live, { transferId, isDue: true }))) return
      await recordNotice(tx, ctx, { transferId, kind: 'sent', detail: 'scheduled' })
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await tellUnsent(ctx, transferId, error.code)
  }
}

const AT_ONCE = 200

/**
 * Sends what its own job did not: the queue lost it, or it failed too often. One that fails does not keep the others
 * back.
 *
 * @throws the first failure, after all others were tried
 */
export async function sendOverdue(ctx: Needs): Promise<void> {
  const failures: unknown[] = []
  for (const transferId of await listOverdue(ctx.db, AT_ONCE)) {
    await sendScheduled(ctx, { transferId }).catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) throw failures[0]
}

async function tellUnsent(ctx: Needs, transferId: string, because: Problem['code']): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const unsent = await markUnsent(tx, transferId, because)
    if (unsent === null) return
    await recordNotice(tx, ctx, { transferId, kind: 'unsent', detail: because })
    const account = await findAccount(tx, unsent.accountId)
    if (account === null) return
    const { slug, title, firstPath, fileCount, localTime, timeZone } = unsent
    await queueMail(tx, ctx, {
      template: 'not-sent',
      to: account.email,
      language: languageOf(account),
      facts: {
        slug,
        name: title ?? firstPath.slice(firstPath.lastIndexOf('/') + 1),
        others: title === null ? fileCount - 1 : 0,
        localTime,
        timeZone,
        because,
        link: linkTo(ctx.config, paths.transferRecord(slug)),
      },
    })
  })
}
