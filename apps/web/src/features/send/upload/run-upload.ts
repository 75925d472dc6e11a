import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { UploadSession } from '@waybill/uploader/session/upload-session'
import type { SourceFile, UploadProgress } from '@waybill/uploader/upload'
import { call } from '../../../shared/api/client.ts'
import { accountNow, refreshAccount } from '../../../shared/api/session.ts'
import { setQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { patiently } from '../../../shared/loading/line.ts'
import { keep } from '../../../shared/storage/kept.ts'
import { openUploadSession } from '../../../shared/upload/open-upload-session.ts'
import { spokenLanguage } from '../../../shared/words/language.tsx'
import { rememberSend } from './remembered.ts'
import { sayRetrying } from './say-send-failure.ts'
import type { TransferDetails } from './transfer-details.ts'

let session: UploadSession<void> | null = null

/** Stops the running upload; what has arrived is kept for 7 days. */
export const cancelSending = (): void => session?.pause()

/**
 * Sends what of the plan's bytes is missing, then saves the transfer and shows that it is sent. `details` null: as the
 * server kept them. `onSaved` is called as it is saved, before that shows. Rejects with what ended it; what has arrived
 * is kept for 7 days.
 */
export async function runUpload(
  plan: UploadPlan,
  files: readonly SourceFile[],
  details: TransferDetails | null,
  onSaved?: () => void,
): Promise<void> {
  const { upload } = plan
  session = await openUploadSession(plan, {
    files,
    onProgress: progressShown(),
    resume: async () => (await call('resumeTransfer', { body: { upload } })).plan,
    complete: (token) => save({ upload, token, lang: spokenLanguage(), ...details }, onSaved),
  })
  keep('upload', upload)
  await session.run()
}

/** Failed tries in a row at which the visitor is told that the line is slow. */
const WARNED_AT_TRIES = [5, 10]

function progressShown(): (progress: UploadProgress) => void {
  let tries = 0
  return (progress) => {
    if (WARNED_AT_TRIES.some((due) => tries < due && progress.tries >= due)) sayRetrying()
    tries = progress.tries
    setQuickSend({ screen: 'sending', progress })
  }
}

type Completion = { upload: string; token: string } & Partial<TransferDetails>

async function save(body: Completion, onSaved?: () => void): Promise<void> {
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
