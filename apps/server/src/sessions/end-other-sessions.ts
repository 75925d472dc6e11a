import type { Context } from '../context.ts'
import { type Actor, accountOf } from '../http/actor.ts'
import { signOutElsewhere } from './sign-out-elsewhere.ts'

/** Signs the account out everywhere but in the session that asks. */
export async function endOtherSessions(
  { db }: Pick<Context, 'db'>,
  actor: Pick<Actor, 'account' | 'deviceId'>,
): Promise<undefined> {
  const { id, sessionId } = accountOf(actor)
  const kept = { sessionId, deviceId: actor.deviceId }
  await db.transaction().execute((tx) => signOutElsewhere(tx, id, 'signed-out-elsewhere', kept))
}
