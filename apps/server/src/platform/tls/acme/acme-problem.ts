import type { AcmeAnswer } from './ask-directory.ts'

/** Why a certificate authority refuses (RFC 8555, 6.7), in its own words; or that its answer is not ACME. */
export class AcmeProblem extends Error {
  override readonly name = 'AcmeProblem'
  /** For example 'rateLimited'; null where the answer was not ACME's. */
  readonly kind: string | null
  /** The wait in seconds that it requests. */
  readonly retryAfterSeconds: number | null

  constructor(message: string, kind: string | null = null, retryAfterSeconds: number | null = null) {
    super(message)
    this.kind = kind
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const PREFIX = 'urn:ietf:params:acme:error:'
/** The limit of external text in our log. */
const MOST_CHARS = 500

interface ProblemDocument {
  type?: unknown
  detail?: unknown
  subproblems?: unknown
}

export function problemOf({ status, headers, body }: AcmeAnswer, url: string): AcmeProblem {
  const seconds = Number(headers['retry-after'])
  const retryAfter = Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : null
  return new AcmeProblem(`${url} answers ${status}: ${sentenceOf(body)}`, kindOf(body), retryAfter)
}

/** What the authority says about a failed order or challenge. */
export const sayWhy = (error: unknown): string => sentenceOf(error)

function sentenceOf(body: unknown): string {
  const { type, detail, subproblems } = (body ?? {}) as ProblemDocument
  const more = Array.isArray(subproblems) ? subproblems.map(sentenceOf) : []
  const own = [type, detail].filter((part) => typeof part === 'string').join(' ')
  return [own || 'no reason', ...more].join('; ').replaceAll(/\s+/g, ' ').slice(0, MOST_CHARS)
}

function kindOf(body: unknown): string | null {
  const { type } = (body ?? {}) as ProblemDocument
  return typeof type === 'string' && type.startsWith(PREFIX) ? type.slice(PREFIX.length) : null
}
