import { problems } from '@waybill/contract/core/problem-statuses'
import { Problem } from '@waybill/contract/core/problems'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { Mismatch } from '@waybill/uploader/files/match-files'
import { isBeingSent } from '@waybill/uploader/session/upload-lock'
import type { SourceFile } from '@waybill/uploader/upload'
import { call } from '../../../shared/api/client.ts'
import { loadSealFiles } from '../../../shared/sealing/load-seal-files.ts'
import { loadUploader } from '../../../shared/upload/load-uploader.ts'
import type { SubmissionSession, UploadInput } from '../submission-session.tsx'
import { refresh, runSubmission } from './run-submission.ts'

/**
 * The result of resuming an unfinished submission: it runs, another tab runs it, or its files must be picked again.
 * 'not-here': it was sealed on another device, or this browser no longer has its seals, so it can only be sent again.
 */
export type TakenUp = { is: 'running' } | { is: 'elsewhere' | 'not-here' } | { is: 'to-pick'; plan: UploadPlan }

/**
 * Resumes an unfinished submission with the files that the browser still has. Call it in a click: it may ask for
 * permission.
 */
export async function takeUp(session: SubmissionSession, upload: string): Promise<TakenUp> {
  if (await isBeingSent(upload)) return { is: 'elsewhere' }
  const { plan } = await resumed(session, upload)
  if (isSealed(session) && !(await (await loadSealFiles()).isSealedHere(plan))) return { is: 'not-here' }
  const files = await keptFiles(upload)
  const found = files && (await findInput(session, plan, files))
  if (found?.is !== 'found') return { is: 'to-pick', plan }
  void runSubmission(session, plan, found.input)
  return { is: 'running' }
}

async function keptFiles(upload: string): Promise<readonly SourceFile[] | null> {
  const { takeHandles } = await loadUploader()
  const handles = await takeHandles(upload).catch(() => null)
  if (handles === null) return null
  return 'files' in handles ? handles.files : handles.ask()
}

type Found =
  | { is: 'found'; input: UploadInput }
  | { is: 'mismatch'; mismatches: readonly Mismatch[] }
  | { is: 'not-here' }

const isSealed = (session: SubmissionSession): boolean => session.read().request.sealing !== null

/** The planned files among those at hand, with their seals where they are sealed. */
async function findInput(session: SubmissionSession, plan: UploadPlan, files: readonly SourceFile[]): Promise<Found> {
  if (isSealed(session)) {
    const taken = await (await loadSealFiles()).takeUpSealed(plan, files)
    return taken.is === 'ready' ? { is: 'found', input: { files, sealed: taken.submission } } : taken
  }
  const { matchFiles } = await loadUploader()
  const { matched, mismatches } = await matchFiles(plan, files)
  return matched ? { is: 'found', input: { files: matched, sealed: null } } : { is: 'mismatch', mismatches }
}

/** Resumes with files picked again; the submission runs unless something is wrong with them. */
export async function takeUpWith(
  session: SubmissionSession,
  plan: UploadPlan,
  files: readonly SourceFile[],
): Promise<Found> {
  const found = await findInput(session, plan, files)
  if (found.is === 'found') void runSubmission(session, plan, found.input)
  return found
}

/** Resumes what this page or a broken connection has stopped: its files are still available. */
export async function goOn(session: SubmissionSession): Promise<void> {
  const { inHand } = session
  if (inHand === null) return session.set({ step: { is: 'choosing' } })
  try {
    const { plan } = await resumed(session, inHand.upload)
    await runSubmission(session, plan, inHand)
  } catch (failure) {
    const isOver = failure instanceof Problem && problems[failure.code] < 500
    if (isOver) {
      session.set({ step: { is: 'choosing' }, failure })
      await refresh(session).catch(() => undefined)
    } else session.set({ step: { is: 'halted', progress: null, error: failure } })
  }
}

/** Leaves the stopped submission among the unfinished ones, and shows the list again. */
export async function putAside(session: SubmissionSession): Promise<void> {
  session.inHand = null
  session.set({ step: { is: 'choosing' } })
  await refresh(session).catch(() => undefined)
}

/** Discards an unfinished submission: removes its arrived bytes. */
export async function giveUp(session: SubmissionSession, upload: string): Promise<void> {
  const { plan } = await resumed(session, upload)
  await call('abandonUpload', { params: { upload }, token: plan.token })
  const { dropHandles } = await loadUploader()
  await dropHandles(upload)
  if (isSealed(session)) await (await loadSealFiles()).forgetSealed(plan)
  await refresh(session)
}

const resumed = (session: SubmissionSession, upload: string) =>
  call('resumeSubmission', { body: { ...session.link, upload } })
