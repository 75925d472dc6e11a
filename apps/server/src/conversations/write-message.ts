import type {
  ConversationMessage,
  writeMessage as endpoint,
  sendFeedback as feedback,
} from '@waybill/contract/conversations/endpoints'
import { MAX_MESSAGE_CHARS, type Rating } from '@waybill/contract/conversations/rules'
import { Problem } from '@waybill/contract/core/problems'
import { parseAddress } from '@waybill/contract/transfers/recipients'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import { ensureDevice } from '../identity/accounts/index.ts'
import type { Database } from '../platform/database/schema.ts'
import type { ActorAccount } from '../platform/http/actor.ts'
import type { Call } from '../platform/http/bind.ts'
import type { Budget } from '../platform/http/limits/rate-limits.ts'
import { addJob } from '../platform/jobs/add-job.ts'
import { addWritten, type Customer, openConversation, type WrittenMessage } from './conversation-store.ts'
import { holdCustomer } from './customer-of.ts'
import { presentMessage } from './present-message.ts'

const perMinute: Budget = { name: 'conversation-minute', points: 5, seconds: 60 }
const perDay: Budget = { name: 'conversation-day', points: 30, seconds: 86_400 }
/** For visitors: a browser that drops its cookies is a new one each time. */
const perNetwork: Budget = { name: 'conversation-network', points: 60, seconds: 86_400 }

type Needs = Pick<Context, 'db' | 'config' | 'masterKey' | 'limits'>
interface Typed {
  text: string
  rating: Rating | null
  email?: string | undefined
  route?: string | undefined
}

/** @throws Problem 'conversation-text-empty' | 'conversation-text-too-long' | 'invalid-recipient' | 'too-many-requests' */
export async function writeMessage(ctx: Needs, call: Call<typeof endpoint>): Promise<{ message: ConversationMessage }> {
  return { message: await take(ctx, call, { ...call.body, rating: null }) }
}

/** @throws as `writeMessage` */
export async function sendFeedback(
  ctx: Needs,
  call: Call<typeof feedback>,
): Promise<{ message: 'We got your feedback!' }> {
  const { message: text, rating, email, route } = call.body
  await take(ctx, call, { text, rating, email, route })
  return { message: 'We got your feedback!' }
}

interface Caller {
  actor: Call<typeof endpoint>['actor']
  request: FastifyRequest
  reply: FastifyReply
}

async function take(ctx: Needs, { actor, request, reply }: Caller, typed: Typed): Promise<ConversationMessage> {
  const body = judgeText(typed.text)
  const address = typedAddressOf(actor.account, typed.email)
  // Before a browser becomes a row: strangers make no more of them than they may send messages.
  if (actor.account === null) await ctx.limits.spend(perNetwork, actor.network)
  const customer = actor.account
    ? { accountId: actor.account.id }
    : { deviceId: await ensureDevice(ctx, request, reply) }
  const key = 'accountId' in customer ? customer.accountId : customer.deviceId
  await ctx.limits.spend(perMinute, key)
  await ctx.limits.spend(perDay, key)
  const writer = actor.account ?? undefined
  const message = { body, rating: typed.rating, route: typed.route ?? null, writer, cameBy: 'page' } as const
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await holdCustomer(tx, customer))) throw new Problem('unauthenticated')
    return keep(tx, customer, { language: actor.language, address }, message)
  })
}

async function keep(
  tx: Kysely<Database>,
  customer: Customer,
  about: Parameters<typeof openConversation>[2],
  message: WrittenMessage,
): Promise<ConversationMessage> {
  const conversationId = await openConversation(tx, customer, about)
  const added = await addWritten(tx, conversationId, message)
  if (added === null) throw new Error('A conversation ended while its customer held it')
  await tellOperatorSoon(tx, conversationId, added.pauseSeconds)
  return presentMessage(added.message)
}

/** Queues the operator's mail; messages that are written before it leaves are in it too. */
export const tellOperatorSoon = (tx: Kysely<Database>, conversationId: string, pauseSeconds: number): Promise<void> =>
  addJob(
    tx,
    'tell-operator',
    { conversationId },
    { key: `tell-operator/${conversationId}`, keepsTime: true, delaySeconds: pauseSeconds },
  )

/** @throws Problem 'conversation-text-empty' | 'conversation-text-too-long' {limit} */
export function judgeText(typed: string): string {
  const text = typed.trim()
  if (text === '') throw new Problem('conversation-text-empty')
  if (text.length > MAX_MESSAGE_CHARS) throw new Problem('conversation-text-too-long', { limit: MAX_MESSAGE_CHARS })
  return text
}

/** An account has its own. @throws Problem 'invalid-recipient' */
function typedAddressOf(account: ActorAccount | null, email: string | undefined): string | null {
  if (account !== null || email === undefined || email.trim() === '') return null
  const parsed = parseAddress(email)
  if ('problem' in parsed) throw new Problem('invalid-recipient', { address: email })
  return parsed.address
}
