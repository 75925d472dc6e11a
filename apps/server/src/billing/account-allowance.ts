import { plans } from '@waybill/contract/billing/plans'
import { judgeStanding } from '@waybill/contract/billing/standing'
import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import { addSend, type LiveAccount, monthKey, monthOf, readLiveAccount, requestsKey } from './allowance-store.ts'

/** The column's maximum: transfers are counted even on unlimited plans. */
const UNLIMITED = 2_147_483_647

/**
 * The current account, if it may send now.
 *
 * @throws Problem 'account-suspended' | 'subscription-due' | 'seat-lost' | 'storage-full' {limitBytes} | 'month-full' {limit}, the
 *   worst; 'unauthenticated' where the account is gone
 */
export async function requireStanding(db: Kysely<Database>, accountId: string): Promise<LiveAccount> {
  return inGoodStanding(await readLiveAccount(db, accountId))
}

/** The same, and locks its row until the transaction ends: call it before any other lock. */
export async function holdStanding(tx: Kysely<Database>, accountId: string): Promise<LiveAccount> {
  return inGoodStanding(await readLiveAccount(tx, accountId, { hold: true }))
}

/**
 * The account, if it may ask suppliers: its storage is checked as files arrive.
 *
 * @throws Problem 'account-suspended' | 'subscription-due' | 'seat-lost'; 'unauthenticated' where the account is gone
 */
export function requireNoDebt(account: LiveAccount | null): LiveAccount {
  if (account === null) throw new Problem('unauthenticated')
  const code = judgeStanding({ ...account, usedBytes: 0, monthTransfers: 0 })
  if (code !== null) throw new Problem(code)
  return account
}

function inGoodStanding(account: LiveAccount | null): LiveAccount {
  if (account === null) throw new Problem('unauthenticated')
  const code = judgeStanding(account)
  if (code === null) return account
  const { storageBytes, monthlyTransfers } = plans[account.role]
  if (code === 'storage-full') throw new Problem(code, { limitBytes: storageBytes })
  throw new Problem(code, code === 'month-full' ? { limit: monthlyTransfers } : {})
}

/**
 * Refuses what a reservation would refuse at the moment, and reserves nothing, so that nobody uploads needlessly.
 *
 * @throws Problem 'storage-full' {limitBytes}
 */
export function requireRoom(account: LiveAccount, bytes: number): void {
  const { storageBytes } = plans[account.role]
  if (account.usedBytes + bytes > storageBytes) throw new Problem('storage-full', { limitBytes: storageBytes })
}

/**
 * Counts one transfer; call it in the transaction that creates it, which the Problem rolls back. The count is never
 * returned.
 *
 * @throws Problem 'month-full' {limit}
 */
export async function countTransfer(tx: Kysely<Database>, account: LiveAccount): Promise<void> {
  const limit = plans[account.role].monthlyTransfers
  if (await addSend(tx, monthKey(account.workspaceId, monthOf(account.day)), limit ?? UNLIMITED)) return
  throw new Problem('month-full', { limit })
}

/**
 * Counts one request; call it in the transaction that creates it, which the Problem rolls back. The count is never
 * returned.
 *
 * @throws Problem 'request-month-full' {limit}
 */
export async function countRequest(tx: Kysely<Database>, account: LiveAccount): Promise<void> {
  const limit = plans[account.role].monthlyRequests
  if (await addSend(tx, requestsKey(account.workspaceId, monthOf(account.day)), limit ?? UNLIMITED)) return
  throw new Problem('request-month-full', { limit })
}
