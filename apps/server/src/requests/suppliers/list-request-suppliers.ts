import type { ReplyOf } from '@waybill/contract/core/endpoint'
import type { listRequestSuppliers as endpoint } from '@waybill/contract/requests/supplier-endpoints'
import type { Context } from '../../context.ts'
import { readCursor, writeCursor } from '../../platform/cursor.ts'
import type { ActorAccount } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/bind.ts'
import { findLinkOrigin } from '../../platform/http/custom-hosts/link-origin.ts'
import { countThreads } from '../comments/comment-store.ts'
import { requireSeenRequest } from '../manage/own-request.ts'
import { mayChangeRequest, presentSupplier } from '../manage/present-request.ts'
import { listSuppliers } from '../supplier-store.ts'

/** One page of a request's suppliers and what they sent. @throws Problem 'request-not-found' | 'invalid-input' */
export async function listRequestSuppliers(
  ctx: Pick<Context, 'readAs' | 'masterKey' | 'db' | 'config'>,
  reader: Pick<ActorAccount, 'id' | 'memberRole'>,
  named: string,
  { filter, missing, supplier, q, after, take }: Call<typeof endpoint>['query'],
): Promise<ReplyOf<typeof endpoint>> {
  const db = ctx.readAs(reader.id)
  const place = readCursor(after)
  const request = await requireSeenRequest(db, reader.id, named)
  const listQuery = {
    filter,
    missing: missing ?? null,
    supplier: supplier ?? null,
    hasWholeAnswers: supplier !== undefined,
    q: q?.trim() || null,
    after: place,
    take: take + 1,
  }
  const rows = await listSuppliers(db, request.id, listQuery)
  const page = rows.slice(0, take)
  const ids = page.map(({ id }) => id)
  const shown = {
    slug: request.slug,
    linkOrigin: await findLinkOrigin(ctx.db, ctx.config, reader.id),
    mayChange: mayChangeRequest(request, reader),
    threads: await countThreads(db, ids, { id: reader.id, isSupplier: false }),
  }
  const last = page.at(-1)
  return {
    suppliers: page.map((row) => presentSupplier(ctx, row, shown)),
    next: rows.length > take && last ? writeCursor({ at: last.created_us, id: last.id }) : null,
  }
}
