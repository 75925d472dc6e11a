import { plans, type Role } from '@waybill/contract/billing/plans'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { listRequests as endpoint } from '@waybill/contract/requests/endpoints'
import { readMonthRequests } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { readCursor, writeCursor } from '../../platform/cursor.ts'
import type { Call } from '../../platform/http/bind.ts'
import { countOwnRequests, listOwnRequests } from '../request-store.ts'
import { presentListedRequest } from './present-request.ts'

/** One page of the account's requests, newest first. @throws Problem 'invalid-input' for an invalid `after` */
export async function listRequests(
  ctx: Pick<Context, 'readAs' | 'db'>,
  { id, role }: { id: string; role: Role },
  { filter, q, after, take }: Omit<Call<typeof endpoint>['query'], 'userid'>,
): Promise<ReplyOf<typeof endpoint>> {
  const db = ctx.readAs(id)
  const place = readCursor(after)
  const rows = await listOwnRequests(db, id, { filter, q: q?.trim() || null, after: place, take: take + 1 })
  const counts = await countOwnRequests(db, id)
  const page = rows.slice(0, take)
  const last = page.at(-1)
  const of = (state: string) => counts.get(state) ?? 0
  return {
    requests: page.map(presentListedRequest),
    next: rows.length > take && last ? writeCursor({ at: last.created_us, id: last.id }) : null,
    counts: {
      all: [...counts.values()].reduce((sum, count) => sum + count, 0),
      open: of('open'),
      paused: of('paused'),
      closed: of('closed'),
      expired: of('expired'),
    },
    thisMonthsRequests: await readMonthRequests(ctx.db, id),
    monthlyRequests: plans[role].monthlyRequests,
  }
}
