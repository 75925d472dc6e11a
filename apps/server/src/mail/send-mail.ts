import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../database/schema.ts'
import { addJob } from '../jobs/add-job.ts'
import { bounceAddress } from './bounce-address.ts'
import type { TemplateName } from './mail-facts.ts'
import { MailRefused } from './mail-refused.ts'
import { lockOpenMail, markAccepted, markFailed, type OpenMail } from './mail-store.ts'
import { mailPurpose } from './queue-mail.ts'
import { SEND_TIMEOUT_MS } from './smtp-transport.ts'
import { type MailOrder, writeMail } from './write-mail.ts'

/** The job runner tries at 3 s, 10 s, 30 s … 10 h and then every 6 hours. */
const PATIENCE_SECONDS = 48 * 3600
/** Such mails are not even tried after this. */
const staleAfterSeconds: Partial<Record<TemplateName, number>> = {
  'sender-code': 600,
  'link-code': 600,
  'ask-code': 600,
  'password-reset': 3_600,
}

type Needs = Pick<Context, 'db' | 'masterKey' | 'config' | 'mailTransport' | 'log'>

/**
 * Hands one mail to the transport, holding its row locked meanwhile, so that two workers never both send. Throws where
 * it is to be tried again. A kill between the server's answer and our commit is the one way to send twice, and then
 * with the same Message-ID.
 */
export async function sendMail(ctx: Needs, { mailId }: { mailId: string }): Promise<void> {
  const failure = await ctx.db.transaction().execute(async (tx) => {
    const mail = await lockOpenMail(tx, mailId, SEND_TIMEOUT_MS + 30_000)
    if (!mail) return null
    const refused = await handOver(ctx, mailId, mail)
    if (!refused) {
      await markAccepted(tx, mailId)
      await noteOutcome(tx, mailId, mail)
      return null
    }
    const isFinal = refused.isPermanent || mail.ageSeconds > PATIENCE_SECONDS
    await markFailed(tx, mailId, { reason: refused.message, isFinal, isRefused: refused.isPermanent })
    if (isFinal) await noteOutcome(tx, mailId, mail)
    if (isFinal) ctx.log.warn({ mailId, template: mail.template, isPermanent: refused.isPermanent }, 'mail given up')
    return isFinal ? null : refused
  })
  // The server's words name the address; the job runner logs and keeps what is thrown.
  if (failure) throw new Error(`Mail ${mailId} was not accepted; its row says why`)
}

/** What became of a mail to a recipient goes on their transfer's record. */
async function noteOutcome(tx: Kysely<Database>, mailId: string, { recipientId }: OpenMail): Promise<void> {
  if (recipientId !== null) await addJob(tx, 'note-mail', { mailId })
}

/** Null once the transport has it. */
async function handOver(ctx: Needs, mailId: string, mail: OpenMail): Promise<MailRefused | null> {
  if (mail.ageSeconds > (staleAfterSeconds[mail.template] ?? Number.POSITIVE_INFINITY)) {
    return new MailRefused('Too old to be of use', true)
  }
  const order = JSON.parse(ctx.masterKey.open(mailPurpose(mailId), mail.sealed)) as MailOrder
  const { origin } = ctx.config.publicUrl
  try {
    const written = writeMail(order, { messageId: mail.messageId, origin })
    // What of other mails comes back is on nobody's record.
    const isOnRecord = mail.recipientId !== null || mail.personId !== null
    const bounceTo = isOnRecord ? bounceAddress(ctx, mailId) : undefined
    await ctx.mailTransport.send({ ...written, bounceTo })
    return null
  } catch (error) {
    if (error instanceof MailRefused) return error
    return new MailRefused(error instanceof Error ? error.message : String(error), false, { cause: error })
  }
}
