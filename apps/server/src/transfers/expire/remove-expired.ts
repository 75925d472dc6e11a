import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { deleteFilesAt, listAnonymousFiles, readRemains, removeDeadBlobs } from '../../uploads/index.ts'
import { listNamedFiles } from '../files/transfer-file-store.ts'
import { endOverdueTransfers, listEndedTransfers, markBytesRemoved } from '../manage/transfer-change-store.ts'
import { finishWithout } from '../send/finish-without.ts'

/**
 * Removes the bytes of anonymous transfers seven days after their expiry, and of deleted files after a day. In this
 * order, so that a run that dies anywhere can simply be repeated: ends the transfer, deletes its files, removes their
 * bytes, updates the rows.
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
 * Deletes the files of ended transfers by anonymous senders: no library holds them, and a recipient who forwarded them
 * has no more than the link. Bytes of overdue ones are removed at once, because they were withheld long enough, unless
 * somebody may be downloading them through such a link. Returns which files.
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

/** Records that ended transfers have nothing left to remove: what an account still has is in its library. */
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
