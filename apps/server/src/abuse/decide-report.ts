import type { ReportDecision } from '@waybill/contract/abuse/reports'
import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../context.ts'
import { findAccount, suspendAccount } from '../identity/accounts/index.ts'
import { queueMail, senderLink } from '../platform/mail-transport/index.ts'
import { noteSecurityIn } from '../platform/security-log/security-scope.ts'
import { blockTransfer, hashesOfTransfer, tellWithdrawn } from '../transfers/index.ts'
import { blockHash, giveUpUploadsOf } from '../uploads/index.ts'
import { type DecidedTransfer, findReported, settleReports } from './report-store.ts'

type Needs = Pick<Context, 'db' | 'masterKey' | 'config'>

interface Decision {
  decision: ReportDecision
  /** The operator's account, or 'command line'. */
  by: string
  note?: string
}

interface Outcome {
  /** Files that 'block-content' withdrew, wherever they were sent. */
  withdrawn: number
  /** Files whose content is not blocked, because no job has read them yet: decide the same again a minute later. */
  unread: number
}

/**
 * An operator's decision about a reported transfer, which settles its reports and tells a proven sender who is blocked.
 * Safe to run again: it then finishes what an earlier run left, and mails nobody twice.
 *
 * @returns null where no transfer with this slug was reported
 * @throws Problem 'invalid-input' for 'suspend-account' where the sender has no account
 */
export async function decideReport(ctx: Needs, slug: string, made: Decision): Promise<Outcome | null> {
  const transfer = await findReported(ctx.db, slug)
  if (transfer === null) return null
  const { decision, by, note = '' } = made
  const account = transfer.accountId === null ? null : await findAccount(ctx.db, transfer.accountId)
  if (decision === 'suspend-account' && account === null)
    throw new Problem('invalid-input', { where: 'body', field: 'decision', reason: 'the sender has no account' })
  if (decision !== 'dismiss') await blockTransfer(ctx, slug, true)
  const outcome = decision === 'block-content' ? await blockContents(ctx, slug) : { withdrawn: 0, unread: 0 }
  if (decision === 'suspend-account' && account !== null) await suspend(ctx, account)
  await settle(ctx, transfer, { decision, by, note })
  return outcome
}

async function blockContents(ctx: Needs, slug: string): Promise<Outcome> {
  const { hashes, unread } = await hashesOfTransfer(ctx, slug)
  let withdrawn = 0
  for (const sha256 of hashes)
    withdrawn += await blockHash(ctx.db, { sha256, note: slug }, (tx, file) => tellWithdrawn(ctx, tx, file))
  return { withdrawn, unread }
}

async function suspend({ db }: Needs, { id, email }: { id: string; email: string }): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await suspendAccount(tx, email, true)
    await noteSecurityIn(tx, { event: 'account-suspended', outcome: 'ok', accountId: id })
  })
  await giveUpUploadsOf({ db }, id)
}

async function settle(ctx: Needs, transfer: DecidedTransfer, made: Required<Decision>): Promise<void> {
  const { id, slug, accountId, address, language, isProven } = transfer
  const { decision, by } = made
  await ctx.db.transaction().execute(async (tx) => {
    const reasons = await settleReports(tx, id, made)
    if (reasons.length === 0) return
    await noteSecurityIn(tx, {
      event: 'reports-decided',
      outcome: 'ok',
      accountId,
      facts: { transfer: id, decision, by },
    })
    if (decision === 'dismiss' || !isProven) return
    const follow = senderLink(ctx, { slug, accountId, address })
    await queueMail(tx, ctx, {
      template: 'transfer-blocked',
      to: address,
      language: language === 'zh' ? 'zh' : 'en',
      facts: { slug, decision, reasons, supportEmail: ctx.config.supportEmail, follow },
    })
  })
}
