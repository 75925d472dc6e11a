import { Problem } from '@waybill/contract/core/problems'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { Mismatch } from '@waybill/uploader/files/match-files'
import type { SourceFile } from '@waybill/uploader/upload'
import { call } from '../../../shared/api/client.ts'
import { loadSealFiles } from '../../../shared/sealing/load-seal-files.ts'
import { loadUploader } from '../../../shared/upload/load-uploader.ts'
import { isBeingSent } from '../../../shared/upload/upload-lock.ts'
import type { Brought, Desk } from '../desk.tsx'
import { refresh, runSubmission } from './run-submission.ts'

/**
 * What taking up an unfinished submission has come to: it runs, another tab runs it, or its files must be picked again.
 * 'not-here': it was sealed on another device, or this browser keeps its seals no more, and it can only be sent anew.
 */
export type TakenUp = { is: 'running' } | { is: 'elsewhere' | 'not-here' } | { is: 'to-pick'; plan: UploadPlan }

/** Goes on with what was left half-way, with the files the browser still has. Called in a press: it may ask for leave. */
export async function takeUp(desk: Desk, upload: string): Promise<TakenUp> {
  if (await isBeingSent(upload)) return { is: 'elsewhere' }
  const { plan } = await resumed(desk, upload)
  if (isSealed(desk) && !(await (await loadSealFiles()).isSealedHere(plan))) return { is: 'not-here' }
  const files = await keptFiles(upload)
  const found = files && (await findBrought(desk, plan, files))
  if (found?.is !== 'found') return { is: 'to-pick', plan }
  void runSubmission(desk, plan, found.brought)
  return { is: 'running' }
}

async function keptFiles(upload: string): Promise<readonly SourceFile[] | null> {
  const { takeHandles } = await loadUploader()
  const handles = await takeHandles(upload).catch(() => null)
  if (handles === null) return null
  return 'files' in handles ? handles.files : handles.ask()
}

type Found =
  | { is: 'found'; brought: Brought }
  | { is: 'mismatch'; mismatches: readonly Mismatch[] }
  | { is: 'not-here' }

const isSealed = (desk: Desk): boolean => desk.read().request.sealing !== null

/** The planned files among those at hand, with their seals where they are sealed. */
async function findBrought(desk: Desk, plan: UploadPlan, files: readonly SourceFile[]): Promise<Found> {
  if (isSealed(desk)) {
    const taken = await (await loadSealFiles()).takeUpSealed(plan, files)
    return taken.is === 'ready' ? { is: 'found', brought: { files, sealed: taken.submission } } : taken
  }
  const { matchFiles } = await loadUploader()
  const { matched, mismatches } = await matchFiles(plan, files)
  return matched ? { is: 'found', brought: { files: matched, sealed: null } } : { is: 'mismatch', mismatches }
}

/** Goes on with files picked again; unless something of them is amiss the submission runs. */
export async function takeUpWith(desk: Desk, plan: UploadPlan, files: readonly SourceFile[]): Promise<Found> {
  const found = await findBrought(desk, plan, files)
  if (found.is === 'found') void runSubmission(desk, plan, found.brought)
  return found
}

/** Goes on with what this page has stopped, or the line has broken: its files are still in hand. */
export async function goOn(desk: Desk): Promise<void> {
  const { inHand } = desk
  if (inHand === null) return desk.set({ step: { is: 'choosing' } })
  try {
    const { plan } = await resumed(desk, inHand.upload)
    await runSubmission(desk, plan, inHand)
  } catch (failure) {
    const isOver = failure instanceof Problem && failure.status < 500
    if (isOver) {
      desk.set({ step: { is: 'choosing' }, failure })
      await refresh(desk).catch(() => undefined)
    } else desk.set({ step: { is: 'halted', progress: null, error: failure } })
  }
}

/** Leaves what was stopped among what is unfinished, and shows the list again. */
export async function putAside(desk: Desk): Promise<void> {
  desk.inHand = null
  desk.set({ step: { is: 'choosing' } })
  await refresh(desk).catch(() => undefined)
}

/** Gives an unfinished submission up: what has arrived of it is removed. */
export async function giveUp(desk: Desk, upload: string): Promise<void> {
  const { plan } = await resumed(desk, upload)
  await call('abandonUpload', { params: { upload }, token: plan.token })
  const { dropHandles } = await loadUploader()
  await dropHandles(upload)
  if (isSealed(desk)) await (await loadSealFiles()).forgetSealed(plan)
  await refresh(desk)
}

const resumed = (desk: Desk, upload: string) => call('resumeSubmission', { body: { ...desk.link, upload } })
