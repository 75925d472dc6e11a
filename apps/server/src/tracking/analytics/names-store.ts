import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** What stands beside counts: names of files, and how long contacts take. */
type Db = Kysely<Database>

export interface FileName {
  fileId: string
  path: string
  slug: string
}

/** Of files in standing transfers of the account; of a file in several the one sent last. */
export async function findFileNames(db: Db, accountId: string, fileIds: readonly string[]): Promise<FileName[]> {
  const { rows } = await sql<FileName>`
    select distinct on (tf.file_id) tf.file_id as "fileId", tf.path, t.slug
    from transfer_contents tf join transfer_facts t on t.id = tf.transfer_id
    where tf.file_id = any(${[...fileIds]}::text[]) and t.account_id = ${accountId} and t.deleted_at is null
    order by tf.file_id, t.sent_at desc`.execute(db)
  return rows
}

/** Without its folders. */
export const baseName = (found: FileName | undefined): string | null => found?.path.split('/').at(-1) ?? null

/** How long each took from the sending until they had all of it, of what was sent within the range. */
export async function findMedians(
  db: Db,
  accountId: string,
  addresses: readonly string[],
  within: { from: Date; to: Date },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ address: string; seconds: number }>`
    select r.address, percentile_cont(0.5) within group (
      order by extract(epoch from r.finished_at - r.created_at)
    )::float8 as seconds
    from recipient_facts r join transfer_facts t on t.id = r.transfer_id and t.account_id = ${accountId}
    where r.address = any(${[...addresses]}::text[]) and r.finished_at is not null
      and r.created_at >= ${within.from}::timestamptz and r.created_at < ${within.to}::timestamptz
    group by r.address`.execute(db)
  return new Map(rows.map(({ address, seconds }) => [address, seconds]))
}
