import type { Kysely } from 'kysely'
import { releaseBytes } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { closeUploadRow, listOpenUploads } from '../upload-store.ts'

/** Ends an open upload and its reservation; a job removes its bytes. False where it was no longer open. */
export async function giveUp(tx: Kysely<Database>, uploadId: string): Promise<boolean> {
  const upload = await closeUploadRow(tx, uploadId, 'abandoned')
  if (upload === null) return false
  await releaseBytes(tx, upload.reserved_keys, upload.bytes)
  await addJob(tx, 'reap-uploads', {}, { key: 'reap-abandoned' })
  return true
}

/** Ends every open upload of an account. */
export async function giveUpUploadsOf({ db }: Pick<Context, 'db'>, accountId: string): Promise<void> {
  for (const id of await listOpenUploads(db, accountId)) await db.transaction().execute((tx) => giveUp(tx, id))
}
