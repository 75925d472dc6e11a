import { feedbackLogins } from '@waybill/contract/conversations/rules'
import type { Context } from '../context.ts'
import { findAccount } from '../identity/accounts/index.ts'
import { claimOpening } from './conversation-store.ts'

/** Whether the feedback form opens by itself now. It opens once at each of its login counts, in one browser. */
export async function claimFeedback({ db }: Pick<Context, 'db'>, accountId: string): Promise<{ opens: boolean }> {
  const count = (await findAccount(db, accountId))?.login_count ?? 0
  return { opens: feedbackLogins.includes(count) && (await claimOpening(db, accountId, count)) }
}
