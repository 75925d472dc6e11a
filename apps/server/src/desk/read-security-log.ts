import type { DeskSecurityRow } from '@waybill/contract/operating/desk-queue-endpoints'
import type { Context } from '../context.ts'
import { readCursor, writeCursor } from '../platform/cursor.ts'
import { securityEventNames } from '../platform/security-log/security-events.ts'
import { listSecurityRows } from '../platform/security-log/security-store.ts'

const TAKE = 50

interface Asked {
  q?: string | undefined
  event?: string | undefined
  outcome?: string | undefined
  after?: string | undefined
}

/** A page of the security log, newest first, and the names of all events. */
export async function readSecurityLog(
  { db }: Pick<Context, 'db'>,
  { q, event, outcome, after }: Asked,
): Promise<{ rows: DeskSecurityRow[]; next: string | null; events: string[] }> {
  const who = q?.trim() === '' ? undefined : q?.trim()
  const found = await listSecurityRows(db, { who, event, outcome }, { after: readCursor(after), take: TAKE + 1 })
  const shown = found.slice(0, TAKE)
  const rows = shown.map(({ id, at, lastAt, atMicros: _atMicros, requestId: _requestId, ...row }) => ({
    _id: id,
    at: at.toISOString(),
    lastAt: lastAt.toISOString(),
    ...row,
  }))
  const last = found.length > TAKE ? shown.at(-1) : undefined
  const next = last === undefined ? null : writeCursor({ at: last.atMicros, id: last.id })
  return { rows, next, events: securityEventNames }
}
