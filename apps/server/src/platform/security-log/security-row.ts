import { createHash } from 'node:crypto'
import { newId } from '../ids.ts'
import type { SecurityEvent } from './security-events.ts'
import type { SecurityRow } from './security-store.ts'

const MINUTE_MS = 60_000
const MAX_CHARS = 320

/** A separate row. */
export function rowOf(event: SecurityEvent): SecurityRow {
  return {
    id: newId(),
    event: event.event,
    outcome: event.outcome,
    accountId: kept(event.accountId),
    address: kept(event.address),
    network: kept(event.network),
    requestId: kept(event.requestId),
    facts: { ...event.facts, ...(event.of === undefined ? {} : { of: event.of }) },
    count: 1,
    foldKey: null,
    isTold: false,
  }
}

/** An event beyond the limit: counted under its kind, without a person. */
export const unnamed = ({ event, outcome }: SecurityEvent): SecurityEvent =>
  ({ event, outcome, facts: { beyondBudget: true } }) as unknown as SecurityEvent

/** What repeats of an event have in common within a minute; another call has another request id. */
export const foldText = (row: SecurityRow, nowMs: number): string =>
  JSON.stringify([
    Math.floor(nowMs / MINUTE_MS),
    row.event,
    row.outcome,
    row.accountId,
    row.address,
    row.network,
    row.facts,
  ])

export const foldKeyOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** PostgreSQL's text cannot hold NUL, and no address is longer. */
function kept(text: string | null | undefined): string | null {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is dropped
  return text ? text.replace(/[\x00-\x1f\x7f]/g, '').slice(0, MAX_CHARS) : null
}
