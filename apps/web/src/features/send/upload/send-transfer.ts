import { isAnonymous } from '@waybill/contract/billing/plans'
import { Problem } from '@waybill/contract/core/problems'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { SourceFile } from '@waybill/uploader/upload'
import { call } from '../../../shared/api/client.ts'
import { accountNow } from '../../../shared/api/session.ts'
import { change } from '../../../shared/drafts/change-draft.ts'
import type { Draft } from '../../../shared/drafts/draft.ts'
import { readQuickSend, setQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { patiently } from '../../../shared/loading/line.ts'
import { effectiveType } from '../../../shared/upload/effective-type.ts'
import { loadUploader } from '../../../shared/upload/load-uploader.ts'
import { spokenLanguage } from '../../../shared/words/language.tsx'
import { runUpload } from './run-upload.ts'
import { saySendFailure } from './say-send-failure.ts'
import { type TransferDetails, transferDetailsOf } from './transfer-details.ts'

const RESEND_LOCK_SECONDS = 2

/** Sends the draft: judged and planned by the server, proven by a code where it asks for one, uploaded, saved. */
export async function send(signal?: AbortSignal): Promise<void> {
  takeTypedRecipient()
  const { draft } = readQuickSend()
  const details = transferDetailsOf(draft)
  const files = draft.files.map(({ source }) => source)
  setQuickSend({ isPlanning: true })
  try {
    const plan = await planUpload(draft, details, files, signal)
    setQuickSend({ envelope: draft })
    await runUpload(plan, files, details, () => change({ kind: 'start-over', sent: draft }))
  } catch (error) {
    if (!signal?.aborted) await turnToCode(error, signal).catch((last) => signal?.aborted || saySendFailure(last))
  } finally {
    setQuickSend({ isPlanning: false })
  }
}

/** Who presses Send behind an address that is still text means it as a recipient. */
function takeTypedRecipient(): void {
  const { recipientText } = readQuickSend().draft
  if (recipientText.trim() !== '') change({ kind: 'add-recipients', text: recipientText })
}

async function planUpload(
  draft: Draft,
  details: TransferDetails,
  files: readonly SourceFile[],
  signal?: AbortSignal,
): Promise<UploadPlan> {
  const { fingerprintFiles } = await patiently(loadUploader, signal)
  const manifest = await fingerprintFiles(files)
  const forwarded = draft.forwarded.map(({ id, path, bytes }) => ({ fileName: path, size: bytes, newPath: id }))
  // Signed out while the files were read, an account's draft does not go as a visitor's under the account's address.
  if (!isAnonymous(draft.role) && accountNow() === null) throw new Problem('signed-out')
  const body = { ...details, files: manifest, forwarded, effectiveType: effectiveType() }
  const { plan } = await patiently(() => call('planTransfer', { body, signal }), signal)
  return plan
}

/** An unproven sender is asked for a code; any other failure goes on to be told. */
async function turnToCode(error: unknown, signal?: AbortSignal): Promise<void> {
  if (!(error instanceof Problem) || error.code !== 'sender-unproven') throw error
  await patiently(() => requestCode(signal), signal).catch(keepFreshCode)
  setQuickSend({ screen: 'code' })
}

/** Asked again within seconds, the server keeps to the code it has just mailed: that one is still good. */
function keepFreshCode(error: unknown): void {
  const isFresh = error instanceof Problem && error.code === 'too-many-codes'
  if (!isFresh || Number(error.facts.retryAfterSeconds) > RESEND_LOCK_SECONDS) throw error
}

/** Mails a new code to the sender's address; the old one is no longer good. */
export async function requestCode(signal?: AbortSignal): Promise<void> {
  const { senderEmail } = readQuickSend().draft
  await call('requestSenderCode', { body: { email: senderEmail, lang: spokenLanguage() }, signal })
}

/** Proves the sender's address with the typed code, then goes on sending. Throws what the code is refused with. */
export async function confirmCodeAndSend(typed: string): Promise<void> {
  const { senderEmail } = readQuickSend().draft
  await call('confirmSenderCode', { body: { email: senderEmail, verifyId: typed } })
  await send()
}
