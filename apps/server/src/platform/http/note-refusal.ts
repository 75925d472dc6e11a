import type { Problem } from '@waybill/contract/core/problems'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { eventOfRefusal, type Who } from '../security-log/security-events.ts'
import { knownWho, onBehalfOf } from '../security-log/security-scope.ts'
import { networkOf } from './proxies/network.ts'

/** From here on each call works on behalf of who makes it, so that what it does can be noted as theirs. */
export function onBehalfOfCallers(app: FastifyInstance, ctx: Pick<Context, 'security'>): void {
  // Once the body is read: before, the call's work is not yet one thing with what its handler does.
  app.addHook('preHandler', (request, _reply, done) => {
    onBehalfOf({ log: ctx.security, who: whoAsks(request), route: routeOf(request) }, done)
  })
}

/** Puts a refusal that concerns safety into the security log. Most do not. */
export function noteRefusal(request: FastifyRequest, { code }: Pick<Problem, 'code'>): void {
  const event = eventOfRefusal(code, routeOf(request))
  if (event === null) return
  request.server.waybill.security.note({ ...whoAsks(request), ...knownWho(), ...event })
}

const routeOf = (request: FastifyRequest): string => request.routeOptions?.url ?? 'unknown'

/** A guard may refuse before it is known who asks. */
function whoAsks(request: FastifyRequest): Who {
  const actor = request.actor as FastifyRequest['actor'] | null
  return {
    accountId: actor?.account?.id,
    address: actor?.account?.email,
    network: actor?.network ?? (request.ip ? networkOf(request.ip) : null),
    requestId: request.id,
  }
}
