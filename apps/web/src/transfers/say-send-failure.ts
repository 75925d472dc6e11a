import { Problem } from '@waybill/contract/problems'
import { ConnectionError } from '../api/client.ts'
import { problemSentence } from '../api/problem-words.ts'
import { notify, SLOW_NETWORK_NOTICE_MS } from '../ui/notices.ts'
import { spokenLanguage } from '../words/language.tsx'
import { sendingWords } from '../words/sending.ts'
import { readQuickSend, setQuickSend } from './quick-send-state.ts'

/** Ends the waiting: the limit screen where a limit ended it, else the form as it was, and what happened is told. */
export function saySendFailure(error: unknown): void {
  const wasSending = readQuickSend().screen === 'sending'
  if (error instanceof Problem && (error.code === 'free-sends-used' || error.code === 'storage-full')) {
    return setQuickSend({ screen: 'limit', limit: error.code, progress: null })
  }
  setQuickSend({ screen: 'form', progress: null })
  sayFailure(error, wasSending)
}

/** Says what happened, what is kept and what to do. */
export function sayFailure(error: unknown, wasSending: boolean): void {
  const words = sendingWords[spokenLanguage()]
  if (isNamed(error, 'UploadCancelled')) return notify({ title: words.resumable })
  if (isNamed(error, 'UploadError')) return sayUploadError(error as Error & { code: string; place: { path?: string } })
  const text = wasSending ? words.resumable : undefined
  if (error instanceof Problem) {
    return notify({ title: problemSentence(spokenLanguage(), error.code, error.facts), text, tone: 'error' })
  }
  const isLine = error instanceof ConnectionError && !wasSending
  const title = isUnreadable(error) ? words.fileInUse : isLine ? words.noKey : words.noSend
  notify({ title, text, tone: 'error' })
}

/** The engine is loaded late; its errors are known by name. */
const isNamed = (error: unknown, name: string): error is Error => error instanceof Error && error.name === name

const isUnreadable = (error: unknown) => isNamed(error, 'NotFoundError') || isNamed(error, 'NotReadableError')

function sayUploadError({ code, place }: { code: string; place: { path?: string } }): void {
  const words = sendingWords[spokenLanguage()]
  const text = [place.path, words.resumable].filter(Boolean).join(' · ')
  if (code === 'file-unreadable') return notify({ title: words.fileInUse, text, tone: 'error' })
  if (code === 'file-changed') return notify({ title: words.fileChanged, text: place.path, tone: 'error' })
  notify({ title: words.connectionError, text: words.resumable, tone: 'error' })
}

/** The line is slow or keeps breaking; nothing is lost. */
export function sayRetrying(): void {
  const words = sendingWords[spokenLanguage()]
  notify({ title: words.slow, text: words.slowText, tone: 'warning', durationMs: SLOW_NETWORK_NOTICE_MS })
}
