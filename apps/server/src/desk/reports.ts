import type { ReportDecision } from '@waybill/contract/abuse/reports'
import { Problem } from '@waybill/contract/core/problems'
import type { DeskReported } from '@waybill/contract/operating/desk-report-endpoints'
import type { ReportState } from '@waybill/contract/operating/desk-states'
import { decideReport, findReported, listReports } from '../abuse/index.ts'
import type { Context } from '../context.ts'
import { findAccount } from '../identity/accounts/index.ts'

export async function listReported(
  { db }: Pick<Context, 'db'>,
  state: ReportState,
): Promise<{ reported: DeskReported[]; next: null }> {
  const listed = await listReports(db, { isDecided: state === 'decided' })
  const reported = listed.map(({ transferId: _transferId, reasons: _reasons, ...one }) => ({
    ...one,
    sentAt: one.sentAt.toISOString(),
    lastAt: one.lastAt.toISOString(),
    decided: one.decided && { ...one.decided, at: one.decided.at.toISOString() },
  }))
  return { reported, next: null }
}

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
