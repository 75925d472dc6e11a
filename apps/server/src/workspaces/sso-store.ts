import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'

/** Single sign-on of a workspace, and who the people of its provider are here. Both end with the workspace. */
type Db = Kysely<Database>

export interface StoredSso {
  workspaceId: string
  issuer: string
  clientId: string
  sealedSecret: Uint8Array
  domain: string
  isTried: boolean
  /** Of the workspace's members at the domain. */
  isRequired: boolean
}

export const findSso = (db: Db, workspaceId: string): Promise<StoredSso | null> =>
  read(db, sql`s.workspace_id = ${workspaceId}`)

export const findSsoOfDomain = (db: Db, domain: string): Promise<StoredSso | null> =>
  read(db, sql`s.domain = ${domain}`)

async function read(db: Db, where: ReturnType<typeof sql>): Promise<StoredSso | null> {
  const { rows } = await sql<StoredSso>`
    select s.workspace_id as "workspaceId", s.issuer, s.client_id as "clientId", s.sealed_secret as "sealedSecret", s.domain,
      s.tried_at is not null as "isTried", w.sso_only_domain is not distinct from s.domain as "isRequired"
    from single_sign_ons s join workspaces w on w.id = s.workspace_id
    where ${where} and w.ended_at is null`.execute(db)
  return rows[0] ?? null
}

/**
 * Sets it up, or changes it: the admin has to try it again, and until then nobody has to use it. False where another
 * workspace has the domain.
 */
export async function saveSso(
  tx: Db,
  made: Pick<StoredSso, 'workspaceId' | 'issuer' | 'clientId' | 'sealedSecret' | 'domain'>,
): Promise<boolean> {
  const { workspaceId, sealedSecret } = made
  const { rows: taken } = await sql`
    select from single_sign_ons where domain = ${made.domain} and workspace_id <> ${workspaceId}`.execute(tx)
  if (taken.length > 0) return false
  const values = { issuer: made.issuer, client_id: made.clientId, sealed_secret: Buffer.from(sealedSecret) }
  await tx
    .insertInto('single_sign_ons')
    .values({ workspace_id: workspaceId, domain: made.domain, ...values })
    .onConflict((conflict) =>
      conflict.column('workspace_id').doUpdateSet({
        domain: made.domain,
        ...values,
        tried_at: null,
        saved_at: sql<Date>`now()`,
      }),
    )
    .execute()
  await setSsoOnly(tx, workspaceId, null)
  return true
}

/** The admin has signed in this way. */
export async function noteSsoTried(tx: Db, workspaceId: string): Promise<void> {
  await tx
    .updateTable('single_sign_ons')
    .set({ tried_at: sql<Date>`now()` })
    .where('workspace_id', '=', workspaceId)
    .where('tried_at', 'is', null)
    .execute()
}

/** Members at this domain sign in through their company alone; null: nobody has to. */
export async function setSsoOnly(tx: Db, workspaceId: string, domain: string | null): Promise<void> {
  await tx.updateTable('workspaces').set({ sso_only_domain: domain }).where('id', '=', workspaceId).execute()
}

export async function readSsoOnly(db: Db, workspaceId: string): Promise<string | null> {
  const row = await db
    .selectFrom('workspaces')
    .select('sso_only_domain')
    .where('id', '=', workspaceId)
    .executeTakeFirst()
  return row?.sso_only_domain ?? null
}

/** False where there is none. */
export async function dropSso(tx: Db, workspaceId: string): Promise<boolean> {
  await setSsoOnly(tx, workspaceId, null)
  const row = await tx
    .deleteFrom('single_sign_ons')
    .where('workspace_id', '=', workspaceId)
    .returning('workspace_id')
    .executeTakeFirst()
  return row !== undefined
}

/** The account that this person of the provider was linked with, perhaps in the workspace no more; null for nobody. */
export async function findLinked(db: Db, workspaceId: string, subjectHash: Uint8Array): Promise<string | null> {
  const row = await db
    .selectFrom('sso_subjects')
    .select('account_id')
    .where('sso_id', '=', workspaceId)
    .where('subject_hash', '=', Buffer.from(subjectHash))
    .executeTakeFirst()
  return row?.account_id ?? null
}

export interface Link {
  workspaceId: string
  subjectHash: Uint8Array
  issuer: string
  accountId: string
}

/** Links a person of the provider with an account. False where another person of that provider has it. */
export async function linkSubject(tx: Db, { workspaceId, subjectHash, issuer, accountId }: Link): Promise<boolean> {
  const hash = Buffer.from(subjectHash)
  const { rows: others } = await sql`
    select from sso_subjects where sso_id = ${workspaceId} and issuer = ${issuer} and account_id = ${accountId}
      and subject_hash <> ${hash}`.execute(tx)
  if (others.length > 0) return false
  await tx
    .insertInto('sso_subjects')
    .values({ sso_id: workspaceId, subject_hash: hash, issuer, account_id: accountId })
    .onConflict((conflict) =>
      conflict.columns(['sso_id', 'subject_hash']).doUpdateSet({ account_id: accountId, linked_at: sql<Date>`now()` }),
    )
    .execute()
  return true
}
