import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { listSessions as endpoint } from '@waybill/contract/identity/session-endpoints'
import type { Context } from '../../../context.ts'
import { type Actor, accountOf } from '../../../platform/http/actor.ts'
import { listLiveSessions } from '../session-store.ts'

/** Where this account is signed in, last used first. */
export async function listSessions(
  { db }: Pick<Context, 'db'>,
  actor: Pick<Actor, 'account'>,
): Promise<ReplyOf<typeof endpoint>> {
  const { id: accountId, sessionId } = accountOf(actor)
  const sessions = await listLiveSessions(db, accountId)
  return {
    sessions: sessions.map(({ id, device, country, city, createdAt, lastUsedAt }) => ({
      id,
      isCurrent: id === sessionId,
      device,
      country,
      city,
      signedInAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
    })),
  }
}
