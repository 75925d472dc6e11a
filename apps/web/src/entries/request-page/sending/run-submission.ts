import { Problem, type ProblemCode } from '@waybill/contract/core/problems'
import type { SubmissionReceipt } from '@waybill/contract/requests/submission-endpoints'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { UploadSession } from '@waybill/uploader/session/upload-session'
import type { UploadProgress } from '@waybill/uploader/upload'
import { call } from '../../../shared/api/client.ts'
import { forgetRecordings } from '../../../shared/recording/kept-recordings.ts'
import { openUploadSession } from '../../../shared/upload/open-upload-session.ts'
import { forgetAnswers } from '../items/kept-answers.ts'
import { type SubmissionSession, type UploadInput, withReceipt } from '../submission-session.tsx'

/** The same files would be refused again: the arrived bytes are useless. */
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

const running = new WeakMap<SubmissionSession, UploadSession<SubmissionReceipt>>()

/** Stops the upload; the server keeps the arrived bytes for 7 days. */
export const pauseSubmission = (session: SubmissionSession): void => running.get(session)?.pause()

/** Sends the missing bytes of the plan, submits and shows the receipt. Never rejects: the session has the result. */
export async function runSubmission(session: SubmissionSession, plan: UploadPlan, input: UploadInput): Promise<void> {
  const { upload } = plan
  const { files, sealed } = input
  let sending: UploadSession<SubmissionReceipt> | null = null
  session.inHand = { upload, ...input }
  session.set({ step: { is: 'sending', progress: null }, failure: null, complaint: null })
  try {
    sending = await openUploadSession(plan, {
      files,
      sources: sealed?.sources,
      onProgress: (progress) => showProgress(session, progress),
      resume: async () => (await call('resumeSubmission', { body: { ...session.link, upload } })).plan,
      complete: (token) => submit(session, plan, { sealed, token }),
    })
    running.set(session, sending)
    const receipt = await sending.run()
    session.inHand = null
    void sealed?.forget()
    void forgetRecordings(files)
    arrived(session, upload, { files, receipt })
  } catch (error) {
    await halted(session, plan, { error, token: sending?.token ?? plan.token, sealed })
  }
}

function showProgress(session: SubmissionSession, progress: UploadProgress): void {
  if (progress.status !== 'cancelled' && progress.status !== 'failed')
    session.set({ step: { is: 'sending', progress } })
}

/** A file that can no longer be read for its checksum arrives without a claim: its receipt says so. */
async function submit(
  session: SubmissionSession,
  plan: UploadPlan,
  { sealed, token }: Pick<UploadInput, 'sealed'> & { token: string },
): Promise<SubmissionReceipt> {
  session.set({ step: { is: 'submitting', isSumming: sealed !== null } })
  const claims = sealed && (await sealed.claims(plan))
  session.set({ step: { is: 'submitting', isSumming: false } })
  const body = { upload: plan.upload, token, ...(claims && { claims }) }
  const { receipt } = await call('completeSubmission', { body })
  return receipt
}

/** The receipt shows at once; the request's new state follows. */
export function arrived(
  session: SubmissionSession,
  upload: string,
  { files, receipt }: Pick<UploadInput, 'files'> & { receipt: SubmissionReceipt },
): void {
  const { request, chosen } = session.read()
  const pending = request.pending.filter((one) => one.upload !== upload)
  const sent = new Set(files)
  session.said.note = ''
  forgetAnswers(
    session,
    receipt.answers.map(({ item }) => item),
  )
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
    // The engine loads late; its errors are recognised by name.
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

/** Reads the request's current state. A link that no longer opens shows its replacement. */
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
