import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { deleteFilesAt, listAnonymousFiles, readRemains, removeDeadBlobs } from '../../uploads/index.ts'
import { listNamedFiles } from '../files/transfer-file-store.ts'
import { endOverdueTransfers, listEndedTransfers, markBytesRemoved } from '../manage/transfer-change-store.ts'
import { finishWithout } from '../send/finish-without.ts'

/**
 * Removes the bytes of anonymous transfers seven days after their expiry, and of deleted files after a day. In this
 * order, so that a run that dies anywhere is simply run again: the transfer is ended, its files are deleted, their
 * bytes go, the rows say so.
 *
 * @throws the first failure, after everything else was tried
 */
export async function removeExpired(ctx: Pick<Context, 'db' | 'stores'>): Promise<void> {
  await endOverdueTransfers(ctx.db)
  await ctx.db.transaction().execute(async (tx) => finishWithout(tx, await deleteEndedFiles(tx)))
  try {
    await removeDeadBlobs(ctx)
  } finally {
    await settleEndedTransfers(ctx.db)
  }
}

/**
 * Deletes the files that anonymous senders sent with transfers that have ended: nobody keeps them in a library, and
 * whoever was sent them and forwarded them keeps no more of them than the link. Overdue ones were withheld long enough
 * for their bytes to go at once, unless somebody may be fetching them by such a link. Returns which files.
 */
async function deleteEndedFiles(tx: Kysely<Database>): Promise<string[]> {
  const ended = new Map((await listEndedTransfers(tx)).map((transfer) => [transfer.uploadId, transfer]))
  const files = await listAnonymousFiles(tx, [...ended.keys()])
  const named = await listNamedFiles(
    tx,
    files.map(({ id }) => id),
  )
  const due = files.flatMap(({ id, uploadId }) => {
    const transfer = ended.get(uploadId)
    if (transfer === undefined) return []
    return [{ id, at: named.has(id) ? transfer.deletedAt : (transfer.overdueSince ?? transfer.deletedAt) }]
  })
  return deleteFilesAt(tx, due)
}

/** Notes of ended transfers that nothing of them is left to remove: what an account still has is in its library. */
async function settleEndedTransfers(db: Kysely<Database>): Promise<void> {
  const ended = await listEndedTransfers(db)
  const remains = await readRemains(
    db,
    ended.map(({ uploadId }) => uploadId),
  )
  const remainsOf = new Map(remains.map((row) => [row.uploadId, row]))
  const settled = ended.filter(({ uploadId, isPastGrace, overdueSince }) => {
    const { isOfAccount = false, hasBytes = true } = remainsOf.get(uploadId) ?? {}
    return (isPastGrace || (!isOfAccount && overdueSince !== null)) && (isOfAccount || !hasBytes)
  })
  await markBytesRemoved(
    db,
    settled.map(({ id }) => id),
  )
}
