import type { Problem } from '@waybill/contract/core/problems'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { eventOfRefusal, type Who } from '../security-log/security-events.ts'
import { knownWho, onBehalfOf } from '../security-log/security-scope.ts'
import { inTrace, readTraceparent } from '../trace.ts'
import { networkOf } from './proxies/network.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The account of the whole API key that the call presents, even where the key is refused; otherwise null. */
    keyHolder: Pick<Who, 'accountId' | 'address'> | null
  }
}

/**
 * From here on each call runs on behalf of its caller, so that the log attributes what it does to them, and in a trace
 * that its jobs and mails continue.
 */
export function onBehalfOfCallers(app: FastifyInstance, ctx: Pick<Context, 'security'>): void {
  app.decorateRequest('keyHolder', null)
  // Once the body is read: before that, the call does not share one asynchronous context with its handler.
  app.addHook('preHandler', (request, _reply, done) => {
    const trace = { requestId: request.id, traceparent: readTraceparent(request.headers.traceparent) }
    onBehalfOf({ log: ctx.security, who: whoAsks(request), route: routeOf(request) }, () => inTrace(trace, done))
  })
}

/** Records a refusal that concerns security in the security log. Most do not. */
export function noteRefusal(request: FastifyRequest, { code }: Pick<Problem, 'code'>): void {
  const event = eventOfRefusal(code, routeOf(request))
  if (event === null) return
  request.server.waybill.security.note({ ...whoAsks(request), ...knownWho(), ...event })
}

const routeOf = (request: FastifyRequest): string => request.routeOptions?.url ?? 'unknown'

/** A guard may refuse before the caller is known. */
function whoAsks(request: FastifyRequest): Who {
  const actor = request.actor as FastifyRequest['actor'] | null
  return {
    accountId: actor?.account?.id ?? request.keyHolder?.accountId,
    address: actor?.account?.email ?? request.keyHolder?.address,
    network: actor?.network ?? (request.ip ? networkOf(request.ip) : null),
    requestId: request.id,
  }
}
