import type { Context } from '../context.ts'
import { type Actor, accountOf } from '../http/actor.ts'
import { endSessionsOf } from './session-store.ts'

/** Signs the account out everywhere but in the session that asks. */
export async function endOtherSessions({ db }: Pick<Context, 'db'>, actor: Pick<Actor, 'account'>): Promise<undefined> {
  const { id, sessionId } = accountOf(actor)
  await endSessionsOf(db, id, 'signed-out-elsewhere', sessionId)
}
