import type { Kysely } from 'kysely'
import { releaseBytes } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import type { Database } from '../../platform/database/schema.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { keepArrived } from '../arriving/keep-arrived.ts'
import { LIFE_MINUTES } from '../credentials/storage-keys.ts'
import { deleteMultiparts } from '../door/multipart-store.ts'
import { closeUploadRow, listOpenUploads, type UploadRow } from '../upload-store.ts'

/**
 * Ends an open upload and its reservation; a job removes its bytes. Where its files are shown already, the complete ones
 * stay. False where it was no longer open.
 */
export async function giveUp(tx: Kysely<Database>, uploadId: string): Promise<boolean> {
  if (await keepArrived(tx, uploadId)) return true
  const upload = await closeUploadRow(tx, uploadId, 'abandoned')
  if (upload === null) return false
  await releaseBytes(tx, upload.reserved_keys, upload.bytes)
  await sweepLater(tx, upload)
  await addJob(tx, 'reap-uploads', {}, { key: 'reap-abandoned' })
  return true
}

/** Once no storage credentials are left, in seconds: what they put beside the plan, or after its end, is removed then. */
const KEYS_END_SECONDS = (LIFE_MINUTES + 5) * 60

/**
 * Has the prefix of an upload that has ended swept: now, and after the last credentials for it have ended. Multipart
 * uploads at our own door end with it.
 */
export async function sweepLater(
  tx: Kysely<Database>,
  { id, store, storage_prefix: prefix }: Pick<UploadRow, 'id' | 'store' | 'storage_prefix'>,
): Promise<void> {
  if (prefix === null) return
  await deleteMultiparts(tx, id)
  await addJob(tx, 'sweep-prefix', { store, prefix })
  await addJob(tx, 'sweep-prefix', { store, prefix }, { delaySeconds: KEYS_END_SECONDS })
}

/** Ends every open upload of an account. */
export async function giveUpUploadsOf({ db }: Pick<Context, 'db'>, accountId: string): Promise<void> {
  for (const id of await listOpenUploads(db, accountId)) await db.transaction().execute((tx) => giveUp(tx, id))
}
