import { type Kysely, type Selectable, sql } from 'kysely'
import type { Database, PaymentCheckoutsTable } from '../platform/database/schema.ts'
import { newId } from '../platform/ids.ts'
import type { CheckoutWay } from '../platform/payments/payment-provider.ts'
import type { Offer } from '../platform/payments/prices.ts'
import type { ProviderKind } from './payment-store.ts'

/** Checkouts that workspaces have begun. */
type Db = Kysely<Database>
export type CheckoutRow = Selectable<PaymentCheckoutsTable>
export type NewCheckout = Pick<
  CheckoutRow,
  'workspace_id' | 'provider' | 'kind' | 'price' | 'promotion' | 'language'
> & {
  /** Begun by the link of a mail, without signing in. */
  is_by_link?: boolean
}

const unfinished = ['open', 'processing'] as const

/** The unfinished purchase of a workspace, or its unfinished change of card; null: none. */
export async function findUnfinished(
  db: Db,
  of: { workspaceId: string; isCard: boolean },
): Promise<CheckoutRow | null> {
  const row = await db
    .selectFrom('payment_checkouts')
    .selectAll()
    .where('workspace_id', '=', of.workspaceId)
    .where('kind', of.isCard ? '=' : '<>', 'card')
    .where('state', 'in', unfinished)
    .executeTakeFirst()
  return row ?? null
}

/** Whether the workspace is buying something at the moment. */
export async function hasOpenCheckout(db: Db, workspaceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('payment_checkouts')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('state', 'in', unfinished)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** All of a provider; without those that it was never heard to have made. */
export async function listUnfinishedCheckouts(
  db: Db,
  workspaceId: string,
  provider: ProviderKind,
): Promise<CheckoutRow[]> {
  return db
    .selectFrom('payment_checkouts')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('provider', '=', provider)
    .where('state', 'in', unfinished)
    .where('session', 'is not', null)
    .execute()
}

/** Null where another has begun meanwhile. */
export async function insertCheckout(db: Db, row: NewCheckout): Promise<CheckoutRow | null> {
  const made = await db
    .insertInto('payment_checkouts')
    .values({ id: newId(), ...row })
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
  return made ?? null
}

/** False where the checkout has expired meanwhile, or has another session already: nobody may pay at that page. */
export async function keepSession(
  db: Db,
  id: string,
  { session, way }: { session: string; way: CheckoutWay },
): Promise<boolean> {
  const kept = await db
    .updateTable('payment_checkouts')
    .set({ session, way: JSON.stringify(way) })
    .where('id', '=', id)
    .where('state', 'in', unfinished)
    .where((row) => row.or([row('session', 'is', null), row('session', '=', session)]))
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

/** Ends a checkout that has no page; one that another call has started meanwhile stays. */
export async function expireUnstarted(db: Db, id: string): Promise<void> {
  await db
    .updateTable('payment_checkouts')
    .set({ state: 'expired' })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('session', 'is', null)
    .execute()
}

export async function setState(db: Db, id: string, state: CheckoutRow['state']): Promise<void> {
  await db
    .updateTable('payment_checkouts')
    .set({ state })
    .where('id', '=', id)
    .where('state', 'in', unfinished)
    .execute()
}

export async function findBySession(db: Db, of: { workspaceId: string; session: string }): Promise<CheckoutRow | null> {
  const row = await db
    .selectFrom('payment_checkouts')
    .selectAll()
    .where('workspace_id', '=', of.workspaceId)
    .where('session', '=', of.session)
    .executeTakeFirst()
  return row ?? null
}

/** A checkout that the link of a mail has begun within two days, as long as one can be paid; null for every other. */
export async function findByLink(db: Db, of: { provider: ProviderKind; session: string }): Promise<CheckoutRow | null> {
  const row = await db
    .selectFrom('payment_checkouts')
    .selectAll()
    .where('provider', '=', of.provider)
    .where('session', '=', of.session)
    .where('is_by_link', '=', true)
    .where('created_at', '>', sql<Date>`now() - interval '2 days'`)
    .executeTakeFirst()
  return row ?? null
}

/** The workspace that began a checkout at a provider; null for an unknown session. */
export async function findWorkspaceOfSession(db: Db, provider: ProviderKind, session: string): Promise<string | null> {
  const row = await db
    .selectFrom('payment_checkouts')
    .select('workspace_id')
    .where('provider', '=', provider)
    .where('session', '=', session)
    .executeTakeFirst()
  return row?.workspace_id ?? null
}

/** Workspaces with a checkout that has not finished. */
export async function listBuying(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_checkouts')
    .select('workspace_id')
    .distinct()
    .where('state', 'in', unfinished)
    .execute()
  return rows.map(({ workspace_id }) => workspace_id)
}

/** All checkouts of a workspace, oldest first. */
export async function listCheckouts(
  db: Db,
  workspaceId: string,
): Promise<Array<Pick<CheckoutRow, 'kind' | 'price' | 'state' | 'created_at'>>> {
  return db
    .selectFrom('payment_checkouts')
    .select(['kind', 'price', 'state', 'created_at'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .execute()
}

export interface PrepaidPeriod {
  session: string
  workspaceId: string
  provider: ProviderKind
  price: string
  role: string
  payment: string | null
  paid: { minor: number; currency: string }
  months: number
}

/** A period that was added. */
export interface PrepaidMade extends Pick<PrepaidPeriod, 'session' | 'paid'>, Pick<Offer, 'role' | 'period'> {
  startsAt: Date
  endsAt: Date
}

/**
 * Adds a period after the last that was paid for at the same provider, or from now on. Once per session.
 *
 * @returns when it runs; null where the session had its period before
 */
export async function insertPrepaid(
  tx: Db,
  period: PrepaidPeriod,
): Promise<Pick<PrepaidMade, 'startsAt' | 'endsAt'> | null> {
  const { session, workspaceId, provider, price, role, payment, paid, months } = period
  const { rows } = await sql<{ startsAt: Date; endsAt: Date }>`
    insert into prepaid_periods
      (session, workspace_id, provider, price, role, payment, paid_cents, currency, starts_at, ends_at)
    select ${session}, ${workspaceId}, ${provider}, ${price}, ${role}, ${payment}, ${paid.minor}::bigint,
      ${paid.currency}, start, start + make_interval(months => ${months}::int)
    from (
      select greatest(now(), max(ends_at)) as start from prepaid_periods
      where workspace_id = ${workspaceId} and provider = ${provider}
    ) s
    on conflict (session) do nothing
    returning starts_at as "startsAt", ends_at as "endsAt"`.execute(tx)
  return rows[0] ?? null
}

/** All periods that a workspace has paid ahead, oldest first. */
export async function listPrepaid(db: Db, workspaceId: string) {
  return db
    .selectFrom('prepaid_periods')
    .select(['role', 'price', 'paid_cents', 'currency', 'starts_at', 'ends_at'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('starts_at')
    .execute()
}

export interface RunningPrepaid {
  role: string
  /** Until when without a gap. */
  endsAt: Date
  /** Of the period that runs. */
  secondsLeft: number
}

/** What a workspace has paid ahead at a provider and uses now; null: nothing. */
export async function readPrepaid(
  db: Db,
  { workspaceId, provider }: { workspaceId: string; provider: ProviderKind },
): Promise<RunningPrepaid | null> {
  const { rows } = await sql<RunningPrepaid>`
    with own as (select * from prepaid_periods where workspace_id = ${workspaceId} and provider = ${provider})
    select p.role, extract(epoch from p.ends_at - now())::float8 as "secondsLeft",
      (select max(ends_at) from own q where q.role = p.role) as "endsAt"
    from own p where starts_at <= now() and ends_at > now()`.execute(db)
  return rows[0] ?? null
}

/** Whose trial it is, and at which provider: a trial with a test card uses up none at Stripe. */
export interface Trial {
  provider: ProviderKind
  /** Account, mailbox, card. */
  marks: readonly string[]
}

/** Which of these marks have had a trial at a provider, other than that of the subscription `except`. */
export async function usedMarks(db: Db, { provider, marks }: Trial, except: string | null = null): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_trials')
    .select('mark')
    .where('provider', '=', provider)
    .where('mark', 'in', [...marks])
    .where('subscription', 'is distinct from', except)
    .execute()
  return rows.map(({ mark }) => mark)
}

/** Whether a subscription was given its trial. */
export async function hasTrial(db: Db, subscription: string): Promise<boolean> {
  const own = await db
    .selectFrom('payment_trials')
    .select('mark')
    .where('subscription', '=', subscription)
    .executeTakeFirst()
  return own !== undefined
}

/** Gives the trial to a subscription under all marks, or under none. @returns whether it has it now */
export async function claimTrial(db: Db, subscription: string, { provider, marks }: Trial): Promise<boolean> {
  // What was given once stays given, whatever card is used later.
  if (await hasTrial(db, subscription)) return true
  return db.transaction().execute(async (tx) => {
    // In one order, so that two that share marks do not wait for each other.
    for (const mark of [...marks].sort()) {
      await tx
        .insertInto('payment_trials')
        .values({ provider, mark, subscription })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    if ((await usedMarks(tx, { provider, marks }, subscription)).length === 0) return true
    await tx.deleteFrom('payment_trials').where('subscription', '=', subscription).execute()
    return false
  })
}
