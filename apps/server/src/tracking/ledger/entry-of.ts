import type { ChainEntry } from './chain.ts'
import type { EventRow } from './ledger-store.ts'

/** A row as it is hashed. */
export const entryOf = (row: Omit<EventRow, 'transfer_id' | 'account_id' | 'hash'>): ChainEntry => ({
  place: row.place,
  at: row.at,
  id: row.id,
  kind: row.kind,
  actorKind: row.actor_kind,
  reason: row.reason,
  recipientId: row.recipient_id,
  fileId: row.file_id,
  bytes: row.bytes,
  detail: row.detail,
  country: row.country,
  city: row.city,
  timeZone: row.time_zone,
  device: row.device,
  ipDigest: row.ip_digest,
  personDigest: row.person_digest,
  path: row.path,
  files: row.files,
  evidence: row.evidence,
  doubtBytes: row.doubt_bytes,
  lateMs: row.late_ms,
})
