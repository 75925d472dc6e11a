import { isAnonymous } from '@waybill/contract/billing/plans'
import { Problem } from '@waybill/contract/core/problems'
import type { SourceFile } from '@waybill/uploader/upload'
import { call } from '../../../shared/api/client.ts'
import { accountNow } from '../../../shared/api/session.ts'
import { change } from '../../../shared/drafts/change-draft.ts'
import type { Draft } from '../../../shared/drafts/draft.ts'
import { readQuickSend, setQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { patiently } from '../../../shared/loading/line.ts'
import { dockMessages } from '../../../shared/ui/page/docked-messages.ts'
import { notify } from '../../../shared/ui/page/notices.ts'
import { effectiveType } from '../../../shared/upload/effective-type.ts'
import { loadUploader } from '../../../shared/upload/load-uploader.ts'
import { spokenLanguage } from '../../../shared/words/language.tsx'
import { arrivingWords } from '../screens/words/arriving-words.ts'
import { raceRoutes } from './race-routes.ts'
import { runUpload } from './run-upload.ts'
import { sendAhead } from './save-transfer.ts'
import { saySendFailure } from './say-send-failure.ts'
import { stayUnfinished } from './take-up.ts'
import { chosenOptionsOf, type TransferDetails, transferDetailsOf } from './transfer-details.ts'

const RESEND_LOCK_SECONDS = 2

/**
 * Sends the draft: checked and planned by the server, proven by a code where the server requires one, uploaded, saved.
 * What is sent while it uploads is saved first, and once more at the end.
 */
export async function send(signal?: AbortSignal): Promise<void> {
  dockMessages()
  takeTypedRecipient()
  const { draft } = readQuickSend()
  const details = transferDetailsOf(draft)
  const files = draft.files.map(({ source }) => source)
  setQuickSend({ isPlanning: true })
  try {
    const { plan, arriving } = await planUpload(draft, details, files, signal)
    setQuickSend({ envelope: draft, arriving: null })
    if (arriving) sayAlreadySent(arriving.slug, draft)
    else if (draft.options.whileUploading) await sendAhead(plan, details, draft)
    if (readQuickSend().arriving) return await runUpload(plan, files, null).catch(stayUnfinished)
    await runUpload(plan, files, details, () => change({ kind: 'start-over', sent: draft }))
  } catch (error) {
    if (!signal?.aborted) await turnToCode(error, signal).catch((last) => signal?.aborted || saySendFailure(last))
  } finally {
    setQuickSend({ isPlanning: false })
  }
}

/** A typed address without a chip counts as a recipient when the user presses Send. */
function takeTypedRecipient(): void {
  const { recipientText } = readQuickSend().draft
  if (recipientText.trim() !== '') change({ kind: 'add-recipients', text: recipientText })
}

async function planUpload(draft: Draft, details: TransferDetails, files: readonly SourceFile[], signal?: AbortSignal) {
  const { fingerprintFiles } = await patiently(loadUploader, signal)
  const manifest = await fingerprintFiles(files)
  const forwarded = draft.forwarded.map(({ id, path, bytes }) => ({ fileName: path, size: bytes, newPath: id }))
  // If the user signs out while files are being read, the account's draft must not go as a visitor's under the
  // account's address.
  if (!isAnonymous(draft.role) && accountNow() === null) throw new Problem('signed-out')
  // Files of an account go to the region of its workspace.
  const region = isAnonymous(draft.role) ? await raceRoutes() : null
  const about = { effectiveType: effectiveType(), ...(region && { region }) }
  const body = { ...details, ...chosenOptionsOf(draft), files: manifest, forwarded, ...about }
  return patiently(() => call('planTransfer', { body, signal }), signal)
}

/**
 * The same files were sent while they upload: this upload goes on, for those to whom they were sent. Whether by link is
 * said at its end.
 */
function sayAlreadySent(slug: string, draft: Draft): void {
  const { title, text } = arrivingWords[spokenLanguage()].already(slug)
  notify({ title, text })
  change({ kind: 'start-over', sent: draft })
  setQuickSend({ screen: 'sending', progress: null, arriving: { slug, link: null } })
}

/** An unproven sender must enter a code; any other failure passes on. */
async function turnToCode(error: unknown, signal?: AbortSignal): Promise<void> {
  if (!(error instanceof Problem) || error.code !== 'sender-unproven') throw error
  await patiently(() => requestCode(signal), signal).catch(keepFreshCode)
  setQuickSend({ screen: 'code' })
}

/** A second request within seconds keeps the code that the server has just mailed, which stays valid. */
function keepFreshCode(error: unknown): void {
  const isFresh = error instanceof Problem && error.code === 'too-many-codes'
  if (!isFresh || Number(error.facts.retryAfterSeconds) > RESEND_LOCK_SECONDS) throw error
}

/** Mails a new code to the sender's address; the old one is no longer valid. */
export async function requestCode(signal?: AbortSignal): Promise<void> {
  const { senderEmail } = readQuickSend().draft
  const { origins } = await call('requestSenderCode', { body: { email: senderEmail, lang: spokenLanguage() }, signal })
  // Connections open while the code is typed. Nothing depends on it.
  void loadUploader()
    .then(({ warmUp }) => warmUp(origins))
    .catch(() => undefined)
}

/** Proves the sender's address with the typed code, then continues sending. Throws the refusal of the code. */
export async function confirmCodeAndSend(typed: string): Promise<void> {
  const { senderEmail } = readQuickSend().draft
  await call('confirmSenderCode', { body: { email: senderEmail, verifyId: typed } })
  await send()
}
