import { STATUS_CODES } from 'node:http'
import { problems } from '@waybill/contract/core/problem-statuses'
import {
  Problem,
  type ProblemBody,
  type ProblemCode,
  type ProblemFacts,
  problemType,
} from '@waybill/contract/core/problems'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseAway } from '../database/is-database-away.ts'
import { noteRefusal } from './note-refusal.ts'
import { sendBusyPage } from './pages/busy-page.ts'
import { wantsPage } from './pages/wants-page.ts'

/** Our codes for Fastify's own refusals. */
const fastifyCodes: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body-too-large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'media-type-unsupported',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid-json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid-json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid-input',
  FST_ERR_BAD_URL: 'invalid-input',
  FST_ERR_MAX_PARAM_LENGTH: 'not-found',
  FST_ERR_ASYNC_CONSTRAINT: 'invalid-input',
}

/**
 * The only place that turns a thrown error into an answer. A bug becomes a numbered 500; only the log has its details.
 */
export function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = asProblem(error)
  noteRefusal(request, problem)
  if (request.routeOptions?.config.endpoint?.name === 'receivePart')
    request.server.waybill.metrics.notePartRefused(problem.code)
  // A restart causes this: nothing is broken that a stack could show.
  if (problem.code === 'stopping') request.log.info({ code: problem.code }, 'refused while stopping')
  // A flood causes this, and must not flood the log.
  else if (problems[problem.code] >= 500 && problem.code !== 'busy')
    request.log.error({ error, code: problem.code }, 'failed')
  else request.log.debug({ code: problem.code, facts: untyped(problem.facts) }, 'refused')
  return sendProblem(problem, request, reply)
}

/** The numbers of a refusal and our own field names: user input stays out of the log. */
function untyped(facts: ProblemFacts): ProblemFacts {
  const isOurs = ([name, value]: [string, unknown]) =>
    typeof value !== 'object' && (typeof value !== 'string' || name === 'where' || name === 'field')
  return Object.fromEntries(Object.entries(facts).filter(isOurs))
}

/** Headers of every answer, even one that no hook has seen. */
export const bareHeaders = [
  ['x-content-type-options', 'nosniff'],
  ['content-security-policy', "default-src 'none'; frame-ancestors 'none'"],
] as const

/** Sends `problem` as `application/problem+json`. */
export function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { code, facts } = problem
  const status = problems[code]
  const retryAfter = facts.retryAfterSeconds ?? (status === 503 ? 2 : undefined)
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  if (code === 'too-many-calls' && wantsPage(request)) return sendBusyPage(request, reply)
  // A malformed path is refused before any hook has set the common headers.
  for (const [name, value] of bareHeaders)
    if (!reply.hasHeader(name) && !reply.raw.hasHeader(name)) reply.header(name, value)
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .send(JSON.stringify({ ...problemBody(problem), requestId: request.id }))
}

/** The body of a refusal, without the request id. */
export function problemBody({ code, facts }: Problem): ProblemBody {
  const status = problems[code]
  return { type: problemType(code), title: STATUS_CODES[status] ?? 'Failed', status, code, facts }
}

export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  const code = fastifyCodes[(error as FastifyError)?.code ?? '']
  if (code) return new Problem(code, {}, { cause: error })
  if (error instanceof SyntaxError && (error as FastifyError).statusCode === 400) return new Problem('invalid-json')
  if (isDatabaseAway(error)) return new Problem('database-unavailable', {}, { cause: error })
  const status = (error as FastifyError)?.statusCode
  if (status !== undefined && status >= 400 && status < 500) return new Problem('invalid-input', {}, { cause: error })
  return new Problem('internal-error', {}, { cause: error })
}
