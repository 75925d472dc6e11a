import type { ReportDecision } from '@waybill/contract/abuse/reports'
import { Problem } from '@waybill/contract/core/problems'
import type { DeskReported } from '@waybill/contract/operating/desk-report-endpoints'
import type { ReportState } from '@waybill/contract/operating/desk-states'
import { decideReport, findReported, listReports } from '../abuse/index.ts'
import type { Context } from '../context.ts'
import { findAccount } from '../identity/accounts/index.ts'
import { decodeCursor, encodeCursor, isCursorId } from '../platform/cursor.ts'

const TAKE = 25

export async function listReported(
  { db }: Pick<Context, 'db'>,
  { state, after }: { state: ReportState; after?: string | undefined },
): Promise<{ reported: DeskReported[]; next: string | null }> {
  const listed = await listReports(db, { isDecided: state === 'decided', after: readEnd(after), limit: TAKE + 1 })
  const shown = listed.slice(0, TAKE)
  const last = listed.length > TAKE ? shown.at(-1) : undefined
  const reported = shown.map(({ transferId: _transferId, reasons: _reasons, ...one }) => ({
    ...one,
    sentAt: one.sentAt.toISOString(),
    lastAt: one.lastAt.toISOString(),
    decided: one.decided && { ...one.decided, at: one.decided.at.toISOString() },
  }))
  const next = last === undefined ? null : encodeCursor([last.reportCount, last.lastAt.getTime(), last.transferId])
  return { reported, next }
}

const MAX_COUNT = 2_147_483_647
/** The year 9999. */
const MAX_INSTANT_MS = 253_402_300_799_999
const isWithin = (value: unknown, most: number): value is number =>
  Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= most

/** @throws Problem 'invalid-input' for a cursor that we did not make */
const readEnd = (after: string | undefined) =>
  after === undefined
    ? null
    : decodeCursor(after, ([count, at, id]) =>
        isWithin(count, MAX_COUNT) && isWithin(at, MAX_INSTANT_MS) && isCursorId(id)
          ? { reportCount: count, lastAt: new Date(at), transferId: id }
          : null,
      )

interface Decided {
  decision: ReportDecision
  /** The operator's account. */
  by: string
  note: string
}

/** @throws Problem 'not-found' where nobody reported it; 'operator-account'; 'invalid-input' as `decideReport` */
export async function decideReported(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  slug: string,
  made: Decided,
): Promise<{ withdrawn: number; unread: number }> {
  if (made.decision === 'suspend-account') {
    const { accountId = null } = (await findReported(ctx.db, slug)) ?? {}
    const account = accountId === null ? null : await findAccount(ctx.db, accountId)
    if (account !== null && account.operator_since !== null) throw new Problem('operator-account')
  }
  const outcome = await decideReport(ctx, slug, made)
  if (outcome === null) throw new Problem('not-found')
  return outcome
}
