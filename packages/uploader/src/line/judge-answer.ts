/** What the answer to a part means for the upload. Pure. */
import type { ProblemBody, ProblemCode } from '@waybill/contract/core/problems'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import type { PartAnswer } from '../transport/environment.ts'

export interface Verdict {
  is:
    | 'acknowledged'
    /** A failed request like any other: try again. */
    | 'failed'
    /** The credentials are no longer valid. */
    | 'refused'
    /** Another sender has or had this range: ask what the server has. */
    | 'overtaken'
    | 'too-large'
    | 'too-slow'
    /** This origin is not ours. */
    | 'wrong-origin'
    /** No retry will help. */
    | 'final'
  code: ProblemCode | null
  requestId: string | null
  retryAfterMs: number | null
  /** The largest accepted part, where the answer says so. */
  maxBytes: number | null
}

const meanings: Partial<Record<ProblemCode, Verdict['is']>> = {
  'upload-token-wrong': 'refused',
  'part-conflict': 'overtaken',
  'part-superseded': 'overtaken',
  'part-too-large': 'too-large',
  'body-too-large': 'too-large',
  'part-too-slow': 'too-slow',
  'wrong-host': 'wrong-origin',
  'cross-site': 'wrong-origin',
  'upload-not-found': 'final',
  'upload-closed': 'final',
  'disk-full': 'final',
  'storage-full': 'final',
}

/** Codes after which no retry helps, also from the upload's own calls. */
export function isFinal(code: string | null): code is ProblemCode {
  return code !== null && meanings[code as ProblemCode] === 'final'
}

/** `sent` is what a 200 must echo: a captive portal's page is no acknowledgement. */
export function judgeAnswer(
  answer: PartAnswer,
  transport: UploadPlan['transport'],
  sent: { offset: number; bytes: number; crc32: number },
): Verdict {
  const body = answer.text.startsWith('{') ? parse(answer.text) : null
  const verdict = (is: Verdict['is'], code: ProblemCode | null = null): Verdict => ({
    is,
    code,
    requestId: typeof body?.requestId === 'string' ? body.requestId : null,
    retryAfterMs: retryAfterMs(answer.retryAfter),
    maxBytes: typeof body?.facts?.maxBytes === 'number' ? body.facts.maxBytes : null,
  })
  if (answer.status >= 200 && answer.status < 300) {
    const isOurs = body?.offset === sent.offset && body.bytes === sent.bytes && body.crc32 === sent.crc32
    return verdict(transport === 'presigned' || isOurs ? 'acknowledged' : 'failed')
  }
  if (typeof body?.code === 'string') return verdict(meanings[body.code] ?? 'failed', body.code)
  if (answer.status === 413) return verdict('too-large')
  return verdict(answer.status === 401 || answer.status === 403 ? 'refused' : 'failed')
}

type AnyBody = Partial<ProblemBody> & { offset?: unknown; bytes?: unknown; crc32?: unknown }

function parse(text: string): AnyBody | null {
  try {
    return JSON.parse(text) as AnyBody
  } catch {
    return null
  }
}

/** Only the form in seconds; at most a minute, whatever it says. */
function retryAfterMs(header: string | null): number | null {
  if (header === null || !/^\d+$/.test(header)) return null
  return Math.min(60_000, Number(header) * 1_000)
}
