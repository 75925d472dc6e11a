import type { problems } from './problem-statuses.ts'

export type ProblemCode = keyof typeof problems

export type ProblemFacts = Record<string, string | number | boolean | null | Array<string | number>>

/** The `type` of a problem in an answer. */
export const problemType = (code: ProblemCode): string => `urn:waybill:problem:${code}`

/** The body of every failed answer. `detail` is English, for API users; the web has its own words. */
export interface ProblemBody {
  type: string
  title: string
  status: number
  code: ProblemCode
  facts: ProblemFacts
  requestId?: string
}

/**
 * The one error that a use case throws for a caller's mistake or something that a caller must know; any other thrown
 * error is a bug.
 */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly facts: ProblemFacts

  constructor(code: ProblemCode, facts: ProblemFacts = {}, options?: ErrorOptions) {
    super(`${code} ${JSON.stringify(facts)}`, options)
    this.code = code
    this.facts = facts
  }
}

/** Codes of temporary failures; for the others the same call gets the same answer. */
export const temporaryProblems: ReadonlySet<ProblemCode> = new Set([
  'still-working',
  'too-many-calls',
  'internal-error',
  'store-unavailable',
  'database-unavailable',
  'payments-unavailable',
  'stopping',
])
