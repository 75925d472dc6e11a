import type { Context } from '../../context.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { recordNotice } from '../../tracking/ledger/index.ts'
import { awaitsSums, listUnsummed, takeSums } from '../files/transfer-file-store.ts'

type Needs = Pick<Context, 'db' | 'signer'>

const MORE_AFTER_SECONDS = 60
const TRANSFERS_AT_ONCE = 1_000

/**
 * Records the SHA-256 of a transfer's files, as one entry: at once where all are known, else each minute what is known
 * by then.
 */
export async function recordSums(ctx: Needs, transferId: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    if (await awaitsSums(tx, transferId)) return followSums(tx, [transferId], MORE_AFTER_SECONDS)
    const files = await takeSums(tx, transferId)
    if (files.length > 0) await recordNotice(tx, ctx, { transferId, kind: 'checked', files })
  })
}

/** Queues the recording of transfers' checksums. */
export async function followSums(db: Needs['db'], transferIds: readonly string[], delaySeconds = 0): Promise<void> {
  for (const transferId of transferIds) {
    await addJob(db, 'record-sums', { transferId }, { key: `record-sums/${transferId}`, delaySeconds })
  }
}

/**
 * Queues the recording of new checksums in all transfers with these files. A file that no transfer has may be part of a
 * submission, whose receipt waits for it.
 */
export async function followChecks({ db }: Needs, fileIds: readonly string[]): Promise<void> {
  const transferIds = await listUnsummed(db, { fileIds })
  await followSums(db, transferIds)
  if (transferIds.length === 0) await addJob(db, 'tell-checked', { fileIds })
}

/** The same for leftovers: from before such entries existed, or of a process that died. */
export async function sweepSums({ db }: Needs): Promise<void> {
  await followSums(db, await listUnsummed(db, { limit: TRANSFERS_AT_ONCE }))
}
