import { evidenceKinds } from '@waybill/contract/tracking/evidence'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { type EventContext, type EventEntry, recordEvents } from '../../tracking/ledger/index.ts'
import { addDownloads, markFinished } from '../../transfers/index.ts'
import { type FinishedFile, finishDeliveries, hasEveryFile } from './delivery-store.ts'

type Tx = Kysely<Database>

/**
 * Records that a recipient has these files as of `at`: one entry for each kind of evidence and doubt, the count, and,
 * with the last of them, the sender's alert. The caller locks the recipient's row.
 */
export async function finishFiles(
  tx: Tx,
  ctx: Pick<Context, 'geo' | 'signer'>,
  eventContext: EventContext,
  files: readonly FinishedFile[],
  at: Date,
): Promise<void> {
  const recipientId = eventContext.recipientId ?? ''
  await finishDeliveries(tx, recipientId, files, at)
  await countFinished(tx, eventContext.transferId, files.length)
  await recordEvents(tx, ctx, eventContext, entriesOf(files, at))
  if (!(await hasEveryFile(tx, recipientId))) return
  await markFinished(tx, recipientId)
  await addJob(tx, 'tell-sender', { recipientId, kind: 'finished' }, { key: `tell-sender/finished/${recipientId}` })
}

function entriesOf(files: readonly FinishedFile[], at: Date): EventEntry[] {
  const certain = files.filter(({ doubtBytes }) => doubtBytes === 0)
  const doubtful = files.filter(({ doubtBytes }) => doubtBytes > 0)
  return [
    ...evidenceKinds.toReversed().flatMap((kind) =>
      entryOf(
        certain.filter(({ evidence }) => evidence === kind),
        { evidence: kind, at },
      ),
    ),
    ...doubtful.flatMap((file) => entryOf([file], { evidence: file.evidence, at, doubtBytes: file.doubtBytes })),
  ]
}

function entryOf(
  files: readonly FinishedFile[],
  facts: Pick<EventEntry, 'evidence' | 'at' | 'doubtBytes'>,
): EventEntry[] {
  const [first, ...more] = files.map(({ fileId }) => fileId)
  if (first === undefined) return []
  return [{ kind: 'finished', ...facts, ...(more.length === 0 ? { fileId: first } : { files: [first, ...more] }) }]
}

async function countFinished(tx: Tx, transferId: string, files: number): Promise<void> {
  if (await addDownloads(tx, transferId, files)) return
  await addJob(tx, 'count-downloads', { transferId }, { key: `count-downloads/${transferId}` })
}
