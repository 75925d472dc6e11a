import { problems } from '@waybill/contract/core/problem-statuses'
import { Problem } from '@waybill/contract/core/problems'
import { isBeingSent } from '@waybill/uploader/session/upload-lock'
import type { SourceFile } from '@waybill/uploader/upload'
import { call } from '../../../shared/api/client.ts'
import { readQuickSend, setQuickSend, type Unfinished } from '../../../shared/drafts/quick-send-state.ts'
import { keep, readKept } from '../../../shared/storage/kept.ts'
import { loadUploader } from '../../../shared/upload/load-uploader.ts'
import { runUpload } from './run-upload.ts'
import { arrivingSendOf } from './save-transfer.ts'
import { saySendFailure } from './say-send-failure.ts'

export type { Mismatch } from '@waybill/uploader/files/match-files'

let looking: Promise<void> | null = null

/** Asks the server for this browser's unfinished upload, and shows it; else the form. */
export function lookForUnfinished(): Promise<void> {
  looking ??= look().finally(() => {
    looking = null
  })
  return looking
}

async function look(): Promise<void> {
  const upload = readKept('upload')
  try {
    if (upload === null || (await isBeingSent(upload))) return showForm()
    const { draft, plan, arriving } = await call('resumeTransfer', { body: { upload } })
    const { takeHandles } = await loadUploader()
    const handles = await takeHandles(upload)
    if (readQuickSend().screen === 'unfinished') setQuickSend({ unfinished: { draft, plan, handles, arriving } })
  } catch (error) {
    if (error instanceof Problem) keep('upload', null)
    if (readQuickSend().screen !== 'unfinished') return
    if (error instanceof Problem && problems[error.code] < 500) showForm()
    else saySendFailure(error)
  }
}

const showForm = () => setQuickSend({ screen: 'form', unfinished: null, failure: null })

/**
 * Resumes with the files that the browser still has. False where they are gone, or the visitor does not permit reading
 * them.
 */
export async function resumeWithHandles({ handles, ...unfinished }: Unfinished): Promise<boolean> {
  if (!handles) return false
  const files = 'files' in handles ? handles.files : await handles.ask()
  if (!files) return false
  return (await resumeWithFiles(unfinished, files)).length === 0
}

/** Resumes with files picked again. Returns what does not match; when everything does, the upload runs. */
export async function resumeWithFiles(
  { plan, draft, arriving }: Omit<Unfinished, 'handles'>,
  files: readonly SourceFile[],
) {
  const { matchFiles } = await loadUploader()
  const { matched, mismatches } = await matchFiles(plan, files)
  if (matched) {
    setQuickSend({
      envelope: { senderEmail: draft.senderEmail, emailTo: draft.emailTo.map(({ email }) => email) },
      arriving: arriving ? arrivingSendOf({ slug: arriving.slug, sendAs: draft.sendAs }) : null,
    })
    void runUpload(plan, matched, null).catch(stayUnfinished)
  }
  return mismatches
}

/** Says what ended the upload, and offers to go on. More bytes have arrived since: asks for the plan again. */
export function stayUnfinished(error: unknown): void {
  saySendFailure(error)
  if (readQuickSend().screen !== 'form') return
  setQuickSend({ screen: 'unfinished', unfinished: null })
  void lookForUnfinished()
}

/** Discards the unfinished upload: removes its bytes, and empties the form. */
export async function giveUpUnfinished(): Promise<void> {
  const { unfinished } = readQuickSend()
  const upload = readKept('upload')
  keep('upload', null)
  showForm()
  if (upload === null) return
  const { dropHandles } = await loadUploader()
  await dropHandles(upload)
  // What cannot be removed now expires by itself after seven days.
  if (unfinished)
    await call('abandonUpload', { params: { upload }, token: unfinished.plan.token }).catch(() => undefined)
}
