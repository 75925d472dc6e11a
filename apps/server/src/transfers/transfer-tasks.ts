import type { Context } from '../context.ts'
import type { TaskHandlers } from '../jobs/task-handlers.ts'
import { checkFiles, reapUploads } from '../uploads/index.ts'
import { deleteDraft } from './draft-store.ts'
import { removeExpired } from './remove-expired.ts'
import { tellWithdrawn } from './tell-withdrawn.ts'

/** The background work of uploads and transfers: uploads does it, this room adds what it alone knows. */
export const transferTasks = (ctx: Context): TaskHandlers => ({
  'check-files': ({ uploadId }) => checkFiles(ctx, uploadId, (tx, file) => tellWithdrawn(ctx, tx, uploadId, file)),
  'reap-uploads': () => reapUploads(ctx, deleteDraft),
  'remove-expired': () => removeExpired(ctx),
})
