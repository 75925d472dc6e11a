import type { SubscriptionStatus } from '@waybill/contract/identity/profile-endpoints'
import type { InvitedRole, MemberRole } from '@waybill/contract/workspaces/member-roles'
import { type Kysely, type Selectable, sql } from 'kysely'
import type { AccountsTable, Database } from '../../platform/database/schema.ts'
import { hashToken, newId } from '../../platform/ids.ts'
import { dropWorkspace, insertWorkspace } from '../../workspaces/index.ts'

/**
 * Accounts, the addresses they have proven, and their devices. A deleted account keeps its row without an address, and
 * counts as nobody.
 */
type Db = Kysely<Database>

export interface Account extends Omit<Selectable<AccountsTable>, 'member_role'> {
  email: string
  member_role: MemberRole
  /** What its workspace pays for. */
  role: string
  subscription: SubscriptionStatus
}

export interface NewAccount {
  id: string
  /** As the contract's `parseAddress` returns it. */
  email: string
  passwordHash: string
  fullName: string
  company: string
  language: 'en' | 'zh'
  timeZone: string | null
  referrer: string | null
  /** The partner that led here. */
  referral: string | null
  /** The team that it joins; absent: a new workspace of its own. */
  team?: { workspaceId: string; memberRole: InvitedRole }
}

/**
 * Creates an account with a proven address, in a new workspace or a team's. Returns the id of the workspace; null where
 * the address already has an account.
 */
export async function insertAccount(tx: Db, made: NewAccount): Promise<string | null> {
  const workspaceId = made.team?.workspaceId ?? newId()
  if (made.team === undefined) await insertWorkspace(tx, workspaceId, made.id)
  const row = await tx
    .insertInto('accounts')
    .values({
      id: made.id,
      workspace_id: workspaceId,
      ...(made.team ? { member_role: made.team.memberRole } : {}),
      email: made.email,
      password_hash: made.passwordHash,
      full_name: made.fullName,
      company: made.company,
      language: made.language,
      time_zone: made.timeZone,
      referrer: made.referrer,
      referral: made.referral,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (row === undefined) {
    if (made.team === undefined) await dropWorkspace(tx, workspaceId)
    return null
  }
  await keepAddress(tx, { accountId: made.id, address: made.email })
  return workspaceId
}

const liveAccounts = (db: Db) =>
  db
    .selectFrom('accounts')
    .innerJoin('account_facts as facts', 'facts.id', 'accounts.id')
    .selectAll('accounts')
    .select(['facts.role', 'facts.subscription', 'facts.team_role as member_role', 'facts.region'])
    .where('accounts.deleted_at', 'is', null)
    .where('accounts.email', 'is not', null)

/** Null for an unknown and a deleted one. */
export async function findAccount(db: Db, id: string): Promise<Account | null> {
  return ((await liveAccounts(db).where('accounts.id', '=', id).executeTakeFirst()) as Account | undefined) ?? null
}

/** `address` is as the contract's `parseAddress` returns it. */
export async function findAccountOfAddress(db: Db, address: string): Promise<Account | null> {
  const row = await liveAccounts(db).where('accounts.email', '=', address).executeTakeFirst()
  return (row as Account | undefined) ?? null
}

/** The account that has proven the address, as its current or an earlier one; null where none has. */
export async function findProver(db: Db, address: string): Promise<string | null> {
  const row = await db
    .selectFrom('account_addresses')
    .innerJoin('accounts', 'accounts.id', 'account_addresses.account_id')
    .select('accounts.id')
    .where('account_addresses.address', '=', address)
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

/** Locks the account's row until the transaction ends, so that its counters are updated one after the other. */
export async function lockAccount(tx: Db, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Locks the account's row until the transaction ends, so that it changes neither itself nor its things meanwhile. Others
 * may pin it all the same, so that two accounts that name each other do not wait for each other.
 */
export async function holdAccount(tx: Db, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** These accounts stay in their workspaces until the transaction ends; several transactions may do so at once. */
export async function pinAccounts(tx: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forKeyShare()
    .execute()
}

/** Locks all accounts of a workspace until the transaction ends. */
export async function holdAccountsOf(tx: Db, workspaceId: string): Promise<void> {
  await tx
    .selectFrom('accounts')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/**
 * The workspace of the account, deleted or not, which stays in it until the transaction ends; null for an unknown one.
 * Several transactions may do so at once.
 */
export async function pinWorkspace(tx: Db, accountId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('accounts')
    .select('workspace_id')
    .where('id', '=', accountId)
    .forKeyShare()
    .executeTakeFirst()
  return row?.workspace_id ?? null
}

/** Prevents changes to the account's row until the transaction ends; several transactions may do so at once. */
export async function shareAccount(tx: Db, id: string): Promise<void> {
  await tx.selectFrom('accounts').select('id').where('id', '=', id).where('deleted_at', 'is', null).forShare().execute()
}

/** The same for an account as it was read; false, too, where its password has changed since. */
export async function lockAsRead(
  tx: Db,
  { id, password_hash }: Pick<Account, 'id' | 'password_hash'>,
): Promise<boolean> {
  const row = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

/** Replaces the password whose hash is `formerHash`; false where it has changed since. */
export async function replacePassword(
  tx: Db,
  id: string,
  { formerHash, passwordHash }: { formerHash: string; passwordHash: string },
): Promise<boolean> {
  const row = await tx
    .updateTable('accounts')
    .set({ password_hash: passwordHash })
    .where('id', '=', id)
    .where('password_hash', '=', formerHash)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Counts one login, which serialises the logins of one account. Returns their number including this one. */
export async function countLogin(tx: Db, id: string): Promise<number> {
  const row = await tx
    .updateTable('accounts')
    .set((account) => ({ login_count: account('login_count', '+', 1) }))
    .where('id', '=', id)
    .returning('login_count')
    .executeTakeFirstOrThrow()
  return row.login_count
}

/** The address counts as proven by this account from now on, whichever account had it before. */
export async function keepAddress(
  tx: Db,
  { accountId, address }: { accountId: string; address: string },
): Promise<void> {
  await tx
    .insertInto('account_addresses')
    .values({ account_id: accountId, address })
    .onConflict((conflict) =>
      conflict.column('address').doUpdateSet({ account_id: accountId, proven_at: sql<Date>`now()` }),
    )
    .execute()
}

/** Whether the account has proven the address, as its current or an earlier one. */
export async function isAccountAddress(db: Db, accountId: string, address: string): Promise<boolean> {
  const row = await db
    .selectFrom('account_addresses')
    .select('address')
    .where('account_id', '=', accountId)
    .where('address', '=', address)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Deletes the addresses that an account has proven at or after an instant, as the database writes it; keeps `address`.
 */
export async function dropAddressesSince(
  tx: Db,
  { accountId, keptAddress, since }: { accountId: string; keptAddress: string; since: string },
): Promise<void> {
  await tx
    .deleteFrom('account_addresses')
    .where('account_id', '=', accountId)
    .where('address', '<>', keptAddress)
    .where('proven_at', '>=', sql<Date>`${since}::timestamptz`)
    .execute()
}

/** The device with this secret, or null. */
export async function findDeviceBySecret(db: Db, secret: string): Promise<string | null> {
  const row = await db
    .selectFrom('devices')
    .select('id')
    .where('secret_hash', '=', hashToken(secret))
    .executeTakeFirst()
  return row?.id ?? null
}

/** The id of the device that knows `secret`, creating its row if needed: concurrent calls get the same one. */
export async function keepDevice(db: Db, secret: string): Promise<string> {
  const kept = await db
    .insertInto('devices')
    .values({ id: newId(), secret_hash: hashToken(secret) })
    .onConflict((conflict) => conflict.column('secret_hash').doNothing())
    .returning('id')
    .executeTakeFirst()
  return kept?.id ?? ((await findDeviceBySecret(db, secret)) as string)
}
