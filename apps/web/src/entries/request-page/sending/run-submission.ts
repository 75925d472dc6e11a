import { Problem, type ProblemCode } from '@waybill/contract/core/problems'
import type { SubmissionReceipt } from '@waybill/contract/requests/submission-endpoints'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { Upload, UploadApi } from '@waybill/uploader/upload'
import { call } from '../../../shared/api/client.ts'
import { effectiveType } from '../../../shared/upload/effective-type.ts'
import { loadUploader } from '../../../shared/upload/load-uploader.ts'
import { holdingUpload } from '../../../shared/upload/upload-lock.ts'
import { type Brought, type Desk, withReceipt } from '../desk.tsx'

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

const uploads = new WeakMap<Desk, Upload>()

/** Stops what is on its way; what has arrived is kept for 7 days. */
export const pauseSubmission = (desk: Desk): void => uploads.get(desk)?.cancel()

/**
 * Sends what of the plan's bytes is missing, hands the submission in and shows its receipt. Never rejects: the desk
 * tells.
 */
export async function runSubmission(desk: Desk, plan: UploadPlan, brought: Brought): Promise<void> {
  const api = submissionApi(desk, plan)
  desk.inHand = { upload: plan.upload, ...brought }
  desk.set({ step: { is: 'sending', progress: null }, failure: null, complaint: null })
  try {
    const { keepHandles, dropHandles } = await loadUploader()
    void keepHandles(plan.upload, brought.files)
    const receipt = await holdingUpload(plan.upload, () => bring(desk, plan, brought, api))
    desk.inHand = null
    void dropHandles(plan.upload)
    void brought.sealed?.forget()
    arrived(desk, plan.upload, { files: brought.files, receipt })
  } catch (error) {
    await halted(desk, plan, { error, token: api.token(), sealed: brought.sealed })
  }
}

async function bring(desk: Desk, plan: UploadPlan, brought: Brought, api: SubmissionApi): Promise<SubmissionReceipt> {
  await sendBytes(desk, plan, brought, api)
  try {
    return await handIn(desk, plan, brought, api)
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'upload-incomplete') throw error
    await sendBytes(desk, await api.readUpload(), brought, api)
    return handIn(desk, plan, brought, api)
  }
}

async function sendBytes(
  desk: Desk,
  plan: UploadPlan,
  { files: chosen, sealed }: Brought,
  api: UploadApi,
): Promise<void> {
  const { startUpload } = await loadUploader()
  const files = sealed?.sources(plan) ?? chosen
  const run = startUpload({ plan, files, api, effectiveType: effectiveType() })
  uploads.set(desk, run)
  desk.set({ step: { is: 'sending', progress: run.state() } })
  const stop = run.subscribe((progress) => {
    if (progress.status !== 'cancelled' && progress.status !== 'failed') desk.set({ step: { is: 'sending', progress } })
  })
  try {
    await run.finished
  } finally {
    stop()
    uploads.delete(desk)
  }
}

/** A file that cannot be read for its sum any more arrives without a claim: its receipt says so. */
async function handIn(
  desk: Desk,
  plan: UploadPlan,
  { sealed }: Brought,
  api: SubmissionApi,
): Promise<SubmissionReceipt> {
  desk.set({ step: { is: 'handing-in', isSumming: sealed !== null } })
  const claims = sealed && (await sealed.claims(plan))
  desk.set({ step: { is: 'handing-in', isSumming: false } })
  const body = { upload: plan.upload, token: api.token(), ...(claims && { claims }) }
  const { receipt } = await call('completeSubmission', { body })
  return receipt
}

/** The receipt stands at once; how the request stands now follows. */
function arrived(
  desk: Desk,
  upload: string,
  { files, receipt }: Pick<Brought, 'files'> & { receipt: SubmissionReceipt },
): void {
  const { request, chosen } = desk.read()
  const begun = request.begun.filter((one) => one.upload !== upload)
  const sent = new Set(files)
  desk.said.note = ''
  desk.set({
    request: withReceipt({ ...request, begun }, receipt),
    chosen: chosen.filter(({ source }) => !sent.has(source)),
    step: { is: 'choosing' },
    failure: null,
  })
  desk.show(receipt._id)
  void refresh(desk).catch(() => undefined)
}

async function halted(
  desk: Desk,
  plan: UploadPlan,
  { error, token, sealed }: { error: unknown; token: string } & Pick<Brought, 'sealed'>,
): Promise<void> {
  const { step } = desk.read()
  const progress = step.is === 'sending' ? step.progress : null
  const isForGood = error instanceof Problem && refusedForGood.includes(error.code)
  if (!isForGood) {
    // The engine is loaded late; its errors are known by name.
    const isPause = error instanceof Error && error.name === 'UploadCancelled'
    desk.set({ step: { is: 'halted', progress, error: isPause ? null : error } })
    return
  }
  desk.inHand = null
  void sealed?.forget()
  desk.set({ step: { is: 'choosing' }, failure: error })
  await call('abandonUpload', { params: { upload: plan.upload }, token }).catch(() => undefined)
  await refresh(desk).catch(() => undefined)
}

/** Reads the request as it stands now. A link that does not open any more shows what stands in its place. */
export async function refresh(desk: Desk): Promise<void> {
  try {
    const { request } = await call('openRequest', { body: desk.link })
    desk.set({ request })
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
function submissionApi({ link }: Desk, { upload, token: firstToken }: UploadPlan): SubmissionApi {
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
