import { type Kysely, sql } from 'kysely'
import { KEPT } from '../../platform/database/kept-statements.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { ListPlace } from './list-cursor.ts'

/** Transfers that an account has deleted, and whose records it keeps. */
type Db = Kysely<Database>

export interface DeletedWish {
  patterns: readonly string[]
  after: ListPlace | null
  skip: number
  take: number
}

/** Where they are, the last deleted first. */
export async function listDeletedPlaces(
  db: Db,
  accountId: string,
  { patterns, after, skip, take }: DeletedWish,
): Promise<ListPlace[]> {
  const { rows } = await sql<ListPlace>`${KEPT}
    select id, (extract(epoch from deleted_at) * 1000000)::int8 as key from transfers
    where account_id = ${accountId} and deleted_at is not null and record_erased_at is null
      and search_text like all(${[...patterns]}::text[])
      and (${after === null}::boolean or (deleted_at, id) <
        ('epoch'::timestamptz + ${after?.key ?? 0}::double precision * interval '1 microsecond', ${after?.id ?? ''}))
    order by deleted_at desc, id desc limit ${take} offset ${skip}`.execute(db)
  return rows
}
