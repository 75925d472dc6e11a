import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

type Db = Kysely<Database>

/** When each of the accounts was active last, where a session of theirs is known. */
export async function readLastActive(db: Db, accountIds: readonly string[]): Promise<Map<string, Date>> {
  const { rows } = await sql<{ id: string; at: Date }>`
    select account_id as id, max(last_used_at) as at from sessions
    where account_id = any(${[...accountIds]}::text[]) group by 1`.execute(db)
  return new Map(rows.map(({ id, at }) => [id, at]))
}
