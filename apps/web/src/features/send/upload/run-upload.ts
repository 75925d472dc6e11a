import type { LineHint, UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { Ahead, UploadSession } from '@waybill/uploader/session/upload-session'
import type { SourceFile, UploadProgress } from '@waybill/uploader/upload'
import { call } from '../../../shared/api/client.ts'
import { accountNow, refreshAccount } from '../../../shared/api/session.ts'
import { setQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { patiently } from '../../../shared/loading/line.ts'
import { forgetRecordings } from '../../../shared/recording/kept-recordings.ts'
import { forgetShares } from '../../../shared/sharing/taken-shares.ts'
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
 * Sends the missing bytes of the plan, then saves the transfer and shows that it is sent. `letter` null: as the server
 * has it. Calls `onSaved` on saving, before that shows. Rejects with the error that ended it; the server keeps the
 * arrived bytes for 7 days.
 */
export async function runUpload(
  plan: UploadPlan,
  files: readonly SourceFile[],
  details: TransferDetails | null,
  onSaved?: () => void,
): Promise<void> {
  const { upload } = plan
  const complete = async (token: string, line: LineHint | null, ahead?: Ahead) => {
    await save({ upload, token, lang: spokenLanguage(), ...details, ...(line && { line }) }, { onSaved, ahead })
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

type Completion = { upload: string; token: string; line?: LineHint } & Partial<TransferDetails>

interface SaveOptions {
  onSaved: (() => void) | undefined
  ahead: Ahead | undefined
}

async function save(typed: Completion, { onSaved, ahead }: SaveOptions): Promise<void> {
  const { waitMs, signal } = ahead ?? {}
  const body = { ...typed, ...(waitMs !== undefined && { waitMs }) }
  // All bytes have arrived, or are on their way: the save waits for the connection as long as it takes. It happens once,
  // however often it is asked.
  const { data } = await patiently(() => call('completeTransfer', { body, signal, onRetry: sayRetrying }), signal)
  const [saved] = data.ops
  if (!saved) throw new Error('The server saved a transfer without saying which')
  keep('upload', null)
  if (accountNow()) void refreshAccount().catch(() => undefined)
  else rememberSend(saved)
  onSaved?.()
  setQuickSend({ screen: 'done', saved, progress: null, unfinished: null })
}
