import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import { newId } from '../platform/ids.ts'

type Db = Kysely<Database>

/** By title. */
export const listCanned = (db: Db) => db.selectFrom('canned_answers').selectAll().orderBy('title').execute()

/** Replaces one with the same title. Returns how many there are now. */
export async function keepCanned(tx: Db, { title, body }: { title: string; body: string }): Promise<number> {
  await sql`lock table canned_answers in share row exclusive mode`.execute(tx)
  await tx
    .insertInto('canned_answers')
    .values({ id: newId(), title, body })
    .onConflict((conflict) => conflict.column('title').doUpdateSet({ body }))
    .execute()
  const { count } = await tx
    .selectFrom('canned_answers')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Returns whether there was one. */
export async function removeCanned(tx: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('canned_answers').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}
