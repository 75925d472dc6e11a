import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** Makes complete uploads that nobody's account has the account's. Returns the bytes of their files that still stand. */
export async function adoptUploads(
  tx: Kysely<Database>,
  uploadIds: readonly string[],
  accountId: string,
): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    with adopted as (
      update uploads set account_id = ${accountId}
      where id = any(${[...uploadIds]}::text[]) and account_id is null and state = 'complete' returning id
    )
    select coalesce(sum(f.bytes), 0)::bigint as bytes from files f join adopted on adopted.id = f.upload_id
    where f.deleted_at is null`.execute(tx)
  return rows[0]?.bytes ?? 0
}
