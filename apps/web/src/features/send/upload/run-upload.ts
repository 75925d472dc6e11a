import { Problem } from '@waybill/contract/core/problems'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { SourceFile, Upload } from '@waybill/uploader/upload'
import { call } from '../../../shared/api/client.ts'
import { accountNow, refreshAccount } from '../../../shared/api/session.ts'
import { setQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { patiently } from '../../../shared/loading/line.ts'
import { keep } from '../../../shared/storage/kept.ts'
import { effectiveType } from '../../../shared/upload/effective-type.ts'
import { loadUploader } from '../../../shared/upload/load-uploader.ts'
import { type OwnUploadApi, uploadApi } from '../../../shared/upload/upload-api.ts'
import { holdingUpload } from '../../../shared/upload/upload-lock.ts'
import { spokenLanguage } from '../../../shared/words/language.tsx'
import { rememberSend } from './remembered.ts'
import { sayRetrying } from './say-send-failure.ts'
import type { TransferDetails } from './transfer-details.ts'

/**
 * Sends what of the plan's bytes is missing, then saves the transfer and shows that it is sent. `details` null: as the
 * server kept it. `onSaved` is called as it is saved, before that shows. Rejects with what ended it; what has arrived
 * is kept for 7 days.
 */
export async function runUpload(
  plan: UploadPlan,
  files: readonly SourceFile[],
  details: TransferDetails | null,
  onSaved?: () => void,
): Promise<void> {
  const { keepHandles, dropHandles } = await loadUploader()
  keep('upload', plan.upload)
  void keepHandles(plan.upload, files)
  await holdingUpload(plan.upload, async () => {
    const api = uploadApi(plan)
    await sendBytes(plan, files, api)
    await save(plan.upload, api, details, onSaved).catch(async (error: unknown) => {
      if (!(error instanceof Problem) || error.code !== 'upload-incomplete') throw error
      await sendBytes(await api.readUpload(), files, api)
      await save(plan.upload, api, details, onSaved)
    })
  })
  await dropHandles(plan.upload)
}

/** Failed tries in a row at which the visitor is told that the line is slow. */
const WARNED_AT_TRIES = [5, 10]

let running: Upload | null = null

/** Stops the running upload; what has arrived is kept for 7 days. */
export function cancelSending(): void {
  running?.cancel()
}

async function sendBytes(plan: UploadPlan, files: readonly SourceFile[], api: OwnUploadApi): Promise<void> {
  const { startUpload } = await loadUploader()
  const run = startUpload({ plan, files, api, effectiveType: effectiveType() })
  running = run
  setQuickSend({ screen: 'sending', progress: run.state() })
  let tries = 0
  const stop = run.subscribe((progress) => {
    if (WARNED_AT_TRIES.some((due) => tries < due && progress.tries >= due)) sayRetrying()
    tries = progress.tries
    setQuickSend({ progress })
  })
  try {
    await run.finished
  } finally {
    stop()
    running = null
  }
}

async function save(
  upload: string,
  api: OwnUploadApi,
  details: TransferDetails | null,
  onSaved?: () => void,
): Promise<void> {
  const body = { upload, token: api.token(), lang: spokenLanguage(), ...details }
  // The bytes are all there: the save waits for the line as long as it takes. It is made once, however often it is
  // asked.
  const { data } = await patiently(() => call('completeTransfer', { body, onRetry: sayRetrying }))
  const [saved] = data.ops
  if (!saved) throw new Error('The server saved a transfer without saying which')
  keep('upload', null)
  if (accountNow()) void refreshAccount().catch(() => undefined)
  else rememberSend(saved)
  onSaved?.()
  setQuickSend({ screen: 'done', saved, progress: null, unfinished: null })
}
