import type { ReplyOf } from '@waybill/contract/core/endpoint'
import { Problem } from '@waybill/contract/core/problems'
import type { sendAnswers as endpoint } from '@waybill/contract/requests/answer-endpoints'
import { holdsLink } from '@waybill/contract/transfers/message-links'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { readLiveAccount } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { ensureDevice } from '../../identity/accounts/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { Call } from '../../platform/http/bind.ts'
import type { Budget } from '../../platform/http/limits/rate-limits.ts'
import { newId } from '../../platform/ids.ts'
import { insertAnswers, listSubmissionAnswers, type NewAnswer } from '../answer-store.ts'
import { type RequestLinkNeeds, requireAsked } from '../public-page/find-asked.ts'
import { isTaking } from '../public-page/open-request.ts'
import { lockRequest, type RequestRow } from '../request-store.ts'
import { findSubmission, insertSubmission, listSubmissionFiles, listSubmissionsOf } from '../submission-store.ts'
import { holdSupplier } from '../supplier-identity-store.ts'
import { countArrived, submissionRow, tellArrived } from './complete-submission.ts'
import { ensureSupplier } from './ensure-supplier.ts'
import { type Known, readKnown, requireAnswers, requireFewAnswers } from './judge-answers.ts'
import { openSubmissions, requireOpenToBegin } from './plan-submission.ts'
import { presentSubmissionReceipt } from './present-submission.ts'
import { withMutex } from './with-mutex.ts'

type Body = Call<typeof endpoint>['body']
type Needs = RequestLinkNeeds & Pick<Context, 'limits' | 'geo'>

/** Of one supplier: each submission is a row and a mail. */
const answersPerSupplier: Budget = { name: 'request-answers', points: 60, seconds: 3_600 }

/**
 * A submission of answers alone. Checked before anything is created, and again inside the transaction.
 *
 * @throws Problem as the contract's `sendAnswers` names them
 */
export async function sendAnswers(
  ctx: Needs,
  { user, slug, answers, ...body }: Omit<Body, 'lang'> & { lang?: Body['lang'] },
  { request: from, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<ReplyOf<typeof endpoint>> {
  const { actor } = from
  const asked = await requireAsked(ctx, { slug, user }, from)
  await requireOpenToBegin(ctx.db, asked, { mayFinish: false })
  if (holdsLink(body.note)) throw new Problem('message-holds-link', { field: 'note' })
  requireAnswers(asked.request, await readKnown(ctx.db, asked.request.id, asked.supplier?.id ?? null), answers)
  const isByToken = user !== undefined && user !== ''
  if (!isByToken) await ctx.limits.spend(openSubmissions, actor.network)
  const deviceId = isByToken ? actor.deviceId : await ensureDevice(ctx, from, reply)
  const language = body.lang ?? actor.language
  const supplier = await ensureSupplier(ctx, asked, body, { account: actor.account, deviceId, language })
  await ctx.limits.spend(answersPerSupplier, supplier.id)
  const made = { request: asked.request, supplierId: supplier.id, note: body.note, answers }
  const id = await withMutex(asked.request.account_id, () =>
    ctx.db.transaction().execute((tx) => arrive(ctx, tx, actor, made)),
  )
  const submission = await findSubmission(ctx.db, id)
  if (submission === null) throw new Problem('request-not-found')
  const [files, sent] = [await listSubmissionFiles(ctx.db, [id]), await listSubmissionAnswers(ctx.db, [id])]
  return { receipt: presentSubmissionReceipt(submission, files, sent) }
}

interface Made {
  request: RequestRow
  supplierId: string
  note: string
  answers: readonly NewAnswer[]
}

/** Locks in the order of all submissions: the account, the request, the supplier. Returns the submission's id. */
async function arrive(
  ctx: Needs,
  tx: Kysely<Database>,
  sender: Pick<Actor, 'ip' | 'userAgent' | 'language'>,
  { request: asked, supplierId, note, answers: typed }: Made,
): Promise<string> {
  const live = await readLiveAccount(tx, asked.account_id, { hold: true })
  const request = live && (await lockRequest(tx, asked.id, asked.account_id))
  // The request became another member's, or is gone: the next try finds out which.
  if (!live || live.isSuspended || !request) throw new Problem('busy', { retryAfterSeconds: 1 })
  if (!isTaking(live)) throw new Problem('request-paused')
  if (request.state !== 'open') throw new Problem(`request-${request.state}`)
  const supplier = await holdSupplier(tx, supplierId)
  if (supplier === null || supplier.removed_at !== null) throw new Problem('request-not-found')
  const known = await readKnown(tx, request.id, supplier.id)
  const fresh = requireAnswers(request, known, typed)
  const [last] = fresh.length > 0 ? [] : await listSubmissionsOf(tx, supplier.id)
  // Everything was answered in the same way before: a call that was repeated, or one for the sake of its note.
  if (last !== undefined && (note.trim() === '' || note === last.note)) return last.id
  const answers = fresh.length > 0 ? fresh : repeatedFor(known, typed)
  await requireFewAnswers(tx, request, answers)
  const id = newId()
  const owner = { account_id: request.account_id, request_id: request.id, upload_id: null }
  const counted = { file_count: 0, answer_count: answers.length, bytes: 0 }
  await insertSubmission(tx, { id, ...owner, ...counted, note, ...submissionRow(ctx, sender, supplier) }, [])
  const isSealed = request.sealing !== null
  await insertAnswers(tx, { id, requestId: request.id, supplierId: supplier.id, uploadId: null, isSealed }, answers)
  const isLast = await countArrived(tx, { supplier, items: [], files: [] })
  await tellArrived(tx, { accountId: request.account_id, requestId: request.id }, { submissionId: id, isLast })
  return id
}

/**
 * The answers that a new note comes with although they say nothing new: those that are still to be reviewed.
 *
 * @throws Problem 'item-accepted' where all of them are accepted: they cannot be sent again
 */
function repeatedFor({ items, states, answers }: Known, typed: readonly NewAnswer[]): NewAnswer[] {
  const named = new Set(typed.map(({ item }) => item))
  const repeated = items.flatMap(({ id }) => {
    const answer = answers.get(id)
    return named.has(id) && states.get(id) === 'arrived' && answer !== undefined
      ? [{ item: id, answer: [...answer] }]
      : []
  })
  if (repeated.length === 0) throw new Problem('item-accepted', { item: typed[0]?.item ?? '' })
  return repeated
}
