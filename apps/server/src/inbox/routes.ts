import * as endpoints from '@waybill/contract/inbox'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { accountOf } from '../http/actor.ts'
import { bind } from '../http/bind.ts'
import { requestPath } from '../requests/index.ts'
import { completeBatch } from './complete-batch.ts'
import { fetchInboxFiles } from './fetch-inbox-files.ts'
import { fetchSlotExample } from './fetch-slot-example.ts'
import { judgeSlot } from './judge-slot.ts'
import { listInbox, readBatch } from './list-inbox.ts'
import { openRequest } from './open-request.ts'
import { planBatch } from './plan-batch.ts'
import { resumeBatch } from './resume-batch.ts'
import { sendSmallBatch } from './send-small-batch.ts'
import { unlockRequest } from './unlock-request.ts'

export function inboxRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, endpoints.openRequest, async ({ body, request }) => ({ request: await openRequest(ctx, body, request) }))
  bind(app, endpoints.unlockRequest, async (call) => {
    const answer = await unlockRequest(ctx, call)
    if (!/form-urlencoded/.test(call.request.headers['content-type'] ?? '')) return answer
    await call.reply.redirect(requestPath(call.body.slug, call.body.user || undefined), 303)
    return undefined
  })
  bind(app, endpoints.planBatch, ({ body, request, reply }) =>
    planBatch(ctx, body, { request, reply, origins: ctx.origins.uploadOrigins(request) }),
  )
  bind(app, endpoints.resumeBatch, ({ body, request }) =>
    resumeBatch(ctx, body, request, ctx.origins.uploadOrigins(request)),
  )
  bind(app, endpoints.completeBatch, async ({ actor, body }) => ({ receipt: await completeBatch(ctx, actor, body) }))
  bind(app, endpoints.sendSmallBatch, ({ params, request, reply }) => sendSmallBatch(ctx, params.slug, request, reply))
  bind(app, endpoints.fetchSlotExample, ({ body, request }) => fetchSlotExample(ctx, body, request))
  bind(app, endpoints.listInbox, ({ actor, query }) => listInbox(ctx, accountOf(actor).id, query))
  bind(app, endpoints.readBatch, ({ actor, params }) => readBatch(ctx, accountOf(actor).id, params.batch))
  bind(app, endpoints.judgeSlot, ({ actor, params, body }) => judgeSlot(ctx, accountOf(actor), params, body))
  bind(app, endpoints.fetchInboxFiles, ({ actor, params, body }) =>
    fetchInboxFiles(ctx, accountOf(actor).id, params.request, body.people ?? null),
  )
}
