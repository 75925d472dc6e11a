import { Problem } from '@waybill/contract/core/problems'
import type { FastifyRequest } from 'fastify'
import { actorOf } from '../actor.ts'
import { guardContentType } from './content-types.ts'

/** Whether the call is one of the operator's desk. */
export const isForOperators = (request: FastifyRequest): boolean =>
  request.routeOptions.config.endpoint?.auth === 'operator'

/**
 * The only place that decides who may use the operator's desk. For everybody but operators its calls are unknown paths:
 * `app.ts` gives both to the same function, after the same steps, so that neither the answer nor its time tells them
 * apart. The standing comes from the account's live row: it ends at once where the command line, a suspension or the
 * account's deletion ends it. Ask this once the caller is known.
 */
export const isHidden = (request: FastifyRequest): boolean =>
  isForOperators(request) && (actorOf(request).account?.operator ?? 'no') === 'no'

/**
 * What an operator's call must fulfil, before its body is read.
 *
 * @throws Problem 'second-factor-required'; 'media-type-unsupported'
 */
export function judgeOperatorCall(request: FastifyRequest): void {
  if (!isForOperators(request) || isHidden(request)) return
  if (actorOf(request).account?.operator !== 'yes') throw new Problem('second-factor-required')
  guardContentType(request)
}
