import type { Kysely } from 'kysely'
import { useBytes } from '../billing/index.ts'
import type { Database } from '../database/schema.ts'
import { addJob } from '../jobs/add-job.ts'
import { closeUploadRow, type UploadRow } from './upload-store.ts'

/**
 * Ends an open upload whose blobs are whole, in the transaction that makes its files visible: what was set aside for it
 * counts as used, and its files are checked soon after. Null where it was not open any more.
 */
export async function sealUpload(tx: Kysely<Database>, uploadId: string): Promise<UploadRow | null> {
  const upload = await closeUploadRow(tx, uploadId, 'complete')
  if (upload === null) return null
  await useBytes(tx, upload.reserved_keys, upload.bytes)
  await addJob(tx, 'check-files', { uploadId })
  return upload
}
