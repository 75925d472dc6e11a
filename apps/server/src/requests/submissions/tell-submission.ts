import { supplierLabel } from '@waybill/contract/requests/supplier-folders'
import type { Kysely } from 'kysely'
import type { Context } from '../../context.ts'
import { findAccount, languageOf, requestSettingsOf } from '../../identity/accounts/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import { countBelow } from '../../platform/http/call-store.ts'
import { addJob } from '../../platform/jobs/add-job.ts'
import type { TaskPayloads } from '../../platform/jobs/catalogue.ts'
import { linkTo, paths } from '../../platform/links.ts'
import { MAX_LISTED_FILES, queueMail } from '../../platform/mail-transport/index.ts'
import { listItems } from '../content-store.ts'
import { COMES_BACK_SECONDS, findStandingRequest, mayComeBack, type RequestRow } from '../request-store.ts'
import { listAssignees } from '../share/request-share-store.ts'
import { listProgress } from '../submission-progress-store.ts'
import {
  claimTelling,
  findSubmission,
  listSubmissionFiles,
  listUntold,
  type SubmissionFileRow,
  type SubmissionRow,
} from '../submission-store.ts'
import { findSupplier, type SupplierRow } from '../supplier-store.ts'
import { submissionFacts } from './mail-receipt.ts'

type Needs = Pick<Context, 'db' | 'masterKey' | 'config' | 'clock'>

/** A receipt has the checksums of the stored files; files that are not read back by then are listed without. */
const SUMS_PATIENCE_MS = 600_000
/** Checked files are told by `tell-checked` at once; this is for when that came first. */
const LOOK_AGAIN_SECONDS = 5
/**
 * Beyond this an account gets no mail about answers, so that nobody floods its mailbox. The dashboard shows every
 * answer.
 */
const NOTICES = { most: 100, seconds: 86_400 }

/**
 * Queues the supplier's receipt for a submission, and mails the requester and the assignee; once, however often it runs.
 */
export async function tellSubmission(ctx: Needs, { submissionId }: { submissionId: string }): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const submission = await findSubmission(tx, submissionId)
    if (submission === null || submission.told_at !== null) return
    const files = await listSubmissionFiles(tx, [submissionId])
    const isYoung = ctx.clock.nowMs() - submission.arrived_at.getTime() < SUMS_PATIENCE_MS
    if (isYoung && files.some(({ checked_at }) => checked_at === null)) {
      return addTelling(tx, submissionId, LOOK_AGAIN_SECONDS)
    }
    const request = await findStandingRequest(tx, { id: submission.request_id })
    if (request === null && (await mayComeBack(tx, submission.request_id))) {
      return addJob(tx, 'tell-submission', { submissionId }, { delaySeconds: COMES_BACK_SECONDS })
    }
    const claimed = await claimTelling(tx, submissionId)
    if (claimed === null || request === null) return
    await addJob(tx, 'mail-receipt', { submissionId })
    const supplier = await findSupplier(tx, request.id, claimed.supplier_id)
    if (supplier === null) return
    const assigneeId = (await listAssignees(tx, [request.id])).get(request.id)
    for (const accountId of [request.account_id, ...(assigneeId === undefined ? [] : [assigneeId])]) {
      await notify(ctx, tx, accountId, { submission: claimed, files, request, supplier })
    }
  })
}

/** The receipts and notices of submissions that waited for the checksums of these files become due now. */
export async function tellChecked({ db }: Pick<Needs, 'db'>, { fileIds }: TaskPayloads['tell-checked']): Promise<void> {
  for (const submissionId of await listUntold(db, fileIds)) await addTelling(db, submissionId)
}

/** One job for each submission, at the time that is given last. */
export const addTelling = (db: Kysely<Database>, submissionId: string, delaySeconds = 0): Promise<void> =>
  addJob(db, 'tell-submission', { submissionId }, { key: `tell-submission/${submissionId}`, delaySeconds })

interface Told {
  submission: SubmissionRow
  files: readonly SubmissionFileRow[]
  request: RequestRow
  supplier: SupplierRow
}

async function notify(
  ctx: Needs,
  tx: Kysely<Database>,
  accountId: string,
  { submission, files, request, supplier }: Told,
): Promise<void> {
  const account = await findAccount(tx, accountId)
  if (account === null || !requestSettingsOf(account).notices) return
  if (!(await countBelow(tx, `submission-notices/${account.id}`, NOTICES)).isCounted) return
  await queueMail(tx, ctx, {
    template: 'submission-arrived',
    to: account.email,
    language: languageOf(account),
    facts: {
      ...submissionFacts(request, submission, files),
      supplier: supplier.name === '' && supplier.company === '' ? '' : supplierLabel(supplier),
      address: supplier.kind === 'claimed' ? null : supplier.address,
      note: submission.note,
      isLate: submission.is_late,
      isComplete: supplier.completed_at !== null,
      missing: await missingOf(tx, request.id, supplier.id),
      isSealed: request.sealing !== null,
      timeZone: account.time_zone,
      link: linkTo(ctx.config, paths.requestRecord(request.slug, supplier.id)),
    },
  })
}

async function missingOf(tx: Kysely<Database>, requestId: string, supplierId: string): Promise<string[]> {
  const [items, progress] = await Promise.all([listItems(tx, requestId), listProgress(tx, supplierId)])
  const there = new Set(progress.flatMap(({ item_id, state }) => (state === 'sent-back' ? [] : [item_id])))
  const missing = items.filter(({ id, is_required }) => is_required && !there.has(id))
  return missing.slice(0, MAX_LISTED_FILES).map(({ name }) => name)
}
