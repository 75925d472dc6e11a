import { Problem } from '@waybill/contract/core/problems'
import type { listInbox as endpoint, InboxBatch } from '@waybill/contract/requests/submission-endpoints'
import type { Context } from '../../context.ts'
import type { Call } from '../../platform/http/bind.ts'
import { readPlace, writePlace } from '../people/place.ts'
import { type BatchFileRow, listBatchFiles } from '../submissions/batch-store.ts'
import { presentReceipt } from '../submissions/present-batch.ts'
import { type InboxRow, listInboxRows } from './inbox-store.ts'

/** Of each batch in a list. */
const LISTED_FILES = 20

/** One page of what arrived for the account. @throws Problem 'invalid-input' for an `after` that is none of ours */
export async function listInbox(
  { readAs }: Pick<Context, 'readAs'>,
  accountId: string,
  { request, person, after, take }: Call<typeof endpoint>['query'],
): Promise<{ batches: InboxBatch[]; next: string | null }> {
  const db = readAs(accountId)
  const place = readPlace(after)
  const wish = { request: request ?? null, person: person ?? null, batch: null, after: place, take: take + 1 }
  const rows = await listInboxRows(db, accountId, wish)
  const page = rows.slice(0, take)
  const files = await listBatchFiles(
    db,
    page.map(({ id }) => id),
    LISTED_FILES,
  )
  const byBatch = Map.groupBy(files, ({ batch_id }) => batch_id)
  const last = page.at(-1)
  return {
    batches: page.map((row) => present(row, byBatch.get(row.id) ?? [])),
    next: rows.length > take && last ? writePlace({ at: last.arrived_us, id: last.id }) : null,
  }
}

/** One batch with all its files. @throws Problem 'batch-not-found' */
export async function readBatch(
  { readAs }: Pick<Context, 'readAs'>,
  accountId: string,
  batch: string,
): Promise<{ batch: InboxBatch }> {
  const db = readAs(accountId)
  const [row] = await listInboxRows(db, accountId, { request: null, person: null, batch, after: null, take: 1 })
  if (row === undefined) throw new Problem('batch-not-found')
  return { batch: present(row, await listBatchFiles(db, [row.id])) }
}

const present = (row: InboxRow, rows: readonly BatchFileRow[]): InboxBatch => {
  const { files, ...receipt } = presentReceipt(row, rows)
  return {
    ...receipt,
    files: files.map((file, nth) => ({ ...file, isDeleted: rows[nth]?.deleted_at !== null })),
    request: { _id: row.request_id, slug: row.slug, title: row.title },
    person: { _id: row.person_id, kind: row.kind, email: row.address, name: row.name, company: row.company },
    fileCount: row.file_count,
    country: row.country,
    city: row.city,
    device: row.device,
  }
}
