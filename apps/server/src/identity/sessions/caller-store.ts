import type { Role } from '@waybill/contract/billing/plans'
import { language } from '@waybill/contract/core/fields'
import type { KeyScope } from '@waybill/contract/identity/key-scopes'
import { type Kysely, type Selectable, sql } from 'kysely'
import { KEPT } from '../../platform/database/kept-statements.ts'
import type { AccountFactsView, Database } from '../../platform/database/schema.ts'
import type { ActorAccount } from '../../platform/http/actor.ts'
import { isLive } from './session-store.ts'

/** The account that a call acts for, by its session or its API key, as its rows say at this moment. */
type Db = Kysely<Database>

const columns = [
  'accounts.id',
  'accounts.email',
  'accounts.role',
  'accounts.subscription',
  'accounts.suspended_at',
  'accounts.full_name',
  'accounts.company',
  'accounts.language',
  'accounts.time_zone',
  'accounts.workspace_id',
  'accounts.team_role',
  'accounts.requires_second_factor',
] as const
const isOperator = sql<boolean>`is_operator(accounts.id)`.as('is_operator')
const lacksFactor = sql<boolean>`not accounts.has_totp
  and (accounts.requires_second_factor or is_operator(accounts.id))
  and not exists (select from passkeys p where p.account_id = accounts.id)`.as('lacks_factor')

type Named = (typeof columns)[number] extends `accounts.${infer Name}` ? Name : never
type Row = Pick<Selectable<AccountFactsView>, Named> & { is_operator: boolean; lacks_factor: boolean }

/** Null where the account is gone. */
function presentAccount(
  row: Row,
  by: Pick<ActorAccount, 'sessionId' | 'apiKeyId' | 'apiKeyScopes'>,
): ActorAccount | null {
  if (row.email === null) return null
  return {
    id: row.id,
    email: row.email,
    role: row.role as Role,
    subscription: row.subscription,
    isSuspended: row.suspended_at !== null,
    fullName: row.full_name,
    company: row.company,
    language: language.catch('en').parse(row.language),
    timeZone: row.time_zone,
    workspaceId: row.workspace_id,
    memberRole: row.team_role,
    lacksFactor: row.requires_second_factor && row.lacks_factor,
    operator: !row.is_operator ? 'no' : row.lacks_factor ? 'lacks-factor' : 'yes',
    ...by,
  }
}

/** The account of a live session; null where the session has ended or the account is gone. */
export async function findSessionAccount(db: Db, sessionId: string): Promise<ActorAccount | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('account_facts as accounts', 'accounts.id', 'sessions.account_id')
    .modifyFront(KEPT)
    .select([...columns, isOperator, lacksFactor])
    .where('sessions.id', '=', sessionId)
    .where(isLive)
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst()
  return row === undefined ? null : presentAccount(row, { sessionId })
}

/** A key as a call presents it, with its account. */
export interface PresentedKey {
  account: ActorAccount
  secretHash: Buffer
  scopes: readonly KeyScope[]
  networks: readonly string[]
  isRevoked: boolean
  isEnded: boolean
  /** Its last use is more than a minute ago, or there was none. */
  isUseStale: boolean
}

/** Null where there is no such key, or its account is gone. An operator's key does not open the desk. */
export async function findKeyAccount(db: Db, apiKeyId: string): Promise<PresentedKey | null> {
  const row = await db
    .selectFrom('api_keys')
    .innerJoin('account_facts as accounts', 'accounts.id', 'api_keys.account_id')
    .modifyFront(KEPT)
    .select([...columns, isOperator, lacksFactor])
    .select(['api_keys.secret_hash', 'api_keys.scopes', 'api_keys.networks'])
    .select(sql<boolean>`api_keys.revoked_at is not null`.as('is_revoked'))
    .select(sql<boolean>`coalesce(api_keys.ends_at <= now(), false)`.as('is_ended'))
    .select(sql<boolean>`coalesce(api_keys.last_used_at < now() - interval '1 minute', true)`.as('is_use_stale'))
    .where('api_keys.id', '=', apiKeyId)
    .where('accounts.deleted_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return null
  const apiKeyScopes = row.scopes as KeyScope[]
  const account = presentAccount(row, { sessionId: `api-key/${apiKeyId}`, apiKeyId, apiKeyScopes })
  if (account === null) return null
  return {
    account: { ...account, operator: 'no' },
    secretHash: row.secret_hash,
    scopes: apiKeyScopes,
    networks: row.networks,
    isRevoked: row.is_revoked,
    isEnded: row.is_ended,
    isUseStale: row.is_use_stale,
  }
}
