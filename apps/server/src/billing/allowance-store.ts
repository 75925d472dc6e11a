import { Problem } from '@waybill/contract/problems'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'

/**
 * What senders without an account may still use. A row per key: 'address:…' and 'device:…' count for ever,
 * 'network:…:YYYY-MM-DD' counts one UTC day. Every change is one conditional statement per key, made in the order of
 * the keys, so that parallel calls neither overshoot a limit nor lock each other out.
 */
type Db = Kysely<Database>

/** Distinct keys in the one order in which rows are locked. */
const inLockOrder = (keys: readonly string[]): string[] => [...new Set(keys)].sort()

/**
 * Sets `bytes` aside under every key, or under none: call it inside a transaction, which the Problem rolls back.
 *
 * @throws Problem 'storage-full' {limitBytes} when a key would hold more than `limitBytes`, used and reserved together
 */
export async function reserveBytes(tx: Db, keys: readonly string[], bytes: number, limitBytes: number): Promise<void> {
  for (const key of inLockOrder(keys)) {
    const { rows } = await sql`
      insert into allowances (key, reserved_bytes)
      select ${key}::text, ${bytes}::bigint where ${bytes}::bigint <= ${limitBytes}::bigint
      on conflict (key) do update set reserved_bytes = allowances.reserved_bytes + excluded.reserved_bytes
      where allowances.used_bytes + allowances.reserved_bytes + excluded.reserved_bytes <= ${limitBytes}::bigint
      returning key`.execute(tx)
    if (rows.length === 0) throw new Problem('storage-full', { limitBytes })
  }
}

/** Gives reserved bytes back: the upload was given up or ran out. Call it once per reservation. */
export async function releaseBytes(tx: Db, keys: readonly string[], bytes: number): Promise<void> {
  for (const key of inLockOrder(keys)) {
    await sql`update allowances set reserved_bytes = reserved_bytes - ${bytes}::bigint where key = ${key}`.execute(tx)
  }
}

/** Turns reserved bytes into used ones: the upload was sent. Call it once per reservation. */
export async function useBytes(tx: Db, keys: readonly string[], bytes: number): Promise<void> {
  for (const key of inLockOrder(keys)) {
    await sql`
      update allowances
      set reserved_bytes = reserved_bytes - ${bytes}::bigint, used_bytes = used_bytes + ${bytes}::bigint
      where key = ${key}`.execute(tx)
  }
}

/** Adds one send to the key unless it has `limit` of them. Resolves to whether it was added. */
export async function addSend(tx: Db, key: string, limit: number): Promise<boolean> {
  const { rows } = await sql`
    insert into allowances (key, sends) values (${key}, 1)
    on conflict (key) do update set sends = allowances.sends + 1 where allowances.sends < ${limit}::int
    returning key`.execute(tx)
  return rows.length > 0
}

/** The keys among `keys` that have `limit` sends or more. */
export async function spentKeys(db: Db, keys: readonly string[], limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('allowances')
    .select('key')
    .where('key', 'in', [...keys])
    .where('sends', '>=', limit)
    .execute()
  return rows.map(({ key }) => key)
}

/** The UTC day of the database's clock, 'YYYY-MM-DD'. */
export async function databaseDay(db: Db): Promise<string> {
  const { rows } = await sql<{ day: string }>`select to_char(now() at time zone 'utc', 'YYYY-MM-DD') as day`.execute(db)
  return (rows[0] as { day: string }).day
}

export interface Allowance {
  key: string
  reservedBytes: number
  usedBytes: number
  sends: number
}

/** Every row, for the consistency check. */
export async function listAllowances(db: Db): Promise<Allowance[]> {
  const rows = await db.selectFrom('allowances').selectAll().orderBy('key').execute()
  return rows.map(({ key, reserved_bytes, used_bytes, sends }) => ({
    key,
    reservedBytes: reserved_bytes,
    usedBytes: used_bytes,
    sends,
  }))
}
