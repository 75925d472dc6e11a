import type { LineHint, UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { Ahead, UploadSession } from '@waybill/uploader/session/upload-session'
import type { SourceFile, UploadProgress } from '@waybill/uploader/upload'
import { call } from '../../../shared/api/client.ts'
import { accountNow } from '../../../shared/api/session.ts'
import { readQuickSend, setQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { forgetRecordings } from '../../../shared/recording/kept-recordings.ts'
import { forgetShares } from '../../../shared/sharing/taken-shares.ts'
import { keep } from '../../../shared/storage/kept.ts'
import { openUploadSession } from '../../../shared/upload/open-upload-session.ts'
import { rememberSend } from './remembered.ts'
import { saveTransfer } from './save-transfer.ts'
import { sayRetrying } from './say-send-failure.ts'
import type { TransferDetails } from './transfer-details.ts'

let session: UploadSession<void> | null = null

/** Stops the running upload; what has arrived is kept for 7 days. */
export const cancelSending = (): void => session?.pause()

/**
 * Sends the missing bytes of the plan, then saves the transfer and shows that it is sent; one that was sent while it
 * uploads becomes whole. `details` null: as the server has them. Calls `onSaved` on saving, before that shows. Rejects
 * with the error that ended it; the server keeps the arrived bytes for 7 days.
 */
export async function runUpload(
  plan: UploadPlan,
  files: readonly SourceFile[],
  details: TransferDetails | null,
  onSaved?: () => void,
): Promise<void> {
  const { upload } = plan
  const complete = async (token: string, line: LineHint | null, ahead?: Ahead) => {
    const saved = await saveTransfer({ upload, token, ...details, ...(line && { line }) }, ahead)
    keep('upload', null)
    if (!accountNow() && !readQuickSend().arriving) rememberSend(saved)
    onSaved?.()
    setQuickSend({ screen: 'done', saved, progress: null, unfinished: null })
    void forgetRecordings(files)
    void forgetShares()
  }
  session = await openUploadSession(plan, {
    files,
    onProgress: progressShown(),
    resume: async () => (await call('resumeTransfer', { body: { upload } })).plan,
    complete: (token, line) => complete(token, line),
    completeAhead: (token, line, ahead) => complete(token, line, ahead),
  })
  keep('upload', upload)
  setQuickSend({ region: plan.region ?? null })
  await session.run()
}

/** Failed tries in a row after which the page says that the connection is slow. */
const WARNED_AT_TRIES = [5, 10]

function progressShown(): (progress: UploadProgress) => void {
  let tries = 0
  return (progress) => {
    if (WARNED_AT_TRIES.some((due) => tries < due && progress.tries >= due)) sayRetrying()
    tries = progress.tries
    setQuickSend({ screen: 'sending', progress })
  }
}
