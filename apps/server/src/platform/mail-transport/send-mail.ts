import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import { isDatabaseAway } from '../database/is-database-away.ts'
import type { Database } from '../database/schema.ts'
import { addJob } from '../jobs/add-job.ts'
import type { MailOutcome } from '../metrics/metrics.ts'
import { handOver } from './hand-over.ts'
import type { MailRefused } from './mail-refused.ts'
import { claimMail, type LeftFrom, markAccepted, markFailed, type OpenMail } from './mail-store.ts'

/** The job runner tries at 3 s, 10 s, 30 s … 10 h and then every 6 hours. */
const PATIENCE_SECONDS = 48 * 3600
type Needs = Pick<Context, 'db' | 'nodeId' | 'masterKey' | 'config' | 'mailTransport' | 'signingDomains' | 'log'>

const RECORD_AGAIN_MS = 500

/**
 * Passes one mail to the transport. The row names the process that does so, so that two never both send it; no
 * transaction waits for the mail server. Throws where the job should try again. Only a kill between the server's answer
 * and our commit can send a mail twice, and then with the same Message-ID. Null: there is nothing left to do.
 */
export async function sendMail(ctx: Needs, { mailId }: { mailId: string }): Promise<MailOutcome | null> {
  const held = `${ctx.nodeId}/${mailId}`
  if (handing.has(held)) throw new Error(`Mail ${mailId} is just being handed over here`)
  handing.add(held)
  try {
    return await claimAndHandOver(ctx, mailId)
  } finally {
    handing.delete(held)
  }
}

/** The mails that this process is sending now. */
const handing = new Set<string>()

async function claimAndHandOver(ctx: Needs, mailId: string): Promise<MailOutcome | null> {
  const mail = await claimMail(ctx.db, mailId, ctx.nodeId)
  if (mail === null) return null
  if (mail === 'held') throw new Error(`Mail ${mailId} is just being handed over elsewhere`)
  const { refused, from } = await handOver(ctx, mailId, mail)
  await record(() => settle(ctx, mailId, mail, refused, from))
  // The server's answer names the address, and the job runner logs and stores what is thrown.
  if (refused && !isFinal(refused, mail)) throw new Error(`Mail ${mailId} was not accepted; its row says why`)
  return refused ? 'given-up' : 'accepted'
}

const isFinal = (refused: MailRefused, mail: OpenMail): boolean =>
  refused.isPermanent || mail.ageSeconds > PATIENCE_SECONDS

async function settle(
  ctx: Needs,
  mailId: string,
  mail: OpenMail,
  refused: MailRefused | null,
  from: LeftFrom,
): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    if (refused === null) {
      await markAccepted(tx, mailId, from)
      await noteOutcome(tx, mailId, mail)
      return
    }
    const { message: reason, isPermanent } = refused
    await markFailed(tx, mailId, { reason, isFinal: isFinal(refused, mail), isRefused: isPermanent })
    if (isFinal(refused, mail)) await noteOutcome(tx, mailId, mail)
  })
  if (refused && isFinal(refused, mail)) {
    ctx.log.warn({ mailId, template: mail.template, isPermanent: refused.isPermanent }, 'gave up sending an email')
  }
}

/**
 * The mail server's answer is recorded however long the database is unavailable: otherwise the mail would go out again.
 */
async function record(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
    }
    await pause(RECORD_AGAIN_MS)
  }
}

/** The outcome of a mail to a recipient goes on their transfer's record. */
async function noteOutcome(tx: Kysely<Database>, mailId: string, { recipientId }: OpenMail): Promise<void> {
  if (recipientId !== null) await addJob(tx, 'note-mail', { mailId })
}
