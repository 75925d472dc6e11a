import { mailboxOf } from '@waybill/contract/identity/mailbox-of'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../database/schema.ts'
import { hashToken, newId } from '../ids.ts'
import { addJob } from '../jobs/add-job.ts'
import type { TemplateName } from './facts/mail-facts.ts'
import { findArrivalMail, hasMail, insertMail } from './mail-store.ts'
import type { MailOrder } from './write-mail.ts'

interface Whose {
  recipientId?: string
  supplierId?: string
  senderAddress?: string
  /** The mail's id, where it must exist once however often it is queued. */
  once?: string
}

/**
 * Queues one mail to one address inside the caller's transaction: it goes out after commit, or never. `to` is an
 * address as the contract's `parseAddress` returns it. A recipient's 'files-arrived' exists once however often it is
 * queued. `supplierId` names the supplier whom it asks for files. `senderAddress` is the sender behind a mail to a
 * recipient: refusals count under it. Returns the mail's id.
 */
export async function queueMail<Name extends TemplateName>(
  tx: Kysely<Database>,
  ctx: Pick<Context, 'masterKey' | 'config'>,
  { recipientId, supplierId, senderAddress, once, ...order }: MailOrder<Name> & Whose,
): Promise<string> {
  const id = once ?? newId()
  if (once !== undefined && (await hasMail(tx, once))) return once
  const isNew = await insertMail(tx, {
    id,
    messageId: `${id}@${ctx.config.publicUrl.hostname}`,
    template: order.template,
    recipientId: recipientId ?? null,
    supplierId: supplierId ?? null,
    senderMailbox: senderAddress === undefined ? null : mailboxOf(senderAddress),
    sealed: ctx.masterKey.seal(mailPurpose(id), JSON.stringify(order)),
  })
  if (!isNew && recipientId !== undefined) return findArrivalMail(tx, recipientId)
  const task = isAwaited(order.template) ? 'send-code' : 'send-mail'
  const flags = [
    `to:${shortHash(domainOf(order.to))}`,
    `from:${shortHash(senderAddress ? mailboxOf(senderAddress) : id)}`,
  ]
  await addJob(tx, task, { mailId: id }, { key: `send-mail/${id}`, flags })
  return id
}

/** Mails that somebody waits for at a page. */
const isAwaited = (template: TemplateName): boolean => awaited.has(template)
const awaited: ReadonlySet<TemplateName> = new Set([
  'sender-code',
  'link-code',
  'access-request-code',
  'password-reset',
])

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()
/** A job's row must hold no address. */
const shortHash = (text: string): string => hashToken(text).toString('base64url').slice(0, 12)

/** Binds sealed content to its row. */
export const mailPurpose = (mailId: string) => `mail/${mailId}`
