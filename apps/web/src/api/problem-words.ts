import type { Language } from '@waybill/contract/fields'
import { Problem, type ProblemCode, type ProblemFacts } from '@waybill/contract/problems'
import { problemSentences as en } from '../words/en/problems.ts'
import { problemSentences as zh } from '../words/zh/problems.ts'

const sentences = { en, zh }
const unreachable = {
  en: 'We cannot be reached. Check your connection and try again.',
  zh: '连不上服务。请检查网络后再试。',
}

/** The sentence a person reads for a problem, in their language. */
export function problemSentence(language: Language, code: ProblemCode, facts: ProblemFacts = {}): string {
  const sentence = sentences[language][code]
  return typeof sentence === 'string' ? sentence : sentence(facts)
}

/** The sentence for anything a call has thrown. */
export function failureSentence(language: Language, error: unknown): string {
  if (error instanceof Problem) return problemSentence(language, error.code, error.facts)
  return unreachable[language]
}
