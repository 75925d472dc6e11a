import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import { findAccount, languageOf } from '../identity/accounts/index.ts'
import type { Database } from '../platform/database/schema.ts'
import type { Budget } from '../platform/http/limits/rate-limits.ts'
import { linkTo, paths } from '../platform/links.ts'
import { addressedTo, queueMail } from '../platform/mail-transport/index.ts'
import { answerIn } from './answer-conversation.ts'
import { addWritten, isTaken } from './conversation-store.ts'
import { findConversation, type ListedConversation } from './operator-store.ts'
import { type Reply, readReply } from './read-reply.ts'
import { tellOperatorSoon } from './write-message.ts'

type Needs = Pick<Context, 'db' | 'config' | 'masterKey' | 'limits'>

/** What became of a mail in the mailbox for replies. */
export type ReplyVerdict = 'replied' | 'replyKnown' | 'automatic' | 'empty' | 'tooMany' | 'noReply'

/** Against machines that answer each other without saying so. */
const mailsPerSide: Budget = { name: 'conversation-mails', points: 30, seconds: 86_400 }
/** Mails about files: nobody has proven the address of a visitor, who can change it to somebody else's. */
const refusalsPerSide: Budget = { name: 'conversation-refusals', points: 3, seconds: 86_400 }

/**
 * Takes a mail to a reply address of a conversation as a message of its customer or its operator: by the token in that
 * address alone. Once for each mail. Files are not accepted, and the writer is told, up to three times a day.
 */
export async function takeReply(ctx: Needs, raw: Uint8Array): Promise<ReplyVerdict> {
  const reply = await readReply(raw, ctx.config.publicUrl.hostname)
  if (reply === null) return 'noReply'
  const ofCustomer = addressedTo(ctx, 'reply-of-customer', reply.addressedTo)
  const ofOperator = addressedTo(ctx, 'reply-of-operator', reply.addressedTo)
  const conversationId = ofOperator ?? ofCustomer
  const found = conversationId === null ? null : await findConversation(ctx.db, conversationId)
  if (found === null) return 'noReply'
  if (reply.isAutomatic) return 'automatic'
  if (reply.text === '' && !reply.hasFiles) return 'empty'
  const side = ofOperator === null ? 'customer' : 'operator'
  // A mailbox in which no mail can be marked as read brings each of them again.
  if (await isTaken(ctx.db, found.id, reply.mailHash)) return 'replyKnown'
  if (await isSpent(ctx, mailsPerSide, `${side}/${found.id}`)) return 'tooMany'
  const isRefused = reply.hasFiles && !(await isSpent(ctx, refusalsPerSide, `${side}/${found.id}`))
  return ctx.db.transaction().execute(async (tx) => {
    const isKept = reply.text !== '' && (await keep(tx, found, side, reply))
    if (reply.text !== '' && !isKept) return 'replyKnown'
    if (isRefused) await refuseFiles(tx, ctx, found, { side, isKept })
    return isKept ? 'replied' : 'empty'
  })
}

async function isSpent({ limits }: Needs, budget: Budget, key: string): Promise<boolean> {
  if (await limits.isSpent(budget, key)) return true
  await limits.spend(budget, key)
  return false
}

/** False: this mail was taken before. */
async function keep(
  tx: Kysely<Database>,
  { id, accountId }: ListedConversation,
  side: 'customer' | 'operator',
  { text, mailHash, hasFiles }: Reply,
): Promise<boolean> {
  const message = { body: text, cameBy: 'mail', mailHash, hasLeftFiles: hasFiles } as const
  if (side === 'operator') return answerIn(tx, id, message)
  const account = accountId === null ? null : await findAccount(tx, accountId)
  const writer =
    account === null ? undefined : { role: account.role, fullName: account.full_name, company: account.company }
  const added = await addWritten(tx, id, { ...message, writer })
  if (added === null) return false
  await tellOperatorSoon(tx, id, added.pauseSeconds)
  return true
}

async function refuseFiles(
  tx: Kysely<Database>,
  ctx: Needs,
  { address, accountId, language }: ListedConversation,
  { side, isKept }: { side: 'customer' | 'operator'; isKept: boolean },
): Promise<void> {
  const to = side === 'operator' ? ctx.config.supportEmail : address
  if (to === null) return
  const account = side === 'operator' || accountId === null ? null : await findAccount(tx, accountId)
  await queueMail(tx, ctx, {
    template: 'conversation-files-refused',
    to,
    language: side === 'operator' ? 'en' : account === null ? language : languageOf(account),
    facts: { isKept, link: linkTo(ctx.config, paths.conversation) },
  })
}
