import { type EvidenceKind, weakestOnRecord } from '@waybill/contract/tracking/evidence'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../../platform/database/schema.ts'

export interface Known {
  /** What says least of the entries; null where one of them does not say. */
  evidence: EvidenceKind | null
  doubtBytes: number
}

/** On what it rests that a recipient has these files, by the entries that say so. */
export async function readKnown(
  tx: Kysely<Database>,
  { recipientId, transferId }: { recipientId: string; transferId: string },
  fileIds: readonly string[],
): Promise<Known> {
  const { rows } = await sql<{ kinds: Array<EvidenceKind | null>; doubtBytes: number }>`
    select coalesce(array_agg(distinct e.evidence), '{}') as kinds,
      coalesce(sum(e.doubt_bytes), 0)::int8 as "doubtBytes"
    from event_facts e
    where e.transfer_id = ${transferId} and e.recipient_id = ${recipientId} and e.actor_kind = 'human' and e.kind = 'finished'
      and exists (select from files_counted(e.kind, e.file_id, e.files) as file (id)
        where file.id = any(${[...fileIds]}::text[]))`.execute(tx)
  const { kinds, doubtBytes } = rows[0] ?? { kinds: [], doubtBytes: 0 }
  return { evidence: weakestOnRecord(kinds), doubtBytes }
}
