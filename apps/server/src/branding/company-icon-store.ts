import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'

type Db = Kysely<Database>

/** How long the icon of a domain, or that it has none, is believed. */
const KEPT_DAYS = 30
const isFresh = sql<boolean>`fetched_at > now() - make_interval(days => ${sql.lit(KEPT_DAYS)})`

/** Whether the domain has been asked within the last 30 days, and the id of its icon; null: never, or long ago. */
export async function findCompanyIcon(db: Db, domain: string): Promise<{ id: string | null } | null> {
  const row = await db
    .selectFrom('company_icons')
    .select('id')
    .where('domain', '=', domain)
    .where(isFresh)
    .executeTakeFirst()
  return row ?? null
}

/** Null: the domain shows none. */
export async function saveCompanyIcon(
  db: Db,
  domain: string,
  icon: { id: string; picture: Uint8Array } | null,
): Promise<void> {
  const found = { id: icon?.id ?? null, picture: icon?.picture ?? null, fetched_at: sql<Date>`now()` }
  await db
    .insertInto('company_icons')
    .values({ domain, ...found })
    .onConflict((conflict) => conflict.column('domain').doUpdateSet(found))
    .execute()
}

export async function findIconPicture(db: Db, id: string): Promise<Buffer | null> {
  const row = await db.selectFrom('company_icons').select('picture').where('id', '=', id).executeTakeFirst()
  return row?.picture ?? null
}

/** Deletes what is too old, or everything where icons are no longer looked up. */
export async function forgetCompanyIcons(db: Db, { all }: { all: boolean }): Promise<void> {
  await db
    .deleteFrom('company_icons')
    .$if(!all, (query) => query.where(sql<boolean>`not ${isFresh}`))
    .execute()
}
