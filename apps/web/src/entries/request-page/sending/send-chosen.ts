import { Problem } from '@waybill/contract/core/problems'
import { holdsLink } from '@waybill/contract/transfers/message-links'
import { parseAddress } from '@waybill/contract/transfers/recipients'
import type { ManifestFile, UploadPlan } from '@waybill/contract/uploads/endpoints'
import { call } from '../../../shared/api/client.ts'
import { loadSealFiles } from '../../../shared/sealing/load-seal-files.ts'
import { effectiveType } from '../../../shared/upload/effective-type.ts'
import { loadUploader } from '../../../shared/upload/load-uploader.ts'
import { spokenLanguage } from '../../../shared/words/language.tsx'
import { asWho } from '../as-who.ts'
import { answersToSend } from '../items/answers-to-send.ts'
import { judgeChosen } from '../items/judge-chosen.ts'
import { readyAnswers, type TypedAnswer } from '../sealed/ready-answers.ts'
import type { ChosenFile, Complaint, SubmissionSession, UploadInput } from '../submission-session.tsx'
import { arrived, refresh, runSubmission } from './run-submission.ts'

/**
 * Sends those of the chosen files that may be sent: checked here, checked and planned by the server, uploaded,
 * submitted.
 */
export async function sendChosen(session: SubmissionSession): Promise<void> {
  const { request, chosen, step } = session.read()
  if (step.is !== 'choosing' && step.is !== 'code') return
  const { fit, over } = judgeChosen(request, chosen)
  const typed = answersToSend(session.read(), { hasFiles: fit.length > 0 })
  const complaint = complaintOf(session, fit.length + typed.length)
  if (complaint !== null || over.length > 0) return session.set({ complaint, step: { is: 'choosing' } })
  session.set({ step: { is: 'planning' }, failure: null, complaint: null })
  try {
    const answers = await readyAnswers(session, typed)
    if (fit.length === 0) {
      const { receipt } = await call('sendAnswers', { body: { ...asWho(session), answers } })
      return arrived(session, '', { files: [], receipt })
    }
    const { plan, input } = await planChosen(session, fit, answers)
    await runSubmission(session, plan, input)
  } catch (error) {
    await turnToCode(session, error).catch((failure: unknown) => refused(session, failure))
  }
}

/** What is missing in the form, most important first. */
function complaintOf({ page, said, read }: SubmissionSession, files: number): Complaint | null {
  const { request } = read()
  if (files === 0) return 'files'
  const isKnown = page.user !== null || request.identity === 'hidden'
  if (!isKnown) {
    const mustSay = request.asks.length > 0
    if (request.asks.includes('name') && said.name.trim() === '') return 'name'
    if (mustSay && said.email.trim() === '') return 'email-missing'
    if (said.email.trim() !== '' && 'problem' in parseAddress(said.email)) return 'email-wrong'
  }
  return holdsLink(said.note) ? 'note-link' : null
}

async function planChosen(
  session: SubmissionSession,
  fit: readonly ChosenFile[],
  answers: readonly TypedAnswer[],
): Promise<{ plan: UploadPlan; input: UploadInput }> {
  const { sealing } = session.read().request
  const sealedFor = sealing?.publicKey ?? null
  const { manifest, ...input } = await makeReady(
    fit.map(({ source }) => source),
    sealedFor,
  )
  const files = manifest.map((file, nth) => ({ ...file, item: fit[nth]?.item ?? '' }))
  const { plan } = await call('planSubmission', {
    body: { ...asWho(session), files, answers: [...answers], sealedFor, effectiveType: effectiveType() },
  })
  return { plan, input }
}

/** The files' fingerprints: of the plain files, or of the sealed ones. */
async function makeReady(
  files: UploadInput['files'],
  sealedFor: string | null,
): Promise<UploadInput & { manifest: readonly ManifestFile[] }> {
  if (sealedFor === null) {
    const { fingerprintFiles } = await loadUploader()
    return { files, sealed: null, manifest: await fingerprintFiles(files) }
  }
  const { sealFiles } = await loadSealFiles()
  const sealed = await sealFiles(sealedFor, files)
  return { files, sealed, manifest: sealed.manifest }
}

/** An unproven address gets a code; any other failure passes on. */
async function turnToCode(session: SubmissionSession, error: unknown): Promise<void> {
  if (!(error instanceof Problem) || error.code !== 'sender-unproven') throw error
  await mailCode(session, 'send')
}

/** The form stays as it was, and says why. The page reads again what the server knows better. */
function refused(session: SubmissionSession, failure: unknown): void {
  session.set({ step: { is: 'choosing' }, failure })
  if (failure instanceof Problem) void refresh(session).catch(() => undefined)
}

/** A second request within seconds keeps the code that the server has just mailed, which stays valid. */
const FRESH_SECONDS = 2

/** Mails a code to the typed address, and waits for it. Throws the server's refusal. */
export async function mailCode(session: SubmissionSession, goal: 'send' | 'show'): Promise<void> {
  const email = session.said.email.trim()
  try {
    await call('requestSenderCode', { body: { email, lang: spokenLanguage() } })
  } catch (error) {
    const isFresh = error instanceof Problem && error.code === 'too-many-codes'
    if (!isFresh || Number(error.facts.retryAfterSeconds) > FRESH_SECONDS) throw error
  }
  session.set({ step: { is: 'code', email, goal }, failure: null })
}

/** Proves the address with the typed code, then continues the waiting action. Throws the refusal of the code. */
export async function confirmSupplierCode(session: SubmissionSession, typed: string): Promise<void> {
  const { step } = session.read()
  if (step.is !== 'code') return
  await call('confirmSenderCode', { body: { email: step.email, verifyId: typed } })
  session.set({ provenEmail: step.email })
  if (step.goal === 'send') return sendChosen(session)
  await refresh(session)
  session.set({ step: { is: 'choosing' } })
}

/** Proves the address before anything is sent, so that submissions begun elsewhere show. */
export async function proveFirst(session: SubmissionSession): Promise<void> {
  const { email } = session.said
  if (email.trim() === '') return session.set({ complaint: 'email-missing' })
  if ('problem' in parseAddress(email)) return session.set({ complaint: 'email-wrong' })
  await mailCode(session, 'show').catch((failure: unknown) => session.set({ failure }))
}
