import { Problem } from '@waybill/contract/core/problems'
import type { Context } from '../../context.ts'
import { lockAccount } from '../../identity/accounts/index.ts'
import { lockOwnAmong, setRequestsDeleted } from '../request-store.ts'
import { type ChangedBy, noteForMember } from './as-requester.ts'

/**
 * Undoes a deletion of requests within a minute.
 *
 * @throws Problem 'request-not-found', the same for unknown and foreign ones and those deleted earlier;
 *   'unauthenticated' where the account has ended meanwhile
 */
export async function restoreRequests(
  { db }: Pick<Context, 'db'>,
  requester: ChangedBy,
  ids: readonly string[],
): Promise<{ restored: number }> {
  return db.transaction().execute(async (tx) => {
    if (!(await lockAccount(tx, requester.id))) throw new Problem('unauthenticated')
    const own = (await lockOwnAmong(tx, requester.id, ids)).filter(({ state }) => state !== 'gone')
    if (own.length < new Set(ids).size) throw new Problem('request-not-found')
    const deleted = own.flatMap(({ id, state }) => (state === 'deleted' ? [id] : []))
    await setRequestsDeleted(tx, deleted, false)
    await noteForMember(tx, requester, deleted)
    return { restored: deleted.length }
  })
}
