import { Problem } from '@waybill/contract/problems'
import type { UploadPlan } from '@waybill/contract/uploads'
import type { Mismatch } from '@waybill/uploader/match-files'
import type { SourceFile } from '@waybill/uploader/upload'
import { call } from '../api/client.ts'
import { askProven } from '../download/prove-work.ts'
import { loadUploader } from '../transfers/load-uploader.ts'
import { isBeingSent } from '../transfers/upload-lock.ts'
import type { Desk } from './desk.tsx'
import { refresh, runBatch } from './run-batch.ts'

/** What taking up an unfinished batch has come to: it runs, another tab runs it, or its files must be picked again. */
export type TakenUp = { is: 'running' } | { is: 'elsewhere' } | { is: 'to-pick'; plan: UploadPlan }

/** Goes on with what was left half-way, with the files the browser still has. Called in a press: it may ask for leave. */
export async function takeUp(desk: Desk, upload: string): Promise<TakenUp> {
  if (await isBeingSent(upload)) return { is: 'elsewhere' }
  const { plan } = await resumed(desk, upload)
  const files = await keptFiles(upload)
  const { matchFiles } = await loadUploader()
  const { matched } = files ? await matchFiles(plan, files) : { matched: null }
  if (!matched) return { is: 'to-pick', plan }
  void runBatch(desk, plan, matched)
  return { is: 'running' }
}

async function keptFiles(upload: string): Promise<readonly SourceFile[] | null> {
  const { takeHandles } = await loadUploader()
  const handles = await takeHandles(upload).catch(() => null)
  if (handles === null) return null
  return 'files' in handles ? handles.files : handles.ask()
}

/** Goes on with files picked again. Answers what does not fit; when nothing is amiss the batch runs. */
export async function takeUpWith(
  desk: Desk,
  plan: UploadPlan,
  files: readonly SourceFile[],
): Promise<readonly Mismatch[]> {
  const { matchFiles } = await loadUploader()
  const { matched, mismatches } = await matchFiles(plan, files)
  if (matched) void runBatch(desk, plan, matched)
  return mismatches
}

/** Goes on with what this page has stopped, or the line has broken: its files are still in hand. */
export async function goOn(desk: Desk): Promise<void> {
  const { inHand } = desk
  if (inHand === null) return desk.set({ step: { is: 'choosing' } })
  try {
    const { plan } = await resumed(desk, inHand.upload)
    await runBatch(desk, plan, inHand.files)
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

/** Gives an unfinished batch up: what has arrived of it is removed. */
export async function giveUp(desk: Desk, upload: string): Promise<void> {
  const { plan } = await resumed(desk, upload)
  await call('abandonUpload', { params: { upload }, token: plan.token })
  const { dropHandles } = await loadUploader()
  await dropHandles(upload)
  await refresh(desk)
}

const resumed = (desk: Desk, upload: string) => askProven(() => call('resumeBatch', { body: { ...desk.link, upload } }))
