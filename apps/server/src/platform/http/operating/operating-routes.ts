import { readHealth as healthEndpoint, readOpenapi, readReadiness } from '@waybill/contract/operating/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context.ts'
import { bind } from '../bind.ts'
import { type KeptDocument, keepDocument, sendKept } from '../pages/kept-document.ts'
import { listFindings, makeHealth, readWarnings } from './health.ts'
import { openapi } from './openapi.ts'
import { isDirect, showsOperatorToken } from './operator-caller.ts'

export const VERSION = '0.1.0'

export function operatingRoutes(app: FastifyInstance, ctx: Context): void {
  const readHealth = makeHealth(ctx)
  bind(app, healthEndpoint, async ({ request, reply }) => {
    const { status, ...details } = await readHealth()
    const isOurs = isDirect(request) || showsOperatorToken(ctx, request)
    const health = isOurs
      ? { status, version: VERSION, ...details, warnings: await readWarnings(ctx), findings: listFindings(ctx) }
      : { status }
    if (status === 'failing') reply.code(503).send(health)
    return health
  })
  bind(app, readReadiness, async ({ reply }) => {
    if (ctx.readiness.isReady) return { status: 'ready' as const }
    reply.code(503).send({ status: 'stopping' })
    return { status: 'stopping' as const }
  })
  // Made for its first reader: every start, and every test app, would spend half of its time on it.
  let document: KeptDocument | null = null
  bind(app, readOpenapi, async ({ request, reply }) => {
    document ??= keepDocument(Buffer.from(JSON.stringify(openapi(VERSION, ctx.origins.publicOrigin))))
    await sendKept(document, request, reply)
    return undefined
  })
}
