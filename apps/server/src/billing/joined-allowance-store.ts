import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import { monthKey, requestsKey, workspaceKey } from './allowance-store.ts'

/**
 * Moves what a workspace uses, has reserved and has counted to another, which its account joins: lock the account
 * before, and have its open uploads name the other's storage.
 */
export async function moveAllowances(tx: Kysely<Database>, from: string, to: string): Promise<void> {
  await sql`
    with moved as (
      delete from allowances where key = ${workspaceKey(from)}
        or starts_with(key, ${monthKey(from, '')}) or starts_with(key, ${requestsKey(from, '')})
      returning replace(key, ${from}, ${to}) as key, reserved_bytes, used_bytes, sends
    )
    insert into allowances as a (key, reserved_bytes, used_bytes, sends)
    select key, reserved_bytes, used_bytes, sends from moved order by key
    on conflict (key) do update set reserved_bytes = a.reserved_bytes + excluded.reserved_bytes,
      used_bytes = a.used_bytes + excluded.used_bytes, sends = a.sends + excluded.sends`.execute(tx)
}
