import type { Language } from '@waybill/contract/core/fields'
import { Problem } from '@waybill/contract/core/problems'
import { formatBytes } from '@waybill/contract/core/sizes'
import { SealingError } from '@waybill/sealing/sealing-error'
import { ConnectionError } from '../api/client.ts'
import { failureSentence } from '../api/problem-words.ts'
import { MEMORY_LIMIT_BYTES, TooLargeToSave } from './save-target.ts'
import { sealingWords } from './words/sealing-words.ts'

/** The sentence for any error of unlocking or opening; null where the person stopped it themselves. */
export function sealingFailure(language: Language, error: unknown): string | null {
  const words = sealingWords[language]
  if (error instanceof SealingError) return words.failure[error.code]
  if (error instanceof TooLargeToSave) return words.tooLarge(formatBytes(MEMORY_LIMIT_BYTES, language))
  if (error instanceof Problem || error instanceof ConnectionError) return failureSentence(language, error)
  const name = error instanceof Error || error instanceof DOMException ? error.name : ''
  if (name === 'AbortError') return null
  if (name === 'QuotaExceededError') return words.noRoom
  return error instanceof DOMException ? words.notWritten : words.broken
}
