import { Problem } from '@waybill/contract/core/problems'
import type { addRequestSuppliers as endpoint } from '@waybill/contract/requests/supplier-endpoints'
import type { Context } from '../../context.ts'
import type { Call } from '../../platform/http/bind.ts'
import { requireFewBounces } from '../../platform/mail-transport/index.ts'
import { suppliersOf } from '../create/request-content.ts'
import type { Requester } from '../manage/as-requester.ts'
import { holdAsking, holdOwnRequest, requireOwnRequest } from '../manage/own-request.ts'
import { askSuppliers } from './ask-suppliers.ts'

/** Asks more suppliers by mail. @throws Problem as the contract's `addRequestSuppliers` names them */
export async function addRequestSuppliers(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  requester: Requester,
  requestId: string,
  { suppliers: typed }: Call<typeof endpoint>['body'],
): Promise<number> {
  const { id: accountId, role, email, network } = requester
  const suppliers = suppliersOf(role, typed)
  await requireOwnRequest(ctx.db, accountId, requestId)
  await requireFewBounces(ctx.db, email)
  return ctx.db.transaction().execute(async (tx) => {
    const live = await holdAsking(tx, accountId)
    const request = await holdOwnRequest(tx, requester, requestId)
    if (request.state === 'closed' || request.state === 'expired') throw new Problem(`request-${request.state}`)
    return askSuppliers(ctx, tx, { account: live, network }, request, suppliers)
  })
}
