import { plans } from '@waybill/contract/billing/plans'
import { cleanPath } from '@waybill/contract/core/names'
import { Problem } from '@waybill/contract/core/problems'
import type { completeSubmission as endpoint, SubmissionReceipt } from '@waybill/contract/requests/submission-endpoints'
import { supplierLabel } from '@waybill/contract/requests/supplier-folders'
import type { Kysely } from 'kysely'
import { readLiveAccount } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { notifyArrived } from '../../notifications/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/bind.ts'
import { deviceName } from '../../platform/http/device-name.ts'
import { hashToken, newId } from '../../platform/ids.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import {
  authoriseUpload,
  closeUpload,
  completeUpload,
  refuseBlocked,
  settleUpload,
  type UploadedFile,
} from '../../uploads/index.ts'
import { insertAnswers, listSubmissionAnswers } from '../answer-store.ts'
import { listItemsNamed } from '../content-store.ts'
import { findStandingRequest, lockRequest } from '../request-store.ts'
import { claimsOf, plainFiles, requireKey, requireSealed } from '../sealing/sealed-files.ts'
import { listAssignees } from '../share/request-share-store.ts'
import {
  addToItem,
  areAllComplete,
  countSubmission,
  deletePending,
  findPending,
  listProgress,
  type PendingSubmission,
  settleSuppliers,
} from '../submission-progress-store.ts'
import { findSubmissionOf, insertSubmission, listSubmissionFiles, readArrived } from '../submission-store.ts'
import { holdSupplier } from '../supplier-identity-store.ts'
import type { SupplierRow } from '../supplier-store.ts'
import { fittingAnswers } from './judge-answers.ts'
import { requireFit, sniffSubmission } from './judge-files.ts'
import { nameFiles } from './name-files.ts'
import { kindly } from './plan-submission.ts'
import { presentSubmissionReceipt } from './present-submission.ts'
import { addTelling } from './tell-submission.ts'
import { withMutex } from './with-mutex.ts'

type Needs = Pick<Context, 'db' | 'stores' | 'hashing' | 'log' | 'masterKey' | 'config' | 'geo'>
type Body = Call<typeof endpoint>['body']
type Sender = Pick<Actor, 'ip' | 'userAgent' | 'deviceId' | 'language'>

/**
 * Every byte is in: checks the submission once more by what is really stored, and completes it in one transaction. A
 * submission that has begun may finish after its request was paused, closed or has expired. A second call for the same
 * upload, even a concurrent one, returns the same receipt.
 *
 * @throws Problem as the contract's `completeSubmission` names them
 */
export async function completeSubmission(
  ctx: Needs,
  sender: Sender,
  { upload: uploadId, token, claims }: Pick<Body, 'upload' | 'token' | 'claims'>,
): Promise<SubmissionReceipt> {
  const upload = await authoriseUpload(ctx.db, uploadId, hashToken(token))
  const pending = await findPending(ctx.db, uploadId)
  if (pending !== null) {
    try {
      await submit(ctx, sender, { pending, claims })
    } catch (error) {
      // A faster call for the same upload may have used up what this one was refused for.
      if (!(error instanceof Problem) || (await findSubmissionOf(ctx.db, uploadId)) === null) {
        throw await kindly(ctx, { id: pending.request_id }, error)
      }
    }
  }
  const submission = await findSubmissionOf(ctx.db, uploadId)
  if (submission === null) throw new Problem(upload.state === 'open' ? 'upload-not-found' : 'upload-closed')
  const { id } = submission
  const [files, answers] = [await listSubmissionFiles(ctx.db, [id]), await listSubmissionAnswers(ctx.db, [id])]
  return presentSubmissionReceipt(submission, files, answers)
}

/** Both are in the order of the manifest. */
const withItems = (files: readonly UploadedFile[], { item_ids }: PendingSubmission) =>
  files.map((file, nth) => ({ ...file, item: item_ids[nth] ?? '' }))
type FileOfItem = ReturnType<typeof withItems>[number]

async function submit(
  ctx: Needs,
  sender: Sender,
  { pending, claims }: { pending: PendingSubmission; claims: Body['claims'] },
): Promise<void> {
  const request = await findStandingRequest(ctx.db, { id: pending.request_id }, { isServed: true })
  if (request === null) throw new Problem('request-not-found')
  const files = withItems(await completeUpload(ctx, pending.upload_id), pending)
  await refuseBlocked(ctx, files)
  const claimed = claimsOf(request, files, claims)
  if (request.sealing) await requireSealed(ctx, request.sealing, files)
  else await sniffSubmission(ctx, request, await listItemsNamed(ctx.db, request.id, pending.item_ids), files)
  // Everything that counts for an account locks its row first; forty suppliers may submit at once.
  await withMutex(pending.account_id, () =>
    ctx.db.transaction().execute((tx) => arrive(ctx, tx, sender, { pending, files, claimed })),
  )
}

/** In this order, like everything that counts for a request: the account, the request, the supplier, the upload. */
async function arrive(
  ctx: Needs,
  tx: Kysely<Database>,
  sender: Sender,
  {
    pending,
    files,
    claimed,
  }: { pending: PendingSubmission; files: readonly FileOfItem[]; claimed: ReadonlyMap<string, string> },
): Promise<void> {
  const { account_id: accountId, upload_id: uploadId, request_id: requestId } = pending
  const live = await readLiveAccount(tx, accountId, { hold: true })
  const request = live && (await lockRequest(tx, requestId, accountId))
  if (!live || live.isSuspended || !request) throw new Problem('request-not-found')
  // Read again: a proof of address may have changed its owner since.
  const own = await findPending(tx, uploadId)
  const supplier = own && (await holdSupplier(tx, own.supplier_id))
  if (supplier === null) return
  const closed = await closeUpload(tx, uploadId)
  if (closed === null) return
  const items = await listItemsNamed(tx, requestId, pending.item_ids)
  requireKey(request, pending, files)
  const plain = plainFiles(request, files)
  requireFit(request, live.role, items, { held: await listProgress(tx, supplier.id), files: plain })
  const named = await nameFiles(tx, { request, supplier, items, files })
  const answers = await fittingAnswers(tx, request, supplier.id, own?.answers ?? [])
  const submissionId = newId()
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const submission = {
    id: submissionId,
    upload_id: uploadId,
    account_id: accountId,
    request_id: requestId,
    note: pending.note,
    file_count: files.length,
    answer_count: answers.length,
    bytes,
    ...submissionRow(ctx, sender, supplier),
  }
  const folders = `${request.folder}/${supplierLabel(supplier)}`
  await insertSubmission(
    tx,
    submission,
    named.map((file, nth) => ({
      ...file,
      libraryPath: cleanPath(`${folders}/${file.path}`).path,
      plainBytes: request.sealing ? (plain[nth]?.bytes ?? null) : null,
      claimedSha256: claimed.get(file.fileId) ?? null,
    })),
  )
  const isSealed = request.sealing !== null
  const answered = { id: submissionId, requestId, supplierId: supplier.id, uploadId, isSealed }
  if (answers.length > 0) await insertAnswers(tx, answered, answers)
  await deletePending(tx, uploadId)
  const isLast = await countArrived(tx, { supplier, items, files })
  const arrived = { submissionId, isLast }
  await tellArrived(tx, { accountId, requestId }, arrived)
  const allowance = { limitBytes: plans[live.role].storageBytes }
  await settleUpload(tx, closed, { accountId, ownerAddress: closed.owner_address, deviceId: null, allowance })
}

/** Who sent a submission, from where. */
export function submissionRow(
  { geo }: Pick<Context, 'geo'>,
  sender: Pick<Actor, 'ip' | 'userAgent' | 'language'>,
  supplier: SupplierRow & { is_late: boolean },
) {
  const place = geo.locate(sender.ip)
  return {
    supplier_id: supplier.id,
    is_late: supplier.is_late,
    language: sender.language,
    country: place?.country ?? null,
    city: place?.city ?? null,
    device: deviceName(sender.userAgent),
  }
}

/** Tells the requester now, and the assignee by a job: an account is locked before any request. */
export async function tellArrived(
  tx: Kysely<Database>,
  { accountId, requestId }: { accountId: string; requestId: string },
  arrived: { submissionId: string; isLast: boolean },
): Promise<void> {
  await notifyArrived(tx, accountId, await readArrived(tx, arrived), arrived)
  if ((await listAssignees(tx, [requestId])).size > 0) await addJob(tx, 'tell-assignee', arrived)
  await addTelling(tx, arrived.submissionId)
}

interface Counted {
  /** Their state before. */
  supplier: SupplierRow
  items: ReadonlyArray<{ id: string; max_files: number | null }>
  files: readonly FileOfItem[]
}

/**
 * Counts a submission for its items, its supplier and its request; true where it makes all invited suppliers complete.
 *
 * @throws Problem 'item-full' {item, limit}
 */
export async function countArrived(tx: Kysely<Database>, { supplier, items, files }: Counted): Promise<boolean> {
  const { id: supplierId, request_id: requestId } = supplier
  const bytesOf = (some: readonly FileOfItem[]) => some.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const [itemId, inside] of Map.groupBy(files, ({ item }) => item)) {
    const maxFiles = items.find(({ id }) => id === itemId)?.max_files ?? null
    const more = { files: inside.length, bytes: bytesOf(inside) }
    if (!(await addToItem(tx, { supplierId, itemId, ...more, maxFiles }))) {
      throw new Problem('item-full', { item: itemId, limit: maxFiles })
    }
  }
  await countSubmission(tx, { requestId, supplierId, files: files.length, bytes: bytesOf(files) })
  const waiting = await settleSuppliers(tx, requestId, [supplierId])
  const isAsked = supplier.kind === 'invited' && supplier.removed_at === null
  return isAsked && supplier.completed_at === null && waiting.length === 0 && areAllComplete(tx, requestId)
}
