import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'
import { isPresent } from '../database/starting/presence.ts'

export type KeyState =
  | { kind: 'ours' }
  | { kind: 'busy' }
  | { kind: 'mismatch' }
  | { kind: 'answered'; status: number; reply: Buffer }

interface KeyedCall {
  /** The calling process. */
  nodeId: string
  scope: string
  key: string
  requestHash: Buffer
}

/**
 * Takes the key for this call, or says who holds it. The key of a dead holder is free at once, and every key after a
 * minute; the use case itself finds what the holder did, and is safe to run again.
 */
export async function takeKey(db: Kysely<Database>, call: KeyedCall): Promise<KeyState> {
  const { rows } = await sql<{ taken: boolean }>`
    insert into idempotency_keys (scope, key, request_hash, taken_until, node_id)
    values (${call.scope}, ${call.key}, ${call.requestHash}, now() + interval '1 minute', ${call.nodeId})
    on conflict (scope, key) do update set taken_until = excluded.taken_until, node_id = excluded.node_id
      where idempotency_keys.status is null and idempotency_keys.request_hash = excluded.request_hash
        and (idempotency_keys.taken_until < now() or not ${isPresent(sql<string>`idempotency_keys.node_id`)})
    returning true as taken`.execute(db)
  if (rows.length > 0) return { kind: 'ours' }
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'reply'])
    .where('scope', '=', call.scope)
    .where('key', '=', call.key)
    .executeTakeFirst()
  if (!row) return { kind: 'busy' }
  if (!row.request_hash.equals(call.requestHash)) return { kind: 'mismatch' }
  if (row.status === null || row.reply === null) return { kind: 'busy' }
  return { kind: 'answered', status: row.status, reply: row.reply }
}

/** Stores the answer, so that a retry gets the same one. */
export async function keepAnswer(
  db: Kysely<Database>,
  call: KeyedCall,
  status: number,
  reply: Uint8Array,
): Promise<void> {
  await db
    .updateTable('idempotency_keys')
    .set({ status, reply })
    .where('scope', '=', call.scope)
    .where('key', '=', call.key)
    .execute()
}

/** Releases the key: the call failed, and a retry should really run. */
export async function dropKey(db: Kysely<Database>, call: KeyedCall): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('scope', '=', call.scope)
    .where('key', '=', call.key)
    .where('status', 'is', null)
    .execute()
}

/** Deletes keys older than a day, and expired budgets. */
export async function forgetKeys(db: Kysely<Database>): Promise<void> {
  await sql`delete from idempotency_keys where created_at < now() - interval '24 hours'`.execute(db)
  await sql`delete from rate_limits where expire < extract(epoch from now()) * 1000 - 3600000`.execute(db)
}
