import { readHealth as healthEndpoint, readOpenapi } from '@waybill/contract/operating'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { bind } from './bind.ts'
import { readHealth } from './health.ts'
import { keepDocument, sendKept } from './kept-document.ts'
import { openapi } from './openapi.ts'

export const VERSION = '0.1.0'

export function operatingRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, healthEndpoint, async ({ reply }) => {
    const health = await readHealth(ctx, VERSION)
    if (health.status === 'failing') reply.code(503).send(health)
    return health
  })
  const document = keepDocument(Buffer.from(JSON.stringify(openapi(VERSION, ctx.origins.publicOrigin))))
  bind(app, readOpenapi, async ({ request, reply }) => {
    await sendKept(document, request, reply)
    return undefined
  })
}
