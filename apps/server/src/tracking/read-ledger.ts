import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import {
  ENTRY_FILES,
  type readLedger as endpoint,
  type LedgerEntry,
  type LedgerKind,
} from '@waybill/contract/tracking/endpoints'
import type { Context } from '../context.ts'
import { findReadableLedger, type LedgerQuery, type ListedEntry, listEntries } from './ledger/index.ts'

/**
 * The record of a transfer that the account may read, newest first.
 *
 * @throws Problem 'transfer-not-found', the same for unknown, erased and foreign ones
 */
export async function readLedger(
  { readAs }: Pick<Context, 'readAs'>,
  accountId: string,
  transferId: string,
  query: LedgerQuery,
): Promise<ReplyOf<typeof endpoint>> {
  const db = readAs(accountId)
  const length = await findReadableLedger(db, accountId, transferId)
  if (length === null) throw new Problem('transfer-not-found')
  const rows = await listEntries(db, transferId, { ...query, take: query.take + 1 })
  const entries = rows.slice(0, query.take)
  return {
    entries: entries.map(present),
    next: rows.length > query.take ? (entries.at(-1)?.place ?? null) : null,
    length,
  }
}

const present = (row: ListedEntry): LedgerEntry => ({
  _id: row.id,
  place: row.place,
  kind: row.kind as LedgerKind,
  actorKind: row.actor_kind,
  reason: row.reason,
  detail: row.detail,
  at: row.at.toISOString(),
  recipient: row.recipient_id === null ? null : { _id: row.recipient_id, email: row.address, label: row.label },
  file: row.file_id === null ? null : fileOf(row.file_id, row.path ?? ''),
  files: row.files?.slice(0, ENTRY_FILES).map(({ id, path, bytes }) => ({ _id: id, path, bytes })) ?? null,
  filesTotal: row.files?.length ?? null,
  bytes: row.bytes,
  evidence: row.evidence,
  doubtBytes: row.doubt_bytes,
  lateMs: row.late_ms,
  country: row.country,
  city: row.city,
  timeZone: row.time_zone,
  device: row.device,
  hash: row.hash.toString('hex'),
})

const fileOf = (_id: string, path: string) => ({ _id, fileName: path.split('/').at(-1) ?? '', path })
