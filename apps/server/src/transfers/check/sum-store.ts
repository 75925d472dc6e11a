import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

/** Which sums of files stand in their transfers' ledgers. */
type Db = Kysely<Database>

/** Transfers whose ledgers lack sums that are known: those with one of these files, or as many as `limit` of all. */
export async function listUnsummed(db: Db, of: { fileIds: readonly string[] } | { limit: number }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct tf.transfer_id as id from transfer_files tf join files f on f.id = tf.file_id
    where not tf.is_summed and f.sha256 is not null
    ${'fileIds' in of ? sql`and tf.file_id = any(${[...of.fileIds]}::text[])` : sql`limit ${of.limit}`}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether more sums of a transfer are about to be known, and none waits for a minute already. */
export async function awaitsSums(db: Db, transferId: string): Promise<boolean> {
  const { rows } = await sql<{ awaits: boolean }>`
    select coalesce(bool_or(f.checked_at is null and f.withdrawn_at is null and tf.removed_at is null), false)
      and coalesce(min(f.checked_at) filter (where f.sha256 is not null) > now() - interval '1 minute', false) as awaits
    from transfer_files tf join files f on f.id = tf.file_id
    where tf.transfer_id = ${transferId} and not tf.is_summed`.execute(db)
  return rows[0]?.awaits ?? false
}

/** Notes that the ledger has these sums; answers whose, in the order of the transfer. Nobody else is given them. */
export async function takeSums(tx: Db, transferId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; position: number }>`
    update transfer_files tf set is_summed = true from files f
    where tf.transfer_id = ${transferId} and f.id = tf.file_id and not tf.is_summed and f.sha256 is not null
    returning tf.file_id as id, tf.position`.execute(tx)
  return rows.toSorted((one, other) => one.position - other.position).map(({ id }) => id)
}

/** Files whose rows say otherwise than the first entry that has their sum. */
export async function listOffSums(db: Db): Promise<Array<{ id: string; transferId: string; place: number }>> {
  const { rows } = await sql<{ id: string; transferId: string; place: number }>`
    select f.id, told.transfer_id as "transferId", told.place from (
      select distinct on (e.transfer_id, file ->> 'id') e.transfer_id, e.place, file
      from events e cross join lateral jsonb_array_elements(e.files) as file
      where e.kind = 'checked' order by e.transfer_id, file ->> 'id', e.place
    ) told join files f on f.id = told.file ->> 'id'
    where encode(f.sha256, 'hex') is distinct from told.file ->> 'sha256'
      or f.bytes <> (told.file ->> 'bytes')::int8 or f.checked_at is null
    order by told.transfer_id, f.id`.execute(db)
  return rows
}
