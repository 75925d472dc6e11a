import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import { type ReplyVerdict, takeReply } from '../../conversations/index.ts'
import { isDatabaseAway } from '../../platform/database/is-database-away.ts'
import type { Database } from '../../platform/database/schema.ts'
import {
  bouncedMail,
  claimAskingBounce,
  claimBounce,
  type DeliveryReport,
  hasArrived,
  MailboxAway,
  readReport,
} from '../../platform/mail-transport/index.ts'
import { noteOutcome } from '../alerts/note-mail.ts'
import { recordNotice } from '../ledger/index.ts'

type Needs = Pick<Context, 'db' | 'config' | 'masterKey' | 'signer' | 'log'>
type ReadNeeds = Needs & Pick<Context, 'bounceMailbox' | 'limits'>

/** What happened to a returned mail: on record now, or already; or why not. */
type Verdict = 'bounced' | 'known' | 'arrived' | 'notFailed' | 'notOurs' | 'noReport'

/**
 * Reads the mailbox: records returned mails, and passes everything else on as a reply to a conversation. An unreadable
 * mailbox is only logged, and nothing else suffers from it; a single mail that cannot be handled is skipped.
 */
export async function readBounces(ctx: ReadNeeds): Promise<void> {
  const counts = new Map<Verdict | ReplyVerdict | 'passedOver', number>()
  try {
    await ctx.bounceMailbox?.takeUnread(async (raw) => {
      const verdict = await takeMail(ctx, raw).catch((error) => passOver(ctx, error))
      counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
    })
  } catch (error) {
    if (!(error instanceof MailboxAway)) throw error
    ctx.log.warn({ reason: error.message, failures: error.failures }, 'the mailbox for returned emails cannot be read')
  } finally {
    if (counts.size > 0) ctx.log.info(Object.fromEntries(counts), 'returned mails read')
  }
}

async function takeMail(ctx: ReadNeeds, raw: Uint8Array): Promise<Verdict | ReplyVerdict> {
  const verdict = await takeReport(ctx, raw)
  return verdict === 'noReport' ? takeReply(ctx, raw) : verdict
}

/** Later mails are read all the same. @throws the error itself, where its cause is the database and not the mail */
function passOver({ log }: Needs, error: unknown): 'passedOver' {
  // Conflicts and insufficient resources, SQLSTATE 40 and 53, are temporary: the mail is read again.
  if (isDatabaseAway(error) || /^(?:40|53)/.test(String((error as NodeJS.ErrnoException)?.code))) throw error
  log.error({ err: error }, 'a returned email cannot be processed and is skipped')
  return 'passedOver'
}

/** One mail of that mailbox, whatever it is. Reading it again has no further effect. */
export async function takeReport(ctx: Needs, raw: Uint8Array): Promise<Verdict> {
  const report = await readReport(raw)
  if (report === null) return 'noReport'
  const mailId = bouncedMail(ctx, report.addressedTo)
  if (mailId === null) return 'notOurs'
  if (!report.hasFailed) return 'notFailed'
  return ctx.db.transaction().execute((tx) => noteBounce(tx, ctx, mailId, report))
}

async function noteBounce(tx: Kysely<Database>, ctx: Needs, mailId: string, report: DeliveryReport): Promise<Verdict> {
  // The acceptance by the mail server is recorded before the bounce.
  await noteOutcome(tx, ctx, mailId)
  const bounced = await claimBounce(tx, mailId, report.isPermanent)
  if (!bounced && (await claimAskingBounce(tx, mailId))) return 'bounced'
  if (!bounced) return (await hasArrived(tx, mailId)) ? 'arrived' : 'known'
  await recordNotice(tx, ctx, { ...bounced, kind: 'bounced', detail: report.code })
  return 'bounced'
}
