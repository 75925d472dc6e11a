import { mailboxOf } from '@waybill/contract/recipients'
import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../database/schema.ts'
import { newId } from '../ids.ts'
import { addJob } from '../jobs/add-job.ts'
import type { TemplateName } from './mail-facts.ts'
import { findArrivalMail, insertMail } from './mail-store.ts'
import type { MailOrder } from './write-mail.ts'

interface Whose {
  recipientId?: string
  personId?: string
  senderAddress?: string
}

/**
 * Queues one mail to one address inside the caller's transaction: it goes out after commit, or never. `to` is an
 * address as the contract's `parseAddress` returns it. A recipient's 'files-arrived' exists once however often it is
 * queued. `personId` is who is asked for files by it. `senderAddress` is whom a mail to a recipient is sent for: refusals are
 * counted under it. Returns the mail's id.
 */
export async function queueMail<Name extends TemplateName>(
  tx: Kysely<Database>,
  ctx: Pick<Context, 'masterKey' | 'config'>,
  { recipientId, personId, senderAddress, ...order }: MailOrder<Name> & Whose,
): Promise<string> {
  const id = newId()
  const isNew = await insertMail(tx, {
    id,
    messageId: `${id}@${ctx.config.publicUrl.hostname}`,
    template: order.template,
    recipientId: recipientId ?? null,
    personId: personId ?? null,
    senderMailbox: senderAddress === undefined ? null : mailboxOf(senderAddress),
    sealed: ctx.masterKey.seal(mailPurpose(id), JSON.stringify(order)),
  })
  if (!isNew && recipientId !== undefined) return findArrivalMail(tx, recipientId)
  await addJob(tx, 'send-mail', { mailId: id }, { key: `send-mail/${id}` })
  return id
}

/** Binds sealed content to its row. */
export const mailPurpose = (mailId: string) => `mail/${mailId}`
