import { type Kysely, sql } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import { type Customer, type ProviderKind, readNow } from './payment-store.ts'
import { applyLosses } from './prepaid-periods.ts'

/** Periods that were paid ahead and whose payment is given back or disputed (prepaid-periods.ts). */
type Db = Kysely<Database>
type Of = Pick<Customer, 'workspaceId' | 'provider'>

/** For how long a payment may come back: disputes are opened within months, and decided within months. */
const DISPUTED_DAYS = 400

/** What was read of the payment of a period. */
export interface ReadPayment {
  session: string
  refundedCents: number
  disputedCents: number
}

const canChange = sql<boolean>`payment is not null and paid_cents > 0 and (ends_at > now()
  or (lost_cents > 0 and starts_at > now() - make_interval(days => ${DISPUTED_DAYS})))`

/** Periods of which something can still be taken off, or given back. */
export async function listChangeable(db: Db, of: Of): Promise<Array<{ session: string; payment: string }>> {
  const rows = await db
    .selectFrom('prepaid_periods')
    .select(['session', 'payment'])
    .where('workspace_id', '=', of.workspaceId)
    .where('provider', '=', of.provider)
    .where(canChange)
    .execute()
  return rows.map(({ session, payment }) => ({ session, payment: payment as string }))
}

/** Workspaces with a payment that was given back or is disputed: the dispute may be won. */
export async function listLosing(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('prepaid_periods')
    .select('workspace_id')
    .distinct()
    .where('lost_cents', '>', 0)
    .where(canChange)
    .execute()
  return rows.map(({ workspace_id }) => workspace_id)
}

/** The workspace that a prepaid payment belongs to; null for any other payment. */
export async function findWorkspaceOfPayment(db: Db, provider: ProviderKind, payment: string): Promise<string | null> {
  const row = await db
    .selectFrom('prepaid_periods')
    .select('workspace_id')
    .where('provider', '=', provider)
    .where('payment', '=', payment)
    .executeTakeFirst()
  return row?.workspace_id ?? null
}

/** Whether any time is paid ahead that is not wholly lost by what was read. */
export async function hasPaidAhead(db: Db, of: Of, read: readonly ReadPayment[]): Promise<boolean> {
  const rows = await db
    .selectFrom('prepaid_periods')
    .select(['session', 'paid_cents', 'refund_cents'])
    .where('workspace_id', '=', of.workspaceId)
    .where('provider', '=', of.provider)
    .where('ends_at', '>', sql<Date>`now()`)
    .execute()
  return rows.some(({ session, paid_cents, refund_cents }) => {
    const one = read.find((payment) => payment.session === session)
    return paid_cents === 0 || lostOf(one, refund_cents) < paid_cents
  })
}

/** Takes off what an operator gives back before the provider says so: nobody keeps a plan that is paid back. */
export async function decideRefund(
  db: Db,
  { workspaceId, payment, cents }: { workspaceId: string; payment: string; cents: number },
): Promise<void> {
  await db
    .updateTable('prepaid_periods')
    .set({ refund_cents: sql<number>`greatest(refund_cents, ${cents}::bigint)` })
    .where('workspace_id', '=', workspaceId)
    .where('payment', '=', payment)
    .execute()
}

/** Forgets that decision: the provider has refused, and what it says of the payment holds. */
export async function withdrawRefund(db: Db, of: { workspaceId: string; payment: string }): Promise<void> {
  await db
    .updateTable('prepaid_periods')
    .set({ refund_cents: 0 })
    .where('workspace_id', '=', of.workspaceId)
    .where('payment', '=', of.payment)
    .execute()
}

/** Cents of a payment that are lost; what an operator gives back is counted once. */
const lostOf = (read: Omit<ReadPayment, 'session'> | undefined, refundCents: number): number =>
  Math.max(read?.refundedCents ?? 0, refundCents) + (read?.disputedCents ?? 0)

/**
 * Writes what was read of the payments into the periods. For the transaction that holds the workspace's accounts. While
 * a subscription runs nothing is given back: time that comes back waits until it can be used.
 */
export async function writeLosses(
  tx: Db,
  of: Of,
  { read, mayGiveBack }: { read: readonly ReadPayment[]; mayGiveBack: boolean },
): Promise<void> {
  const rows = await tx
    .selectFrom('prepaid_periods')
    .selectAll()
    .where('workspace_id', '=', of.workspaceId)
    .where('provider', '=', of.provider)
    .execute()
  const found = rows.map((row) => ({
    session: row.session,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    paidCents: row.paid_cents,
    lostCents: row.lost_cents,
    lostSeconds: row.lost_seconds,
  }))
  const lost = new Map<string, number>()
  for (const { session, refund_cents, lost_cents } of rows) {
    const one = read.find((payment) => payment.session === session)
    const least = mayGiveBack ? 0 : lost_cents
    if (one !== undefined) lost.set(session, Math.max(least, lostOf(one, refund_cents)))
    // A payment that the provider does not know any more cannot come back either.
    else if (refund_cents > lost_cents) lost.set(session, refund_cents)
  }
  for (const { session, startsAt, endsAt, lostCents, lostSeconds } of applyLosses(found, lost, await readNow(tx))) {
    await tx
      .updateTable('prepaid_periods')
      .set({ starts_at: startsAt, ends_at: endsAt, lost_cents: lostCents, lost_seconds: lostSeconds })
      .where('session', '=', session)
      .execute()
  }
}
