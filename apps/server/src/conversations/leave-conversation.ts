import type { Context } from '../context.ts'
import { keepDevice, lockAccount } from '../identity/accounts/index.ts'
import type { Actor } from '../platform/http/actor.ts'
import { newToken } from '../platform/ids.ts'
import { tellConversation } from './conversation-store.ts'
import { giveToAccount, holdOfBrowser, moveToBrowser } from './visitor-store.ts'

/**
 * Ends a visitor's conversation in this browser: it becomes that of a browser that nobody has. The operator keeps it, and
 * replies by mail still reach it.
 */
export async function leaveConversation(
  { db }: Pick<Context, 'db'>,
  { account, deviceId }: Pick<Actor, 'account' | 'deviceId'>,
): Promise<void> {
  if (account !== null || deviceId === null) return
  await db.transaction().execute(async (tx) => {
    if (!(await holdOfBrowser(tx, deviceId))) return
    await moveToBrowser(tx, { from: deviceId, to: await keepDevice(tx, newToken()) })
  })
}

/**
 * Moves the conversation of the browser in which an account has signed in to the account, if it is that person's: the
 * address that the visitor gave is one that the account has proven. An account that has a conversation keeps its own, and
 * the browser its own. Safe to run again.
 */
export async function adoptConversation(
  { db }: Pick<Context, 'db'>,
  given: { accountId: string; deviceId: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, given.accountId))) return
    if (await giveToAccount(tx, given)) await tellConversation(tx, given.accountId)
  })
}
