import type { Language } from '@waybill/contract/core/fields'
import { Problem, type ProblemCode, type ProblemFacts } from '@waybill/contract/core/problems'
import { problemsPack } from '../words/packs/problems-pack.ts'
import { bringPacks, tableIn } from '../words/packs.ts'
import type { Sentence } from '../words/problems/on-page-problem.ts'

const PATIENCE_MS = 5_000

const unreachable = {
  en: 'We cannot be reached. Check your connection and try again.',
  zh: '无法连接服务，请检查网络后重试。',
}

const tables = ['onPageProblems', 'supplierProblems', 'problemSentences'] as const

function sentenceIn(language: Language, name: (typeof tables)[number], code: ProblemCode): Sentence | undefined {
  return tableIn<Partial<Record<ProblemCode, Sentence>>>(language, name)?.[code]
}

/** The sentence a person reads for a problem, in their language. */
export function problemSentence(language: Language, code: ProblemCode, facts: ProblemFacts = {}): string {
  const sentence = tables.map((name) => sentenceIn(language, name, code)).find(Boolean) ?? unreachable[language]
  return typeof sentence === 'string' ? sentence : sentence(facts)
}

/** The sentence for any error of a call. */
export function failureSentence(language: Language, error: unknown): string {
  if (error instanceof Problem) return problemSentence(language, error.code, error.facts)
  return unreachable[language]
}

/**
 * Resolves when the words for the server's answers are loaded, or after five seconds. They load at the first touch, and
 * a call that is refused before then waits for them. Never rejects.
 */
export async function problemWordsReady(language: Language): Promise<void> {
  if (tableIn(language, 'problemSentences')) return
  const patience = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))
  await Promise.race([bringPacks(language, [problemsPack]).catch(() => undefined), patience])
}
