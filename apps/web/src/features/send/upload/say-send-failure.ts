import { standingCodes } from '@waybill/contract/billing/standing'
import { problems } from '@waybill/contract/core/problem-statuses'
import { Problem, type ProblemCode } from '@waybill/contract/core/problems'
import { formatBytes } from '@waybill/contract/core/sizes'
import { ConnectionError } from '../../../shared/api/client.ts'
import { problemSentence } from '../../../shared/api/problem-words.ts'
import { accountNow, refreshAccount } from '../../../shared/api/session.ts'
import { invalidateLinkHold } from '../../../shared/billing/link-hold.tsx'
import { linkHoldWords } from '../../../shared/billing/words/link-hold-words.ts'
import { readQuickSend, setQuickSend } from '../../../shared/drafts/quick-send-state.ts'
import { type Notice, notify, SLOW_NETWORK_NOTICE_MS } from '../../../shared/ui/page/notices.ts'
import { sendingWords } from '../../../shared/upload/words/sending-words.ts'
import { spokenLanguage } from '../../../shared/words/language.tsx'
import { standingOf } from '../standing/standing-of.ts'

/** Ends the waiting: shows the limit screen where a limit ended it, else the form as it was, and says what happened. */
export function saySendFailure(error: unknown): void {
  const wasSending = readQuickSend().screen === 'sending'
  const account = accountNow()
  if (!account && error instanceof Problem && (error.code === 'free-sends-used' || error.code === 'storage-full')) {
    setQuickSend({ screen: 'limit', limit: error.code, progress: null })
    return
  }
  setQuickSend({ screen: 'form', progress: null })
  if (account && error instanceof Problem && standingCodes.some((code) => code === error.code)) void sayStanding(error)
  else sayFailure(error, wasSending)
}

/** The account's current state shows what it may not do; the rest is said here. */
async function sayStanding(refusal: Problem): Promise<void> {
  await refreshAccount().catch(() => undefined)
  const account = accountNow()
  if (account && standingOf(account) === null) sayFailure(refusal, false)
}

/** Says what happened, what is kept and what to do. What happened also stays in the form. */
export function sayFailure(error: unknown, wasSending: boolean): void {
  // The engine loads late; its errors are recognised by name.
  if (isNamed(error, 'UploadCancelled')) {
    notify({ title: sendingWords[spokenLanguage()].resumable })
    return
  }
  if (isHeldByLinks(error)) void invalidateLinkHold()
  const failure = failureOf(error, wasSending)
  setQuickSend({ failure })
  notify({ ...failure, tone: 'error' })
}

function failureOf(error: unknown, wasSending: boolean): Pick<Notice, 'title' | 'text' | 'refusal'> {
  if (isNamed(error, 'UploadError')) return uploadErrorWords(error as UploadErrorShape)
  const title = titleFor(error, wasSending)
  if (isHeldByLinks(error)) return { title, text: heldText(error) }
  const text = wasSending ? sendingWords[spokenLanguage()].resumable : undefined
  return { title, text, refusal: refusalOf(error) }
}

/** Uploads of strangers through links hold the missing storage. */
const isHeldByLinks = (error: unknown): error is Problem =>
  error instanceof Problem && error.code === 'storage-full' && error.facts.linkUploads !== undefined

function heldText({ facts }: Problem): string {
  const language = spokenLanguage()
  return linkHoldWords[language].held(Number(facts.linkUploads), formatBytes(Number(facts.linkBytes), language))
}

interface UploadErrorShape {
  code: string
  location: { path?: string }
}

function uploadErrorWords({ code, location }: UploadErrorShape): { title: string; text: string | undefined } {
  const words = sendingWords[spokenLanguage()]
  if (code === 'file-changed') return { title: words.fileChanged, text: location.path }
  if (code === 'file-unreadable') {
    return { title: words.fileInUse, text: [location.path, words.resumable].filter(Boolean).join(' · ') }
  }
  if (isProblemCode(code) && !ofOnePart(code))
    return { title: problemSentence(spokenLanguage(), code), text: undefined }
  return { title: words.connectionError, text: words.resumable }
}

const isProblemCode = (code: string): code is ProblemCode => Object.hasOwn(problems, code)

/** The fault of a part means nothing to a person: the page says that the connection failed. */
const ofOnePart = (code: string) => code.startsWith('part-')

function titleFor(error: unknown, wasSending: boolean): string {
  const words = sendingWords[spokenLanguage()]
  if (error instanceof Problem) return problemSentence(spokenLanguage(), error.code, error.facts)
  if (isNamed(error, 'NotFoundError') || isNamed(error, 'NotReadableError')) return words.fileInUse
  return error instanceof ConnectionError && !wasSending ? words.noKey : words.noSend
}

const refusalOf = (error: unknown) => (error instanceof Problem ? error : undefined)

const isNamed = (error: unknown, name: string) => error instanceof Error && error.name === name

/** The connection is slow or keeps breaking; nothing is lost. */
export function sayRetrying(): void {
  const words = sendingWords[spokenLanguage()]
  notify({ title: words.slow, text: words.slowText, tone: 'warning', durationMs: SLOW_NETWORK_NOTICE_MS })
}
