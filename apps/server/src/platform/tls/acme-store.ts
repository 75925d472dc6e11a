import { type Kysely, sql } from 'kysely'
import type { Database } from '../database/schema.ts'

/** The account keys at certificate authorities, and what they are answered when they look who has a host. */
type Db = Kysely<Database>

/** Keeps a key as that of the directory, unless there is one; answers the one that is kept. */
export async function keepAccountKey(db: Db, directory: string, sealed: Uint8Array): Promise<Buffer> {
  const row = { directory, sealed }
  await db
    .insertInto('acme_accounts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await findAccountKey(db, directory)) as Buffer
}

export async function findAccountKey(db: Db, directory: string): Promise<Buffer | null> {
  const row = await db
    .selectFrom('acme_accounts')
    .select('sealed')
    .where('directory', '=', directory)
    .executeTakeFirst()
  return row?.sealed ?? null
}

/** Forgets what was left of earlier orders. */
export async function keepChallenge(db: Db, token: string, answer: string): Promise<void> {
  await db.deleteFrom('acme_challenges').where('created_at', '<', sql<Date>`now() - interval '1 day'`).execute()
  await db
    .insertInto('acme_challenges')
    .values({ token, answer })
    .onConflict((conflict) => conflict.column('token').doUpdateSet({ answer, created_at: sql<Date>`now()` }))
    .execute()
}

export async function findChallenge(db: Db, token: string): Promise<string | null> {
  const row = await db.selectFrom('acme_challenges').select('answer').where('token', '=', token).executeTakeFirst()
  return row?.answer ?? null
}

export async function forgetChallenge(db: Db, token: string): Promise<void> {
  await db.deleteFrom('acme_challenges').where('token', '=', token).execute()
}
