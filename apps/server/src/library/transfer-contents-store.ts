import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'

/** What the transfers contain whose files are downloaded together. */
type Db = Kysely<Database>

export interface HeldFile {
  transfer: string
  title: string | null
  is_own: boolean
  is_deleted: boolean
  is_blocked: boolean
  /** Its files still upload. */
  is_arriving: boolean
  file_id: string
  path: string
  is_file_deleted: boolean
  is_withdrawn: boolean
  withdrawn_because: string | null
  /** Whether the account may download it. */
  is_readable: boolean
}

/** Those of these transfers that the account sent or may read, and whose record is not erased. */
export async function listSeenTransfers(db: Db, readerId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.id from transfer_facts t where t.id = any(${[...ids]}::text[]) and t.record_erased_at is null
      and sees_transfer(t.id, ${readerId})`.execute(db)
  return rows.map(({ id }) => id)
}

/** The files of these transfers that were not taken out of them, in the order of `ids`, then of the transfer. */
export async function listHeldFiles(db: Db, readerId: string, ids: readonly string[]): Promise<HeldFile[]> {
  const { rows } = await sql<HeldFile>`
    select t.id as transfer, t.title, t.account_id = ${readerId} as is_own, t.deleted_at is not null as is_deleted,
      t.blocked_at is not null as is_blocked, coalesce(t.arrival in ('arriving', 'broken'), false) as is_arriving,
      f.id as file_id, tf.path, f.deleted_at is not null as is_file_deleted,
      f.withdrawn_at is not null as is_withdrawn, f.withdrawn_because, reads_file(f.id, ${readerId}) as is_readable
    from unnest(${[...ids]}::text[]) with ordinality as given (id, nth)
    join transfer_facts t on t.id = given.id
    join transfer_contents tf on tf.transfer_id = t.id and tf.removed_at is null
    join stored_files f on f.id = tf.file_id
    order by given.nth, tf.position`.execute(db)
  return rows
}
