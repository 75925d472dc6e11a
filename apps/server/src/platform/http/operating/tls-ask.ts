import { Problem } from '@waybill/contract/core/problems'
import { answerTlsQuestion } from '@waybill/contract/operating/endpoints'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { bind } from '../bind.ts'
import { isDirect } from './operator-caller.ts'

/** A proxy on this machine asks by its address, so its Host header names none of our hosts. */
export const isTlsQuestion = (request: FastifyRequest): boolean =>
  request.routeOptions.url === answerTlsQuestion.path && isDirect(request)

/**
 * Whether a proxy on this machine may order a certificate for a name: only for a host that DNS proves. From the database
 * alone, so that it answers at once.
 */
export function tlsAskRoute(app: FastifyInstance, { customHosts, config }: Context): void {
  bind(app, answerTlsQuestion, async ({ query, request }) => {
    if (!isDirect(request)) throw new Problem('not-found')
    const name = query.domain.toLowerCase()
    const isOwn = name === config.publicUrl.hostname || name === config.contentUrl?.hostname
    if (!isOwn && !(await customHosts.isProven(name))) throw new Problem('not-found')
    return { domain: name }
  })
}
