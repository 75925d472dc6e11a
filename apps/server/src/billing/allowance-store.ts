import { Problem } from '@waybill/contract/core/problems'
import { type Kysely, sql } from 'kysely'
import { LIVE_CHANNEL } from '../platform/database/live-channel.ts'
import type { Database } from '../platform/database/schema.ts'

/**
 * What senders may still use. A row per key: 'address:…' and 'device:…' count for ever, 'network:…:YYYY-MM-DD' counts
 * one UTC day, 'account:…' holds what an account keeps: its bytes come back when it deletes files; 'links:…' counts what uploads
 * through the open links of an account have set aside, and nothing that came; 'sends:…' and 'requests:…'
 * are told in `usage-store.ts`, 'mails:…' in `mail-limit-store.ts`. Every change is one conditional statement per key, made in the order of
 * the keys, so that parallel calls neither overshoot a limit nor lock each other out.
 */
type Db = Kysely<Database>

/** The key under which an account's storage counts. */
export const accountKey = (accountId: string): string => `account:${accountId}`

/** The key under which uploads through an account's open links count, beside its storage, until they end. */
export const linkKey = (accountId: string): string => `links:${accountId}`

/** The keys among `changed` whose used bytes are others now; pages of their accounts hear of it. */
const toldOfChanged = sql`
  select key, case when starts_with(key, ${accountKey('')}::text) then pg_notify(${LIVE_CHANNEL},
    json_build_object('a', substr(key, length(${accountKey('')}::text) + 1), 's', true)::text)::text end
  from changed`

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

/**
 * Turns reserved bytes into used ones: the upload was sent. Call it once per reservation. Where `limitBytes` is given,
 * it is judged again: the plan may have changed since they were set aside.
 *
 * @throws Problem 'storage-full' {limitBytes} when a key would use more than `limitBytes`
 */
export async function useBytes(tx: Db, keys: readonly string[], bytes: number, limitBytes?: number): Promise<void> {
  for (const key of inLockOrder(keys)) {
    if (key.startsWith(linkKey(''))) {
      await releaseBytes(tx, [key], bytes)
      continue
    }
    const { rows } = await sql`
      with changed as (
        update allowances
        set reserved_bytes = reserved_bytes - ${bytes}::bigint, used_bytes = used_bytes + ${bytes}::bigint
        where key = ${key} and used_bytes + ${bytes}::bigint <= coalesce(${limitBytes ?? null}::bigint, used_bytes + ${bytes}::bigint)
        returning key
      ) ${toldOfChanged}`.execute(tx)
    if (rows.length === 0 && limitBytes !== undefined) throw new Problem('storage-full', { limitBytes })
  }
}

/** Gives used bytes back: files were deleted. Call it once per file, in the transaction that deletes it. */
export async function freeBytes(tx: Db, key: string, bytes: number): Promise<void> {
  if (bytes === 0) return
  await sql`
    with changed as (update allowances set used_bytes = used_bytes - ${bytes}::bigint where key = ${key} returning key)
    ${toldOfChanged}`.execute(tx)
}

/**
 * Uses bytes that are stored already: files are taken back.
 *
 * @throws Problem 'storage-full' {limitBytes} when the key would hold more than `limitBytes`
 */
export async function takeBytes(tx: Db, key: string, bytes: number, limitBytes: number): Promise<void> {
  if (bytes === 0) return
  const { rows } = await sql`
    with changed as (
      update allowances set used_bytes = used_bytes + ${bytes}::bigint
      where key = ${key} and used_bytes + reserved_bytes + ${bytes}::bigint <= ${limitBytes}::bigint
      returning key
    ) ${toldOfChanged}`.execute(tx)
  if (rows.length === 0) throw new Problem('storage-full', { limitBytes })
}

/** How many bytes a key would hold beyond `limitBytes` with `bytes` more; 0 where they fit. */
export async function missingRoom(tx: Db, key: string, bytes: number, limitBytes: number): Promise<number> {
  const row = await tx
    .selectFrom('allowances')
    .select(['used_bytes', 'reserved_bytes'])
    .where('key', '=', key)
    .executeTakeFirst()
  return Math.max(0, (row?.used_bytes ?? 0) + (row?.reserved_bytes ?? 0) + bytes - limitBytes)
}

/** Uses bytes that are stored already, whatever the limit: files that were sent before there was an account join it. */
export async function adoptBytes(tx: Db, key: string, bytes: number): Promise<void> {
  if (bytes === 0) return
  await sql`
    with changed as (
      insert into allowances (key, used_bytes) values (${key}, ${bytes}::bigint)
      on conflict (key) do update set used_bytes = allowances.used_bytes + excluded.used_bytes
      returning key
    ) ${toldOfChanged}`.execute(tx)
}

/** Adds sends to the key unless it would have more than `limit` of them. Resolves to whether they were added. */
export async function addSend(tx: Db, key: string, limit: number, count = 1): Promise<boolean> {
  const { rows } = await sql`
    insert into allowances (key, sends) select ${key}::text, ${count}::int where ${count}::int <= ${limit}::int
    on conflict (key) do update set sends = allowances.sends + excluded.sends
    where allowances.sends + excluded.sends <= ${limit}::int
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
