import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database, PasskeysTable } from '../../../platform/database/schema.ts'

/** Public keys of an account's passkeys. A credential belongs to one account. */
type Db = Kysely<Database>
export type Passkey = Selectable<PasskeysTable>

export interface NewPasskey {
  id: string
  accountId: string
  credentialId: string
  publicKey: Uint8Array
  counter: number
  transports: readonly string[]
  name: string
}

/** False where the credential is known already. */
export async function insertPasskey(tx: Db, made: NewPasskey): Promise<boolean> {
  const row = await tx
    .insertInto('passkeys')
    .values({
      id: made.id,
      account_id: made.accountId,
      credential_id: made.credentialId,
      public_key: Buffer.from(made.publicKey),
      counter: made.counter,
      transports: [...made.transports],
      name: made.name,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function listPasskeys(db: Db, accountId: string): Promise<Passkey[]> {
  return db.selectFrom('passkeys').selectAll().where('account_id', '=', accountId).orderBy('added_at').execute()
}

export async function findPasskey(db: Db, accountId: string, credentialId: string): Promise<Passkey | null> {
  const row = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
  return row ?? null
}

/** Notes a use. An authenticator that counts has counted on (WebAuthn, 6.1.1); false where another use was before it. */
export async function usePasskey(tx: Db, id: string, counter: number): Promise<boolean> {
  const row = await tx
    .updateTable('passkeys')
    .set({ counter, last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where((where) =>
      where.or([
        where('counter', '<', counter),
        where.and([where('counter', '=', 0), sql<boolean>`${counter}::bigint = 0`]),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Its name; null where the account has none such. */
export async function removePasskeyRow(tx: Db, accountId: string, id: string): Promise<string | null> {
  const row = await tx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .returning('name')
    .executeTakeFirst()
  return row?.name ?? null
}

export async function forgetPasskeys(tx: Db, accountId: string): Promise<void> {
  await tx.deleteFrom('passkeys').where('account_id', '=', accountId).execute()
}
