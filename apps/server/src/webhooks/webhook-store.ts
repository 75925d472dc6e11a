import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database, WebhooksTable } from '../platform/database/schema.ts'
import { workspaceOf } from '../platform/database/workspace-of.ts'

/** The webhooks of accounts. Each statement names the owner. */
type Db = Kysely<Database>
export type WebhookRow = Omit<Selectable<WebhooksTable>, 'workspace_id' | 'secret' | 'former_secret'>
export type PauseReason = NonNullable<WebhookRow['paused_because']>

const shown = [
  'id',
  'account_id',
  'url',
  'kinds',
  'paused_at',
  'paused_because',
  'former_until',
  'taken_at',
  'created_at',
] as const

const FORMER_HOURS = 24

export async function listOwn(db: Db, accountId: string): Promise<WebhookRow[]> {
  return db
    .selectFrom('webhooks')
    .select(shown)
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function findOwn(db: Db, accountId: string, id: string): Promise<WebhookRow | null> {
  const row = await db
    .selectFrom('webhooks')
    .select(shown)
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

/** Null where there are already `limit`. The caller locks the account. */
export async function insertWebhook(
  tx: Db,
  made: { id: string; accountId: string; url: string; kinds: readonly string[]; secret: Buffer },
  limit: number,
): Promise<WebhookRow | null> {
  const { count } = await tx
    .selectFrom('webhooks')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', made.accountId)
    .executeTakeFirstOrThrow()
  if (count >= limit) return null
  return tx
    .insertInto('webhooks')
    .values({
      id: made.id,
      account_id: made.accountId,
      workspace_id: workspaceOf(made.accountId),
      url: made.url,
      kinds: [...made.kinds],
      secret: made.secret,
    })
    .returning(shown)
    .executeTakeFirstOrThrow()
}

export interface WebhookChange {
  url?: string | undefined
  kinds?: readonly string[] | undefined
  isPaused?: boolean | undefined
}

/** Null where the account has no such webhook. An existing pause keeps its reason. */
export async function changeOwn(
  tx: Db,
  accountId: string,
  id: string,
  { url, kinds, isPaused }: WebhookChange,
): Promise<WebhookRow | null> {
  const row = await tx
    .updateTable('webhooks')
    .set({
      id,
      ...(url === undefined ? {} : { url }),
      ...(kinds === undefined ? {} : { kinds: [...kinds] }),
      ...(isPaused === false ? { paused_at: null, paused_because: null } : {}),
      ...(isPaused === true
        ? {
            paused_at: sql<Date>`coalesce(paused_at, now())`,
            paused_because: sql<'owner'>`coalesce(paused_because, 'owner')`,
          }
        : {}),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning(shown)
    .executeTakeFirst()
  return row ?? null
}

/**
 * The current secret also signs for a day; the one before it no longer does. Null where the account has no such
 * webhook.
 */
export async function replaceSecret(db: Db, accountId: string, id: string, secret: Buffer): Promise<WebhookRow | null> {
  const row = await db
    .updateTable('webhooks')
    .set({
      secret,
      former_secret: sql<Buffer>`secret`,
      former_until: sql<Date>`now() + make_interval(hours => ${FORMER_HOURS})`,
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning(shown)
    .executeTakeFirst()
  return row ?? null
}

/** With its log; false where the account has no such webhook. */
export async function removeOwn(db: Db, accountId: string, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom('webhooks')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes all webhooks of an account that ends, with their logs. */
export async function forgetWebhooks(tx: Db, accountId: string): Promise<void> {
  await tx.deleteFrom('webhooks').where('account_id', '=', accountId).execute()
}

/** The account's active webhooks, and the events of each. None of them is deleted before the transaction ends. */
export async function listListening(tx: Db, accountId: string): Promise<Array<Pick<WebhookRow, 'id' | 'kinds'>>> {
  return tx
    .selectFrom('webhooks')
    .innerJoin('account_facts as accounts', 'accounts.id', 'webhooks.account_id')
    .select(['webhooks.id', 'webhooks.kinds'])
    .where('webhooks.account_id', '=', accountId)
    .where('webhooks.paused_at', 'is', null)
    .where('accounts.suspended_at', 'is', null)
    .forKeyShare(['webhooks'])
    .execute()
}

export interface HeldWebhook {
  id: string
  accountId: string
  url: string
  secret: Buffer
  /** Null where no former one signs any more. */
  formerSecret: Buffer | null
  /** Paused, or its account is suspended. */
  isResting: boolean
}

/** Locks the webhook until the transaction ends; null where it is gone. */
export async function holdWebhook(tx: Db, id: string): Promise<HeldWebhook | null> {
  const { rows } = await sql<HeldWebhook>`
    select w.id, w.account_id as "accountId", w.url, w.secret,
      case when w.former_until > now() then w.former_secret end as "formerSecret",
      w.paused_at is not null or a.suspended_at is not null as "isResting"
    from webhooks w join account_facts a on a.id = w.account_id where w.id = ${id} for update of w`.execute(tx)
  return rows[0] ?? null
}

export async function noteTaken(tx: Db, id: string): Promise<void> {
  await tx.updateTable('webhooks').set({ taken_at: sql<Date>`now()` }).where('id', '=', id).execute()
}

/**
 * Pauses it, as 'failing' only where nothing was accepted since an instant; false where it was already paused, or must
 * not be.
 */
export async function pauseWebhook(
  tx: Db,
  id: string,
  because: PauseReason,
  takenSince: Date | null,
): Promise<boolean> {
  const row = await tx
    .updateTable('webhooks')
    .set({ paused_at: sql<Date>`now()`, paused_because: because })
    .where('id', '=', id)
    .where('paused_at', 'is', null)
    .$if(takenSince !== null, (query) =>
      query.where((where) => where.or([where('taken_at', 'is', null), where('taken_at', '<', takenSince)])),
    )
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
