import { Problem, type ProblemCode } from '@waybill/contract/core/problems'
import type { SubmissionReceipt } from '@waybill/contract/requests/submission-endpoints'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { Upload, UploadApi } from '@waybill/uploader/upload'
import { call } from '../../../shared/api/client.ts'
import { effectiveType } from '../../../shared/upload/effective-type.ts'
import { loadUploader } from '../../../shared/upload/load-uploader.ts'
import { holdingUpload } from '../../../shared/upload/upload-lock.ts'
import { type SubmissionSession, type UploadInput, withReceipt } from '../submission-session.tsx'

/** With the same files the same would be refused again: what has arrived is of no use. */
const refusedForGood: readonly ProblemCode[] = [
  'item-not-found',
  'item-full',
  'item-accepted',
  'file-too-large',
  'type-unwanted',
  'insecure-file-type',
  'file-not-sealed',
  'over-submission-limit',
  'submission-too-many-files',
  'upload-closed',
  'upload-not-found',
]

const uploads = new WeakMap<SubmissionSession, Upload>()

/** Stops what is on its way; what has arrived is kept for 7 days. */
export const pauseSubmission = (session: SubmissionSession): void => uploads.get(session)?.cancel()

/**
 * Sends what of the plan's bytes is missing, submits it and shows its receipt. Never rejects: the session
 * tells.
 */
export async function runSubmission(session: SubmissionSession, plan: UploadPlan, input: UploadInput): Promise<void> {
  const api = submissionApi(session, plan)
  session.inHand = { upload: plan.upload, ...input }
  session.set({ step: { is: 'sending', progress: null }, failure: null, complaint: null })
  try {
    const { keepHandles, dropHandles } = await loadUploader()
    void keepHandles(plan.upload, input.files)
    const receipt = await holdingUpload(plan.upload, () => uploadAndSubmit(session, plan, input, api))
    session.inHand = null
    void dropHandles(plan.upload)
    void input.sealed?.forget()
    arrived(session, plan.upload, { files: input.files, receipt })
  } catch (error) {
    await halted(session, plan, { error, token: api.token(), sealed: input.sealed })
  }
}

async function uploadAndSubmit(
  session: SubmissionSession,
  plan: UploadPlan,
  input: UploadInput,
  api: SubmissionApi,
): Promise<SubmissionReceipt> {
  await sendBytes(session, plan, input, api)
  try {
    return await submit(session, plan, input, api)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'upload-incomplete') throw error
    await sendBytes(session, await api.readUpload(), input, api)
    return submit(session, plan, input, api)
  }
}

async function sendBytes(
  session: SubmissionSession,
  plan: UploadPlan,
  { files: chosen, sealed }: UploadInput,
  api: UploadApi,
): Promise<void> {
  const { startUpload } = await loadUploader()
  const files = sealed?.sources(plan) ?? chosen
  const run = startUpload({ plan, files, api, effectiveType: effectiveType() })
  uploads.set(session, run)
  session.set({ step: { is: 'sending', progress: run.state() } })
  const stop = run.subscribe((progress) => {
    if (progress.status !== 'cancelled' && progress.status !== 'failed')
      session.set({ step: { is: 'sending', progress } })
  })
  try {
    await run.finished
  } finally {
    stop()
    uploads.delete(session)
  }
}

/** A file that cannot be read for its sum any more arrives without a claim: its receipt says so. */
async function submit(
  session: SubmissionSession,
  plan: UploadPlan,
  { sealed }: UploadInput,
  api: SubmissionApi,
): Promise<SubmissionReceipt> {
  session.set({ step: { is: 'submitting', isSumming: sealed !== null } })
  const claims = sealed && (await sealed.claims(plan))
  session.set({ step: { is: 'submitting', isSumming: false } })
  const body = { upload: plan.upload, token: api.token(), ...(claims && { claims }) }
  const { receipt } = await call('completeSubmission', { body })
  return receipt
}

/** The receipt stands at once; how the request stands now follows. */
function arrived(
  session: SubmissionSession,
  upload: string,
  { files, receipt }: Pick<UploadInput, 'files'> & { receipt: SubmissionReceipt },
): void {
  const { request, chosen } = session.read()
  const pending = request.pending.filter((one) => one.upload !== upload)
  const sent = new Set(files)
  session.said.note = ''
  session.set({
    request: withReceipt({ ...request, pending }, receipt),
    chosen: chosen.filter(({ source }) => !sent.has(source)),
    step: { is: 'choosing' },
    failure: null,
  })
  session.show(receipt._id)
  void refresh(session).catch(() => undefined)
}

async function halted(
  session: SubmissionSession,
  plan: UploadPlan,
  { error, token, sealed }: { error: unknown; token: string } & Pick<UploadInput, 'sealed'>,
): Promise<void> {
  const { step } = session.read()
  const progress = step.is === 'sending' ? step.progress : null
  const isForGood = error instanceof Problem && refusedForGood.includes(error.code)
  if (!isForGood) {
    // The engine is loaded late; its errors are known by name.
    const isPause = error instanceof Error && error.name === 'UploadCancelled'
    session.set({ step: { is: 'halted', progress, error: isPause ? null : error } })
    return
  }
  session.inHand = null
  void sealed?.forget()
  session.set({ step: { is: 'choosing' }, failure: error })
  await call('abandonUpload', { params: { upload: plan.upload }, token }).catch(() => undefined)
  await refresh(session).catch(() => undefined)
}

/** Reads the request as it stands now. A link that does not open any more shows what stands in its place. */
export async function refresh(session: SubmissionSession): Promise<void> {
  try {
    const { request } = await call('openRequest', { body: session.link })
    session.set({ request })
  } catch (error) {
    const isGone = error instanceof Problem && (error.code === 'link-locked' || error.code === 'request-not-found')
    if (isGone) location.reload()
    throw error
  }
}

interface SubmissionApi extends UploadApi {
  /** The token as last renewed. */
  token(): string
}

/** The calls of one submission, under its own token. */
function submissionApi({ link }: SubmissionSession, { upload, token: firstToken }: UploadPlan): SubmissionApi {
  let token = firstToken
  const params = { upload }
  return {
    token: () => token,
    readUpload: () => call('readUpload', { params, token }),
    renew: async () => {
      const { plan } = await call('resumeSubmission', { body: { ...link, upload } })
      token = plan.token
      return plan
    },
    signParts: (body) => call('signParts', { params, token, body }),
  }
}
