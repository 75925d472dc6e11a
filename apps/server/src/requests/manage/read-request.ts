import type { Role } from '@waybill/contract/billing/plans'
import type { RequestRecord } from '@waybill/contract/requests/shapes'
import type { Context } from '../../context.ts'
import { listItems } from '../content-store.ts'
import { tallySuppliers } from '../supplier-store.ts'
import { requireOwnRequest } from './own-request.ts'
import { presentRequestRecord } from './present-request.ts'

/** One request of the account, by id or slug. @throws Problem 'request-not-found' */
export async function readRequest(
  { readAs }: Pick<Context, 'readAs'>,
  account: { id: string; role: Role },
  named: string,
): Promise<{ request: RequestRecord }> {
  const db = readAs(account.id)
  const row = await requireOwnRequest(db, account.id, named)
  const [items, tally] = await Promise.all([listItems(db, row.id), tallySuppliers(db, row.id)])
  return { request: presentRequestRecord(row, items, tally, account.role) }
}
