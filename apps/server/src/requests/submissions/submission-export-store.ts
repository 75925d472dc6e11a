import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** What an account takes along of what came to its requests, a page at a time. */
type Db = Kysely<Database>

const ROWS_PER_PAGE = 100

/** Every submission with its files. */
export async function* eachOwnSubmission(db: Db, accountId: string): AsyncGenerator<unknown> {
  for (let after = ''; ; ) {
    const { rows }: { rows: Array<{ id: string }> } = await sql<{ id: string }>`
      select b.id, b.request_id as request, b.supplier_id as supplier, b.note, b.is_late as "isLate",
        b.arrived_at as "arrivedAt", b.country, b.city, b.device, b.bytes, (
          select coalesce(json_agg(json_build_object('id', f.id, 'item', i.item_id, 'path', i.path,
            'originalName', i.original_name, 'bytes', f.bytes, 'sha256', encode(f.sha256, 'hex'),
            'plainBytes', i.plain_bytes, 'claimedSha256', encode(i.claimed_sha256, 'hex'),
            'sentBackAt', i.sent_back_at, 'withdrawnAt', f.withdrawn_at) order by i.position), '[]')
          from submission_files i join stored_files f on f.id = i.file_id where i.submission_id = b.id
        ) as files
      from submissions b where b.account_id = ${accountId} and b.id > ${after}
      order by b.id limit ${ROWS_PER_PAGE}`.execute(db)
    yield* rows
    if (rows.length < ROWS_PER_PAGE) return
    after = rows.at(-1)?.id ?? ''
  }
}
