import { newId } from '../../src/platform/ids.ts'
import type { TestApp } from '../app/test-app.ts'

/** A conversation of the account with the operator, without jobs that wait. */
export async function makeConversation({ ctx }: TestApp, accountId: string, body: string): Promise<void> {
  const id = newId()
  await ctx.db
    .insertInto('conversations')
    .values({ id, account_id: accountId, language: 'en', state: 'closed', length: 1, operator_mailed: 1 })
    .execute()
  await ctx.db
    .insertInto('conversation_messages')
    .values({ conversation_id: id, place: 1, author: 'customer', body, came_by: 'page' })
    .execute()
}
