import { plans, type Role } from '@waybill/contract/billing/plans'
import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import { accountSender, countMails, type LiveAccount } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { hashToken, newId } from '../../platform/ids.ts'
import type { JudgedSupplier } from '../create/request-content.ts'
import { scheduleOf, settleDeadlines } from '../deadlines/deadlines.ts'
import { databaseNow, type RequestRow } from '../request-store.ts'
import { settleSuppliers } from '../submission-progress-store.ts'
import { bringBack, insertSuppliers, listAsked, type NewSupplier } from '../supplier-store.ts'
import { mailSupplier } from './mail-supplier.ts'
import { requestToken } from './request-token.ts'

/** @throws Problem 'too-many-recipients' {limit} */
export function requireFewSuppliers(role: Role, count: number): void {
  const limit = plans[role].recipientLimit
  if (count > limit) throw new Problem('too-many-recipients', { limit, count })
}

/**
 * Asks suppliers by mail, each once however often they are named; the caller locks account and request. A supplier who
 * is already asked stays unchanged, a removed one is asked again. `network` is the account's network in this call.
 *
 * @returns how many this call asked
 * @throws Problem 'too-many-recipients'; as `countMails` does
 */
export async function askSuppliers(
  ctx: Pick<Context, 'masterKey' | 'config'>,
  tx: Kysely<Database>,
  { account, network }: { account: LiveAccount; network: string },
  request: RequestRow,
  suppliers: readonly JudgedSupplier[],
): Promise<number> {
  const addresses = suppliers.map(({ address }) => address)
  const asked = new Map((await listAsked(tx, request.id, addresses)).map((row) => [row.address, row]))
  const again = [...asked.values()].filter(({ is_asked }) => !is_asked)
  const back = again.map(({ id }) => id)
  const fresh = suppliers.filter(({ address }) => !asked.has(address))
  const count = fresh.length + back.length
  if (count === 0) return 0
  requireFewSuppliers(account.role, request.supplier_count + count)
  const mailed = [...fresh, ...again].flatMap(({ address }) => address ?? [])
  const thing = { id: request.id, recipientLimit: plans[account.role].recipientLimit }
  await countMails(tx, accountSender(account, network), mailed, thing)
  const now = await databaseNow(tx)
  const made = fresh.map((supplier) => invited(ctx, request, supplier, now))
  const ids = [...(await insertSuppliers(tx, request.id, made)), ...back]
  await bringBack(tx, request.id, back)
  await settleSuppliers(tx, request.id, ids)
  await settleDeadlines(tx, request, back)
  for (const supplierId of ids) {
    await mailSupplier(ctx, tx, { requestId: request.id, supplierId }, { template: 'files-asked' })
  }
  return ids.length
}

function invited(
  { masterKey }: Pick<Context, 'masterKey'>,
  request: RequestRow,
  { address, name, company, timeZone, language }: JudgedSupplier,
  now: Date,
): NewSupplier {
  const id = newId()
  const schedule = scheduleOf(request, { timeZone, mayRemind: true }, now)
  const tokenHash = hashToken(requestToken(masterKey, id))
  return { id, kind: 'invited', address, name, company, timeZone, language, tokenHash, deviceId: null, ...schedule }
}
