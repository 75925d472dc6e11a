import type { Context } from '../../context.ts'
import { currentTrace } from '../trace.ts'
import { bounceAddress } from './bounces/bounce-address.ts'
import type { TemplateName } from './facts/mail-facts.ts'
import { MailRefused, SigningFailed } from './mail-refused.ts'
import type { LeftFrom, OpenMail } from './mail-store.ts'
import { ownSender } from './own-sender.ts'
import { mailPurpose } from './queue-mail.ts'
import type { SigningDomain, UnsignedBecause } from './signing-domains.ts'
import type { OutgoingMail } from './transport/mail-transport.ts'
import { type MailOrder, writeMail } from './write-mail.ts'

/** After this time such mails are not even tried. */
const staleAfterSeconds: Partial<Record<TemplateName, number>> = {
  'sender-code': 600,
  'link-code': 600,
  'access-request-code': 600,
  'password-reset': 3_600,
}

/** So long a server may refuse a mail from a workspace's domain for now, before it is offered from our address. */
const OWN_PATIENCE_SECONDS = 3_600

type Needs = Pick<Context, 'masterKey' | 'config' | 'mailTransport' | 'signingDomains' | 'log'>

export interface HandedOver {
  /** Null once the transport has it. */
  refused: MailRefused | null
  from: LeftFrom
}

const ours = (unsignedBecause: UnsignedBecause | null): LeftFrom => ({ signedFor: null, unsignedBecause })

/** Passes a mail to the transport: from the domain of the sender's workspace where that works, else from our address. */
export async function handOver(ctx: Needs, mailId: string, mail: OpenMail): Promise<HandedOver> {
  if (mail.ageSeconds > (staleAfterSeconds[mail.template] ?? Number.POSITIVE_INFINITY)) {
    return { refused: new MailRefused('Too old to be of use', true), from: ours(null) }
  }
  const { origin } = ctx.config.publicUrl
  try {
    const order = JSON.parse(ctx.masterKey.open(mailPurpose(mailId), mail.sealed)) as MailOrder
    // Bounces of other mails belong to no record.
    const isOnRecord = mail.recipientId !== null || mail.supplierId !== null
    const bounceTo = isOnRecord ? bounceAddress(ctx, mailId) : undefined
    const written = { ...writeMail(order, { messageId: mail.messageId, origin }), bounceTo }
    const trace = currentTrace()
    if (trace !== null) written.headers['X-Request-Id'] = trace.requestId
    return { refused: null, from: await send(ctx, order, written, mail.ageSeconds) }
  } catch (error) {
    return { refused: refusalOf(error), from: ours(null) }
  }
}

const refusalOf = (error: unknown): MailRefused =>
  error instanceof MailRefused
    ? error
    : new MailRefused(error instanceof Error ? error.message : String(error), false, { cause: error })

/** Rejects where the transport does not take it from our address either. */
async function send(ctx: Needs, order: MailOrder, written: OutgoingMail, ageSeconds: number): Promise<LeftFrom> {
  const found = order.inNameOf === undefined ? null : await ctx.signingDomains.find(order.inNameOf.accountId)
  if (order.inNameOf === undefined || found === null || typeof found === 'string') {
    await ctx.mailTransport.send(written)
    return ours(typeof found === 'string' ? found : null)
  }
  try {
    const from = ownSender(order.inNameOf, found.domain, order.branding)
    await ctx.mailTransport.send({ ...written, own: { from, signer: found } })
    return { signedFor: found.domain, unsignedBecause: null }
  } catch (error) {
    const because = whyNotOwn(error, ageSeconds)
    if (because === null) throw error
    await ctx.mailTransport.send(written)
    await noteTrouble(ctx, found, because)
    return ours(because)
  }
}

/** Whether our address may help. A server that refuses it too has refused the mail; nothing was sent before. */
function whyNotOwn(error: unknown, ageSeconds: number): 'key' | 'refused' | null {
  if (error instanceof SigningFailed) return 'key'
  const { isOfContent, isPermanent } = refusalOf(error)
  return isOfContent && (isPermanent || ageSeconds > OWN_PATIENCE_SECONDS) ? 'refused' : null
}

/** The mail has left: what is noted about it must not send it again. */
async function noteTrouble(ctx: Needs, { id }: SigningDomain, because: 'key' | 'refused'): Promise<void> {
  try {
    await ctx.signingDomains.noteTrouble(id, because)
  } catch (error) {
    ctx.log.warn({ error, domainId: id, because }, 'could not note why a mail left from our address')
  }
}
