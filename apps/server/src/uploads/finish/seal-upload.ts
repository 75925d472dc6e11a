import { Problem } from '@waybill/contract/core/problems'
import type { Kysely } from 'kysely'
import { useBytes } from '../../billing/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import { tellArrival } from '../arriving/arrival-store.ts'
import { closeUploadRow, type UploadRow } from '../upload-store.ts'
import { lackingBytes } from '../whole-blob-store.ts'
import { sweepLater } from './give-up.ts'
import { type AccountOwner, handOver } from './hand-over.ts'

/**
 * Ends an open upload whose blobs are complete, in the transaction that makes its files visible: its files are checked
 * and drawn soon after, and its reservation becomes usage. Null where it was no longer open.
 *
 * @throws Problem as `settleUpload` does
 */
export async function sealUpload(
  tx: Kysely<Database>,
  uploadId: string,
  owner: AccountOwner | null = null,
): Promise<UploadRow | null> {
  const upload = await closeUpload(tx, uploadId)
  if (upload !== null) await settleUpload(tx, upload, owner)
  return upload
}

/**
 * The first half. The other must come before the transaction ends: late, since it blocks the sender's other uploads.
 * Revoking parts locks the upload's row too, so that what is complete here stays complete.
 *
 * @throws Problem 'upload-incomplete' {missingBytes} where parts were revoked since the upload was completed
 */
export async function closeUpload(tx: Kysely<Database>, uploadId: string): Promise<UploadRow | null> {
  const upload = await closeUploadRow(tx, uploadId, 'complete')
  if (upload === null) return null
  const missingBytes = await lackingBytes(tx, uploadId)
  if (missingBytes !== null) throw new Problem('upload-incomplete', { missingBytes })
  await sweepLater(tx, upload)
  await addJob(tx, 'check-upload', { uploadId })
  await addJob(tx, 'make-thumbnails', { uploadId })
  if (upload.is_arriving) await tellArrival(tx, uploadId)
  return upload
}

/**
 * The second half. A sender with an account gives its owner: a visitor's upload becomes the account's, and its bytes
 * must fit the account's current limit.
 *
 * @throws Problem 'storage-full' {limitBytes}
 */
export async function settleUpload(tx: Kysely<Database>, closed: UploadRow, owner: AccountOwner | null): Promise<void> {
  const upload = owner !== null && closed.account_id === null ? await handOver(tx, closed, owner) : closed
  await useBytes(tx, upload.reserved_keys, upload.bytes, owner?.allowance.limitBytes)
}
