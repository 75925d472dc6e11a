import type { ReportDecision } from '@waybill/contract/abuse/reports'
import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import { type Account, findAccount, suspendAccount } from '../identity/accounts/index.ts'
import type { Database } from '../platform/database/schema.ts'
import { queueMail, senderLink } from '../platform/mail-transport/index.ts'
import { noteSecurityIn } from '../platform/security-log/security-scope.ts'
import { blockTransferIn, hashesOfTransfer, tellWithdrawn } from '../transfers/index.ts'
import { blockHash, giveUpUploadsOf } from '../uploads/index.ts'
import { type DecidedTransfer, findReported, settleReports } from './report-store.ts'

type Needs = Pick<Context, 'db' | 'masterKey' | 'config'>

interface Decision {
  decision: ReportDecision
  /** The operator's account; absent: the command line. */
  by?: string
  note?: string
}

interface Outcome {
  /** Files that 'block-content' withdrew, wherever they were sent. */
  withdrawn: number
  /** Files whose content is not blocked, because no job has read them yet: decide the same again a minute later. */
  unread: number
}

/**
 * An operator's decision about a reported transfer. One transaction closes the transfer, suspends the account, settles
 * the reports, notes in the security log who did each, and tells a proven sender. Contents are blocked before it, as
 * thousands of files may have them: where that breaks off, the reports still await a decision. Safe to run again: it
 * finishes what an earlier run left, and mails nobody twice about the same decision.
 *
 * @returns null where no transfer with this slug was reported
 * @throws Problem 'invalid-input' for 'suspend-account' where the sender has no account
 */
export async function decideReport(ctx: Needs, slug: string, made: Decision): Promise<Outcome | null> {
  const transfer = await findReported(ctx.db, slug)
  if (transfer === null) return null
  const { decision } = made
  const account = transfer.accountId === null ? null : await findAccount(ctx.db, transfer.accountId)
  if (decision === 'suspend-account' && account === null)
    throw new Problem('invalid-input', { where: 'body', field: 'decision', reason: 'the sender has no account' })
  const suspended = decision === 'suspend-account' ? account : null
  const outcome = decision === 'block-content' ? await blockContents(ctx, slug, made) : { withdrawn: 0, unread: 0 }
  await ctx.db.transaction().execute(async (tx) => {
    if (decision !== 'dismiss') await blockTransferIn(tx, slug, made.by)
    if (suspended !== null) await suspend(tx, suspended, made)
    await settle(tx, ctx, transfer, made)
  })
  if (suspended !== null) await giveUpUploadsOf(ctx, suspended.id)
  return outcome
}

async function blockContents(ctx: Needs, slug: string, { by }: Decision): Promise<Outcome> {
  const { hashes, unread } = await hashesOfTransfer(ctx, slug)
  let withdrawn = 0
  for (const sha256 of hashes)
    withdrawn += await blockHash(ctx.db, { sha256, note: slug, by }, (tx, file) => tellWithdrawn(ctx, tx, file))
  return { withdrawn, unread }
}

async function suspend(
  tx: Kysely<Database>,
  { id, email }: Pick<Account, 'id' | 'email'>,
  { by, note }: Decision,
): Promise<void> {
  await suspendAccount(tx, email, true, note)
  const facts = by === undefined ? {} : { by }
  await noteSecurityIn(tx, { event: 'account-suspended', outcome: 'ok', accountId: id, address: email, facts })
}

async function settle(
  tx: Kysely<Database>,
  ctx: Needs,
  { id, slug, accountId, address, language, isProven }: DecidedTransfer,
  { decision, by = 'command line', note = '' }: Decision,
): Promise<void> {
  const reasons = await settleReports(tx, id, { decision, by, note })
  if (reasons.length === 0) return
  const facts = { transfer: id, decision, by }
  await noteSecurityIn(tx, { event: 'reports-decided', outcome: 'ok', accountId, facts })
  if (decision === 'dismiss' || !isProven) return
  const follow = senderLink(ctx, { slug, accountId, address })
  await queueMail(tx, ctx, {
    template: 'transfer-blocked',
    to: address,
    language: language === 'zh' ? 'zh' : 'en',
    facts: { slug, decision, reasons, supportEmail: ctx.config.supportEmail, follow },
  })
}
