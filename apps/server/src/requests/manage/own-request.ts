import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import { type LiveAccount, readLiveAccount, requireNoDebt } from '../../billing/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { findOwnRequest, findSeenRequest, lockRequest, type RequestRow } from '../request-store.ts'
import { type ChangedBy, noteForMember } from './as-requester.ts'

/**
 * The account's undeleted request, by id or slug.
 *
 * @throws Problem 'request-not-found', the same for unknown, deleted and foreign ones
 */
export async function requireOwnRequest(db: Kysely<Database>, accountId: string, named: string): Promise<RequestRow> {
  const request = await findOwnRequest(db, accountId, named)
  if (request === null) throw new Problem('request-not-found')
  return request
}

/**
 * An undeleted request that the account may read, by id or slug: its own, and of its team.
 *
 * @throws Problem 'request-not-found', the same for unknown, deleted and unreadable ones
 */
export async function requireSeenRequest(db: Kysely<Database>, readerId: string, named: string): Promise<RequestRow> {
  const request = await findSeenRequest(db, readerId, named)
  if (request === null) throw new Problem('request-not-found')
  return request
}

/**
 * A request by id, locked until the transaction ends, for a change by its requester or on the requester's behalf, which
 * the security log then has.
 *
 * @throws Problem 'request-not-found'
 */
export async function holdOwnRequest(tx: Kysely<Database>, by: ChangedBy, id: string): Promise<RequestRow> {
  const request = await lockRequest(tx, id, by.id)
  if (request === null) throw new Problem('request-not-found')
  await noteForMember(tx, by, [id])
  return request
}

/**
 * Locks the account until the transaction ends, and checks that it may ask suppliers: call this before any other lock.
 *
 * @throws Problem 'unauthenticated' | 'account-suspended' | 'subscription-due'
 */
export async function holdAsking(tx: Kysely<Database>, accountId: string): Promise<LiveAccount> {
  return requireNoDebt(await readLiveAccount(tx, accountId, { hold: true }))
}

/** @throws Problem 'request-closed' | 'request-expired' | 'request-paused' */
export function requireTaking({ state }: Pick<RequestRow, 'state'>): void {
  if (state !== 'open') throw new Problem(`request-${state}`)
}
