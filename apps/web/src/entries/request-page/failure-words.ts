import type { Language } from '@waybill/contract/core/fields'
import { Problem, type ProblemCode } from '@waybill/contract/core/problems'
import { failureSentence, problemSentence } from '../../shared/api/problem-words.ts'
import { answerWords } from './words/answer-words.ts'

/** The engine loads late; its errors are recognised by their fields. */
interface UploadFailure {
  code: string
  location?: { path?: string }
}

const engineWords = {
  en: {
    'file-changed': 'A file has changed since it was chosen. Remove it and choose it again:',
    'file-unreadable': 'Make sure your file is not in use',
    'connection-lost': 'Connection error',
  },
  zh: {
    'file-changed': '文件在选择之后有改动，请移除后重新选择：',
    'file-unreadable': '请确认没有其他程序占用此文件',
    'connection-lost': '连接出错',
  },
} satisfies Record<Language, Record<string, string>>

/** The sentence for anything that ended a submission, or kept it from beginning. */
export function failureWords(language: Language, failure: unknown): string {
  if (failure instanceof Problem) {
    const { code, facts } = failure
    return Object.keys(facts).length === 0
      ? (answerWords[language].refused[code] ?? problemSentence(language, code, facts))
      : problemSentence(language, code, facts)
  }
  if (!(failure instanceof Error)) return failureSentence(language, failure)
  if (failure.name === 'NotFoundError' || failure.name === 'NotReadableError') {
    return engineWords[language]['file-unreadable']
  }
  if (failure.name !== 'UploadError') return failureSentence(language, failure)
  const { code, location } = failure as unknown as UploadFailure
  if (code === 'file-changed' || code === 'file-unreadable') {
    return [engineWords[language][code], location?.path].filter(Boolean).join(' ')
  }
  // The fault of a part means nothing to a person: the page says that the connection failed.
  const isOwn = code !== 'connection-lost' && !code.startsWith('part-')
  return isOwn ? problemSentence(language, code as ProblemCode) : engineWords[language]['connection-lost']
}
