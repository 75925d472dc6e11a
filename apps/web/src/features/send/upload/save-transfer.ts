import type { SavedTransfer } from '@waybill/contract/transfers/endpoints'
import type { LineHint, UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { Ahead } from '@waybill/uploader/session/upload-session'
import { call } from '../../../shared/api/client.ts'
import { accountNow, refreshAccount } from '../../../shared/api/session.ts'
import { change } from '../../../shared/drafts/change-draft.ts'
import type { Draft } from '../../../shared/drafts/draft.ts'
import { type ArrivingSend, setQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { patiently } from '../../../shared/loading/line.ts'
import { keep } from '../../../shared/storage/kept.ts'
import { spokenLanguage } from '../../../shared/words/language.tsx'
import { rememberSend } from './remembered.ts'
import { sayRetrying } from './say-send-failure.ts'
import type { TransferDetails } from './transfer-details.ts'

type Completion = { upload: string; token: string; line?: LineHint; whileUploading?: true } & Partial<TransferDetails>

/**
 * Asks the server to save the transfer. It waits for the connection as long as it takes; the save happens once, however
 * often it is asked for. Rejects with what the server refuses it with.
 */
export async function saveTransfer(typed: Completion, ahead?: Ahead): Promise<SavedTransfer> {
  const { waitMs, signal } = ahead ?? {}
  const body = { ...typed, lang: spokenLanguage(), ...(waitMs !== undefined && { waitMs }) }
  const { data } = await patiently(() => call('completeTransfer', { body, signal, onRetry: sayRetrying }), signal)
  const [saved] = data.ops
  if (!saved) throw new Error('The server saved a transfer without saying which')
  if (accountNow()) void refreshAccount().catch(() => undefined)
  return saved
}

/**
 * Sends the draft before its files are uploaded, and shows that it is sent. The upload still has to bring them, and
 * then to save it once more. Rejects as `saveTransfer`; the draft is untouched then.
 */
export async function sendAhead(plan: UploadPlan, details: TransferDetails, draft: Draft): Promise<void> {
  const { upload, token } = plan
  const saved = await saveTransfer({ upload, token, ...details, whileUploading: true })
  // From here on a reload of the page finds the upload.
  keep('upload', upload)
  if (!accountNow()) rememberSend(saved)
  change({ kind: 'start-over', sent: draft })
  setQuickSend({ screen: 'sending', progress: null, arriving: arrivingSendOf(saved) })
}

interface SentSoFar {
  slug: string
  sendAs: 'email' | 'link'
  customURL?: string | undefined
}

export const arrivingSendOf = ({ slug, sendAs, customURL }: SentSoFar): ArrivingSend => ({
  slug,
  link: sendAs === 'link' ? (customURL ?? `${location.origin}/w/${slug}`) : null,
})
