import { linkShareBytes, plans } from '@waybill/contract/billing/plans'
import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { planSubmission as endpoint } from '@waybill/contract/requests/submission-endpoints'
import { holdsLink } from '@waybill/contract/transfers/message-links'
import type { ManifestFile } from '@waybill/contract/uploads/endpoints'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { type LiveAccount, readLiveAccount } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { ensureDevice } from '../../identity/accounts/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Call } from '../../platform/http/bind.ts'
import type { Budget } from '../../platform/http/limits/rate-limits.ts'
import { manifestFiles } from '../../transfers/index.ts'
import { listUploadedFiles, planUpload, SUPPLIER_OWNER } from '../../uploads/index.ts'
import { listItems } from '../content-store.ts'
import { type OpenedRequest, type RequestLinkNeeds, requireAsked } from '../public-page/find-asked.ts'
import { isTaking } from '../public-page/open-request.ts'
import { findStandingRequest, type RequestRow } from '../request-store.ts'
import { plainFiles, requireSealedFor } from '../sealing/sealed-files.ts'
import {
  insertPending,
  listPending,
  listProgress,
  type PendingSubmission,
  updatePending,
} from '../submission-progress-store.ts'
import type { SupplierRow } from '../supplier-store.ts'
import { ensureSupplier } from './ensure-supplier.ts'
import { judgeTyped } from './judge-answers.ts'
import { requireFit } from './judge-files.ts'
import { tellFull } from './tell-full.ts'

/** A plain form may leave the answers out. */
type Body = Omit<Call<typeof endpoint>['body'], 'answers'> & Partial<Pick<Call<typeof endpoint>['body'], 'answers'>>
type Needs = RequestLinkNeeds & Pick<Context, 'stores' | 'limits'>
type WantedFile = ManifestFile & { item: string }

/** For one network on open links, where nothing else identifies the caller. */
export const openSubmissions: Budget = { name: 'request-submissions', points: 300, seconds: 3_600 }

/**
 * Checks a submission and plans its upload into the requester's storage, or resumes the one that this supplier left
 * with the same files. Everything that can be refused is refused here, so that nobody uploads needlessly.
 *
 * @throws Problem as the contract's `planSubmission` names them
 */
export async function planSubmission(
  ctx: Needs,
  { user, slug, files: typed, answers: typedAnswers = [], sealedFor, ...body }: Body,
  from: { request: FastifyRequest; reply: FastifyReply; origins: string[] },
): Promise<ReplyOf<typeof endpoint>> {
  const { actor } = from.request
  const asked = await requireAsked(ctx, { slug, user }, from.request)
  const live = await requireOpenToBegin(ctx.db, asked)
  if (holdsLink(body.note)) throw new Problem('message-holds-link', { field: 'note' })
  const files = wantedFiles(typed)
  requireSealedFor(asked.request, sealedFor, files)
  const items = await listItems(ctx.db, asked.request.id)
  const held = asked.supplier === null ? [] : await listProgress(ctx.db, asked.supplier.id)
  const answers = await judgeTyped(ctx.db, asked.request, asked.supplier?.id ?? null, typedAnswers)
  const isByToken = user !== undefined && user !== ''
  const fit = { held, files: plainFiles(asked.request, files), isByLink: !isByToken }
  requireFit(asked.request, live.role, items, fit)
  if (!isByToken) await ctx.limits.spend(openSubmissions, actor.network)
  const deviceId = isByToken ? actor.deviceId : await ensureDevice(ctx, from.request, from.reply)
  const language = body.lang ?? actor.language
  const supplier = await ensureSupplier(ctx, asked, body, { account: actor.account, deviceId, language })
  try {
    return await planUpload(ctx, {
      // Separates this supplier's upload from those of others, so that they do not delay each other.
      ownerAddress: `${SUPPLIER_OWNER}${supplier.id}`,
      accountId: asked.request.account_id,
      deviceId,
      network: actor.network,
      files: files.map(({ item: _item, ...file }) => file),
      purpose: `request ${supplier.id}`,
      effectiveType: body.effectiveType,
      transport: body.transport,
      allowance: {
        limitBytes: plans[live.role].storageBytes,
        ...(isByToken ? {} : { linkShareBytes: linkShareBytes(live.role) }),
      },
      linkId: isByToken ? null : asked.request.id,
      origins: from.origins,
      keepWith: (tx, uploadId) =>
        keepPending(tx, uploadId, { asked: asked.request, supplier, files, answers, note: body.note }),
    })
  } catch (error) {
    throw await kindly(ctx, asked.request, error)
  }
}

/** The files under cleaned, distinct paths, each with its item. */
function wantedFiles(typed: readonly WantedFile[]): WantedFile[] {
  const items = typed.map(({ item }) => item)
  const cleaned = manifestFiles(typed.map(({ item: _item, ...file }) => file))
  return cleaned.map((file, nth) => ({ ...file, item: items[nth] as string }))
}

/**
 * The requester's account, where a submission may begin, or, where `mayFinish`, this supplier may finish one.
 *
 * @throws Problem 'request-closed' | 'request-expired' | 'request-paused' | 'request-not-found'
 */
export async function requireOpenToBegin(
  db: Kysely<Database>,
  { request, supplier }: OpenedRequest,
  { mayFinish = true }: { mayFinish?: boolean } = {},
): Promise<LiveAccount> {
  const live = await readLiveAccount(db, request.account_id)
  if (live === null) throw new Problem('request-not-found')
  const state = request.state === 'open' && !isTaking(live) ? 'paused' : request.state
  if (state === 'open') return live
  const canFinish = mayFinish && supplier !== null && (await listPending(db, supplier.id)).length > 0
  if (!canFinish) throw new Problem(`request-${state}`)
  return live
}

/** The files of a resumed upload may come in another order than planned: each is identified by its path. */
async function keepPending(
  tx: Kysely<Database>,
  uploadId: string,
  made: {
    asked: RequestRow
    supplier: SupplierRow
    files: readonly WantedFile[]
    answers: PendingSubmission['answers']
    note: string
  },
): Promise<void> {
  const itemOf = new Map(made.files.map(({ path, item }) => [path, item]))
  const planned = await listUploadedFiles(tx, uploadId)
  const itemIds = planned.map(({ path }) => itemOf.get(path) ?? '')
  // What began before the request was closed may finish, with what was answered by then.
  const answers = made.asked.state === 'open' ? made.answers : []
  if (await updatePending(tx, uploadId, { itemIds, note: made.note, answers })) return
  const { id: request_id, sealing } = made.asked
  const sealed_for = sealing?.publicKey ?? null
  const pending = { request_id, supplier_id: made.supplier.id, item_ids: itemIds, note: made.note, answers, sealed_for }
  if (await insertPending(tx, { ...pending, upload_id: uploadId })) return
  // Closed since the check, or sealed for another key.
  const now = await findStandingRequest(tx, { id: request_id })
  if (now === null) throw new Problem('request-not-found')
  if ((now.sealing?.publicKey ?? null) !== sealed_for)
    throw new Problem('file-not-sealed', { path: made.files[0]?.path ?? '' })
  // The request became another member's: the next try reserves their storage.
  if (now.account_id !== made.asked.account_id) throw new Problem('busy', { retryAfterSeconds: 1 })
  throw new Problem(now.state === 'open' ? 'request-paused' : `request-${now.state}`)
}

/** Replaces a problem that concerns the requester by one for a stranger; the requester is told too. */
export async function kindly(
  ctx: Pick<Context, 'db' | 'masterKey' | 'config'>,
  request: Pick<RequestRow, 'id'>,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof Problem)) return error
  if (error.code === 'unauthenticated') return new Problem('request-not-found')
  if (error.code !== 'storage-full') return error
  await tellFull(ctx, request.id, Number(error.facts.limitBytes))
  return new Problem('inbox-full')
}
