/** What every refusal must contain, whatever the call. */
import { problems } from '@waybill/contract/core/problem-statuses'
import type { ProblemBody, ProblemCode } from '@waybill/contract/core/problems'

export interface Told {
  status: number
  type: string
  text: string
  /** The target of a redirect. */
  location?: string | null
}

/** A stack, one of our paths or a database error: nothing of the kind belongs in an answer. */
const INSIDES = /\bnode_modules\b|\.ts:\d+|\bat [\w.<>]+ \(|\bsyntax error at or near\b|\binvalid byte sequence\b/

/**
 * Why the answer is not sound, or null: no failure of ours, and every refusal a problem of the closed list with its
 * status. `expected` are codes of ours (5xx) that the case really causes.
 */
export function faultOf({ status, type, text }: Told, expected: readonly ProblemCode[] = []): string | null {
  if (status < 200) return `an answer with status ${status}`
  if (status < 400) return null
  if (!type.startsWith('application/problem+json')) return `${status} as ${type || 'nothing'}: ${text.slice(0, 200)}`
  const problem = parsed(text)
  if (problem === null) return `${status} with a body that is no problem: ${text.slice(0, 200)}`
  if (problems[problem.code] !== status || problem.status !== status) return `${status} for ${text.slice(0, 200)}`
  if (INSIDES.test(text)) return `it tells of its insides: ${text.slice(0, 300)}`
  if (status >= 500 && !expected.includes(problem.code)) return `a failure: ${text.slice(0, 300)}`
  return null
}

function parsed(text: string): ProblemBody | null {
  try {
    const body = JSON.parse(text)
    return typeof body?.code === 'string' && typeof body.title === 'string' && body.facts !== null ? body : null
  } catch {
    return null
  }
}

export async function toldBy(response: Response): Promise<Told> {
  const { status, headers } = response
  return {
    status,
    type: headers.get('content-type') ?? '',
    text: await response.text(),
    location: headers.get('location'),
  }
}

/** The code of a refusal; undefined for any other answer. */
export const codeOf = ({ status, text }: Told): ProblemCode | undefined =>
  status < 400 ? undefined : parsed(text)?.code

/** A value in a test's title: ASCII, on one line, short. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : (JSON.stringify(value) ?? String(value))
  // Some values are a megabyte long.
  const start = text.slice(0, 91)
  const ascii = start.replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return ascii.length > 90 ? `${ascii.slice(0, 70)}… (${text.length})` : ascii
}
