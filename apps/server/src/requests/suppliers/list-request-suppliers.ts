import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { listRequestSuppliers as endpoint } from '@waybill/contract/requests/supplier-endpoints'
import type { Context } from '../../context.ts'
import { readCursor, writeCursor } from '../../platform/cursor.ts'
import type { Call } from '../../platform/http/bind.ts'
import { requireOwnRequest } from '../manage/own-request.ts'
import { presentSupplier } from '../manage/present-request.ts'
import { listSuppliers } from '../supplier-store.ts'

/** One page of a request's suppliers and what they sent. @throws Problem 'request-not-found' | 'invalid-input' */
export async function listRequestSuppliers(
  ctx: Pick<Context, 'readAs' | 'masterKey'>,
  accountId: string,
  named: string,
  { filter, missing, supplier, q, after, take }: Call<typeof endpoint>['query'],
): Promise<ReplyOf<typeof endpoint>> {
  const db = ctx.readAs(accountId)
  const place = readCursor(after)
  const request = await requireOwnRequest(db, accountId, named)
  const listQuery = {
    filter,
    missing: missing ?? null,
    supplier: supplier ?? null,
    q: q?.trim() || null,
    after: place,
    take: take + 1,
  }
  const rows = await listSuppliers(db, request.id, listQuery)
  const page = rows.slice(0, take)
  const last = page.at(-1)
  return {
    suppliers: page.map((row) => presentSupplier(ctx, request.slug, row)),
    next: rows.length > take && last ? writeCursor({ at: last.created_us, id: last.id }) : null,
  }
}
