import type { readConversation as endpoint } from '@waybill/contract/conversations/endpoints'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { Context } from '../context.ts'
import type { Actor } from '../platform/http/actor.ts'
import { findOwnConversation, listMessages, markSeen, medianWait } from './conversation-store.ts'
import { customerOf } from './customer-of.ts'
import { presentMessage } from './present-message.ts'

type Reply = ReplyOf<typeof endpoint>

/** Empty for a customer who has never written. */
export async function readConversation(ctx: Pick<Context, 'db' | 'readAs'>, actor: Actor): Promise<Reply> {
  const answeredWithin = await medianWait(ctx.db)
  const customer = customerOf(actor)
  const db = actor.account === null ? ctx.db : ctx.readAs(actor.account.id)
  const own = customer === null ? null : await findOwnConversation(db, customer)
  const email = actor.account?.email ?? own?.address ?? null
  if (own === null) return { messages: [], unread: 0, email, answeredWithin }
  const messages = await listMessages(db, own.id)
  const unread = messages.filter(({ author, place }) => author === 'operator' && place > own.customerSeen).length
  return { messages: messages.map(presentMessage), unread, email, answeredWithin }
}

/** Up to a place. Returns how many answers are left. */
export async function markAnswersRead(
  { db }: Pick<Context, 'db'>,
  actor: Actor,
  place: number,
): Promise<{ unread: number }> {
  const customer = customerOf(actor)
  return { unread: customer === null ? 0 : await markSeen(db, customer, place) }
}
