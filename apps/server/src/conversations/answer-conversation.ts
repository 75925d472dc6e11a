import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../platform/database/schema.ts'
import { addJob } from '../platform/jobs/add-job.ts'
import { noteSecurityIn } from '../platform/security-log/security-scope.ts'
import { tellConversation } from './conversation-store.ts'
import { addAnswer, assignRow, closeRow } from './operator-store.ts'
import { judgeText } from './write-message.ts'

/** A customer who has not seen an answer by then gets it by mail. */
const AWAY_SECONDS = 120

/**
 * Answers a conversation: open pages of the customer show it at once. False where there is no such conversation.
 *
 * @throws Problem 'conversation-text-empty' | 'conversation-text-too-long' {limit}
 */
export async function answerConversation(
  { db }: Pick<Context, 'db'>,
  { conversationId, text, cameBy }: { conversationId: string; text: string; cameBy: 'page' | 'command' },
): Promise<boolean> {
  const body = judgeText(text)
  return db.transaction().execute((tx) => answerIn(tx, conversationId, { body, cameBy }))
}

/** The same in the caller's transaction, of a text that was judged before. False also for a mail that was taken before. */
export async function answerIn(
  tx: Kysely<Database>,
  conversationId: string,
  answer: Parameters<typeof addAnswer>[2],
): Promise<boolean> {
  const added = await addAnswer(tx, conversationId, answer)
  if (added === null) return false
  const { accountId } = added
  await noteSecurityIn(tx, {
    event: 'conversation-answered',
    outcome: 'ok',
    facts: { conversation: conversationId, cameBy: answer.cameBy },
  })
  if (accountId !== null) await tellConversation(tx, accountId)
  const key = `tell-customer/${conversationId}`
  await addJob(tx, 'tell-customer', { conversationId }, { key, keepsTime: true, delaySeconds: AWAY_SECONDS })
  return true
}

/** Closes a conversation: nobody waits for an answer any more. False where there is no such conversation. */
export async function closeConversation({ db }: Pick<Context, 'db'>, conversationId: string): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const isClosed = await closeRow(tx, conversationId)
    const facts = { conversation: conversationId }
    if (isClosed) await noteSecurityIn(tx, { event: 'conversation-closed', outcome: 'ok', facts })
    return isClosed
  })
}

/** Assigns a conversation to an operator's account; null: to nobody. False where there is no such conversation. */
export async function assignConversation(
  { db }: Pick<Context, 'db'>,
  conversationId: string,
  assigneeId: string | null,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const isAssigned = await assignRow(tx, conversationId, assigneeId)
    const facts = { conversation: conversationId, isTaken: assigneeId !== null }
    if (isAssigned) await noteSecurityIn(tx, { event: 'conversation-assigned', outcome: 'ok', facts })
    return isAssigned
  })
}
