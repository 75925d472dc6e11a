import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
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

/** What became of a mail that came back: on record now, or already; why not. */
type Verdict = 'bounced' | 'known' | 'arrived' | 'notFailed' | 'notOurs' | 'noReport'

/**
 * Reads what came back to the mailbox of undeliverable mails and puts it on record. A mailbox that cannot be read is
 * said in the log, and nothing else suffers from it; nor from a single mail that cannot be taken, which is passed over.
 */
export async function readBounces(ctx: Needs & Pick<Context, 'bounceMailbox'>): Promise<void> {
  const counts = new Map<Verdict | 'passedOver', number>()
  try {
    await ctx.bounceMailbox?.takeUnread(async (raw) => {
      const verdict = await takeReport(ctx, raw).catch((error) => passOver(ctx, error))
      counts.set(verdict, (counts.get(verdict) ?? 0) + 1)
    })
  } catch (error) {
    if (!(error instanceof MailboxAway)) throw error
    ctx.log.warn({ reason: error.message, failures: error.failures }, 'the mailbox for returned emails cannot be read')
  } finally {
    if (counts.size > 0) ctx.log.info(Object.fromEntries(counts), 'returned mails read')
  }
}

/**
 * Those behind it are read all the same. @throws the error itself, where it lies with the database and not with the
 * mail
 */
function passOver({ log }: Needs, error: unknown): 'passedOver' {
  // Conflicts and resources that are short, SQLSTATE 40 and 53, pass: the mail is read again.
  if (isDatabaseAway(error) || /^(?:40|53)/.test(String((error as NodeJS.ErrnoException)?.code))) throw error
  log.error({ err: error }, 'a returned email cannot be processed and is skipped')
  return 'passedOver'
}

/** One mail of that mailbox, whatever it is. Reading it again is the same as once. */
export async function takeReport(ctx: Needs, raw: Uint8Array): Promise<Verdict> {
  const report = await readReport(raw)
  if (report === null) return 'noReport'
  const mailId = bouncedMail(ctx, report.addressedTo)
  if (mailId === null) return 'notOurs'
  if (!report.hasFailed) return 'notFailed'
  return ctx.db.transaction().execute((tx) => noteBounce(tx, ctx, mailId, report))
}

async function noteBounce(tx: Kysely<Database>, ctx: Needs, mailId: string, report: DeliveryReport): Promise<Verdict> {
  // That the mail server took it comes before that it came back.
  await noteOutcome(tx, ctx, mailId)
  const bounced = await claimBounce(tx, mailId, report.isPermanent)
  if (!bounced && (await claimAskingBounce(tx, mailId))) return 'bounced'
  if (!bounced) return (await hasArrived(tx, mailId)) ? 'arrived' : 'known'
  await recordNotice(tx, ctx, { ...bounced, kind: 'bounced', detail: report.code })
  return 'bounced'
}
