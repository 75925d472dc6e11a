import { forgetMailCounts } from '../billing/index.ts'
import type { Context } from '../context.ts'
import type { TaskHandlers } from '../platform/jobs/task-handlers.ts'
import {
  checkFiles,
  moveFiles,
  reapUploads,
  rereadFiles,
  resumeMoves,
  scanFiles,
  startChecks,
  startScans,
  sweepLeftovers,
  sweepPrefix,
  sweepStores,
} from '../uploads/index.ts'
import { endArrival, endForgotten } from './arriving/end-arrival.ts'
import { finishArrived } from './arriving/make-whole.ts'
import { watchArrivals } from './arriving/watch-arrivals.ts'
import { followChecks, recordSums, sweepSums } from './check/record-sums.ts'
import { deleteDraft } from './draft-store.ts'
import { eraseVisitorRecords } from './expire/erase-records.ts'
import { removeExpired } from './expire/remove-expired.ts'
import { shelveEnded } from './expire/shelve-ended.ts'
import { tellWithdrawn } from './files/tell-withdrawn.ts'
import { deleteAccountThings } from './manage/delete-account-things.ts'
import { sendOverdue, sendScheduled } from './schedule/send-scheduled.ts'
import { adoptTransfers } from './send/adopt-transfers.ts'
import { tellShared } from './share/tell-shared.ts'
import { deleteAddition } from './transfer-store.ts'

/** The background work of uploads and transfers: uploads does it, this module adds what only it knows. */
export const transferTasks = (ctx: Context): TaskHandlers => ({
  'check-upload': ({ uploadId }) => startChecks(ctx, uploadId),
  'check-files': ({ uploadId }) => startChecks(ctx, uploadId),
  'check-file': async ({ fileIds }) => {
    try {
      await checkFiles(ctx, fileIds, (tx, file) => tellWithdrawn(ctx, tx, file))
    } finally {
      await followChecks(ctx, fileIds)
    }
  },
  'scan-files': ({ fileIds }) => scanFiles(ctx, fileIds, (tx, file) => tellWithdrawn(ctx, tx, file)),
  'start-scans': () => startScans(ctx),
  'record-sums': ({ transferId }) => recordSums(ctx, transferId),
  'sweep-sums': () => sweepSums(ctx),
  'reread-files': () => rereadFiles(ctx, (tx, file) => tellWithdrawn(ctx, tx, file)),
  'sweep-leftovers': () => sweepLeftovers(ctx),
  'sweep-stores': () => sweepStores(ctx),
  'sweep-prefix': (payload) => sweepPrefix(ctx, payload),
  'move-files': ({ moveId }) => moveFiles(ctx, moveId),
  'resume-moves': () => resumeMoves(ctx),
  'finish-arrived': ({ uploadId }) => finishArrived(ctx, uploadId),
  'watch-arrivals': () => watchArrivals(ctx),
  'end-arrival': (payload) => endArrival(ctx, payload),
  'reap-uploads': async () => {
    await endForgotten(ctx)
    await reapUploads(ctx, async (tx, uploadId) => {
      await deleteDraft(tx, uploadId)
      await deleteAddition(tx, uploadId)
    })
  },
  'adopt-transfers': ({ accountId }) => adoptTransfers(ctx, accountId),
  'delete-account-things': ({ accountId }) => deleteAccountThings(ctx, accountId),
  'remove-expired': async () => {
    await forgetMailCounts(ctx.db)
    await removeExpired(ctx)
  },
  'erase-records': () => eraseVisitorRecords(ctx),
  'shelve-ended': () => shelveEnded(ctx),
  'send-scheduled': (payload) => sendScheduled(ctx, payload),
  'send-overdue': () => sendOverdue(ctx),
  'tell-shared': (payload) => tellShared(ctx, payload),
})
