import { plans, type Role } from '@waybill/contract/billing/plans'
import { isOverdue } from '@waybill/contract/billing/standing'
import type { PageBranding } from '@waybill/contract/branding/page-branding'
import { Problem } from '@waybill/contract/core/problems'
import type { RequestView } from '@waybill/contract/requests/submission-endpoints'
import type { FastifyRequest } from 'fastify'
import { type LiveAccount, readLiveAccount } from '../../billing/index.ts'
import { findPageBranding } from '../../branding/index.ts'
import { findAccount } from '../../identity/accounts/index.ts'
import { shownName } from '../../transfers/index.ts'
import { listSubmissionAnswers, readAnswers } from '../answer-store.ts'
import { countThreads, listNewest } from '../comments/comment-store.ts'
import { presentComment } from '../comments/present-comment.ts'
import { listItems } from '../content-store.ts'
import { dueIn } from '../deadlines/deadlines.ts'
import { exampleOf, limitsOf, presentDeadline } from '../manage/present-request.ts'
import type { RequestRow } from '../request-store.ts'
import { listPending, listProgress } from '../submission-progress-store.ts'
import { listSubmissionFiles, listSubmissionsOf } from '../submission-store.ts'
import { presentSubmissionReceipt } from '../submissions/present-submission.ts'
import type { SupplierRow } from '../supplier-store.ts'
import { type AskedLink, type OpenedRequest, type RequestLinkNeeds, requireAsked } from './find-asked.ts'

/**
 * The data of the public page: who asks, for what, until when, and what this supplier sent. Reading it changes nothing.
 *
 * @throws Problem as the contract's `openRequest` names them
 */
export async function openRequest(
  ctx: RequestLinkNeeds,
  link: AskedLink,
  request: FastifyRequest,
): Promise<RequestView> {
  return presentAsked(ctx, link, await requireAsked(ctx, link, request))
}

/** The same for the page that the server renders, which shows the requester's branding. */
export async function openRequestPage(
  ctx: RequestLinkNeeds,
  link: AskedLink,
  request: FastifyRequest,
): Promise<{ view: RequestView; branding: PageBranding }> {
  const asked = await requireAsked(ctx, link, request)
  const [view, branding] = await Promise.all([
    presentAsked(ctx, link, asked),
    findPageBranding(ctx.db, asked.request.account_id),
  ])
  return { view, branding }
}

async function presentAsked(
  ctx: RequestLinkNeeds,
  link: AskedLink,
  { request: row, supplier }: OpenedRequest,
): Promise<RequestView> {
  const [account, live] = await Promise.all([
    findAccount(ctx.db, row.account_id),
    readLiveAccount(ctx.db, row.account_id),
  ])
  if (account === null || live === null) throw new Problem('request-not-found')
  const due = supplier === null ? dueIn(row, null) : supplier.due_at
  return {
    slug: row.slug,
    state: isTaking(live) || row.state !== 'open' ? row.state : 'paused',
    requester: {
      email: account.email,
      name: shownName(account.full_name, account.email) ?? '',
      company: shownName(account.company, account.email) ?? '',
    },
    title: row.title,
    message: row.message,
    lang: row.language === 'zh' ? 'zh' : 'en',
    deadline: presentDeadline(row),
    dueAt: due?.toISOString() ?? null,
    expiresAt: row.expires_at?.toISOString() ?? null,
    identity: row.identity,
    sealing: row.sealing && { version: row.sealing.version, publicKey: row.sealing.publicKey },
    asks: asksOf(row, supplier),
    limits: { ...limitsOf(row, live.role as Role, { isByLink: !link.user }), types: row.types },
    hasRoom: live.usedBytes + live.reservedBytes < plans[live.role].storageBytes,
    ...(await ofSupplier(ctx, row, supplier)),
  }
}

/** Whether the account behind a request may receive files: an overdue one may not. */
export const isTaking = ({ subscription }: Pick<LiveAccount, 'subscription'>): boolean => !isOverdue(subscription)

function asksOf({ identity }: Pick<RequestRow, 'identity'>, supplier: SupplierRow | null): RequestView['asks'] {
  if (supplier !== null && supplier.kind !== 'claimed') return []
  if (identity === 'proven') return ['email', 'code']
  const isKnown = supplier !== null && supplier.name !== '' && supplier.address !== null
  return identity === 'required' && !isKnown ? ['name', 'email'] : []
}

/** Of all threads of a supplier: the page has these before it loads any more. */
const NEWEST_COMMENTS = 50

/** The threads of a supplier, by item. */
async function threadsOf(db: RequestLinkNeeds['db'], supplierId: string | null) {
  const counted = supplierId === null ? [] : await countThreads(db, [supplierId], { id: supplierId, isSupplier: true })
  const newest = supplierId === null || counted.length === 0 ? [] : await listNewest(db, supplierId, NEWEST_COMMENTS)
  return {
    counts: new Map(counted.map(({ item_id, comments, unread }) => [item_id, { comments, unread }])),
    newest: Map.groupBy(newest, ({ item_id }) => item_id),
  }
}

/** The parts of the page for this supplier alone. */
async function ofSupplier({ db }: RequestLinkNeeds, row: RequestRow, supplier: SupplierRow | null) {
  const items = await listItems(db, row.id)
  const progress = supplier === null ? [] : await listProgress(db, supplier.id)
  const pending = supplier === null ? [] : await listPending(db, supplier.id)
  const submissions = supplier === null ? [] : await listSubmissionsOf(db, supplier.id)
  const answers = supplier === null ? new Map<string, string[]>() : await readAnswers(db, supplier.id)
  const sentIds = submissions.map(({ id }) => id)
  const sentAnswers = Map.groupBy(await listSubmissionAnswers(db, sentIds), ({ submission_id }) => submission_id)
  const bySubmission = Map.groupBy(await listSubmissionFiles(db, sentIds), ({ submission_id }) => submission_id)
  const states = new Map(progress.map((one) => [one.item_id, one]))
  const threads = await threadsOf(db, supplier?.id ?? null)
  return {
    items: items.map((item) => {
      const own = states.get(item.id)
      const example = exampleOf(item)
      return {
        _id: item.id,
        name: item.name,
        hint: item.hint,
        isRequired: item.is_required,
        types: item.types,
        maxFiles: item.max_files,
        maxBytes: item.max_bytes,
        example: example && { fileName: example.fileName, bytes: example.bytes },
        kind: item.kind,
        options: item.options,
        takesSeveral: item.takes_several,
        section: item.section,
        answer: row.sealing === null ? (answers.get(item.id) ?? null) : null,
        state: own?.state ?? ('missing' as const),
        fileCount: own?.file_count ?? 0,
        note: own?.note ?? '',
        ...(threads.counts.get(item.id) ?? { comments: 0, unread: 0 }),
        lastComments: (threads.newest.get(item.id) ?? []).map((row) => presentComment(row, 'supplier')),
      }
    }),
    supplier: supplier && { name: supplier.name, company: supplier.company, email: supplier.address },
    isComplete: supplier !== null && supplier.completed_at !== null,
    pending: pending.map(({ upload, started_at, expires_at, bytes, files }) => ({
      upload,
      startedAt: started_at.toISOString(),
      expiresAt: expires_at.toISOString(),
      bytes,
      fileCount: files,
    })),
    sent: submissions.map((submission) =>
      presentSubmissionReceipt(submission, bySubmission.get(submission.id) ?? [], sentAnswers.get(submission.id) ?? []),
    ),
  }
}
