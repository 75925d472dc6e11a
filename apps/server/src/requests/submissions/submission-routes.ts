import * as endpoints from '@waybill/contract/requests/submission-endpoints'
import { proveSupplier as proveSupplierEndpoint } from '@waybill/contract/requests/supplier-endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { accountOf } from '../../platform/http/actor.ts'
import { bind } from '../../platform/http/bind.ts'
import type { Budget } from '../../platform/http/limits/rate-limits.ts'
import { paths } from '../../platform/links.ts'
import { answerRefusedForm, isForm, pageAfter, speakAsBefore } from '../public-page/answer-forms.ts'
import { answerPageRoutes } from '../public-page/answer-page.ts'
import { fetchSlotExample } from '../public-page/fetch-slot-example.ts'
import { openRequest } from '../public-page/open-request.ts'
import { proveSupplier } from '../public-page/prove-supplier.ts'
import { unlockRequest } from '../public-page/unlock-request.ts'
import { fetchInboxFiles } from '../review/fetch-inbox-files.ts'
import { listInbox, readBatch } from '../review/list-inbox.ts'
import { completeBatch } from './complete-batch.ts'
import { judgeSlot } from './judge-slot.ts'
import { planBatch } from './plan-batch.ts'
import { resumeBatch } from './resume-batch.ts'
import { sendSmallBatch } from './send-small-batch.ts'

const formsPerNetwork: Budget = { name: 'request-forms', points: 60, seconds: 3_600 }

export function inboxRoutes(app: FastifyInstance, ctx: Context): void {
  answerPageRoutes(app, ctx)
  void app.register(async (forms) => formRoutes(forms, ctx))
  bind(app, endpoints.openRequest, async ({ body, request }) => ({ request: await openRequest(ctx, body, request) }))
  bind(app, endpoints.planBatch, ({ body, request, reply }) =>
    planBatch(ctx, body, { request, reply, origins: ctx.origins.uploadOrigins(request) }),
  )
  bind(app, endpoints.resumeBatch, ({ body, request }) =>
    resumeBatch(ctx, body, request, ctx.origins.uploadOrigins(request)),
  )
  bind(app, endpoints.completeBatch, async ({ actor, body }) => ({ receipt: await completeBatch(ctx, actor, body) }))
  bind(app, endpoints.listInbox, ({ actor, query }) => listInbox(ctx, accountOf(actor).id, query))
  bind(app, endpoints.readBatch, ({ actor, params }) => readBatch(ctx, accountOf(actor).id, params.batch))
  bind(app, endpoints.judgeSlot, ({ actor, params, body }) => judgeSlot(ctx, accountOf(actor), params, body))
  bind(app, endpoints.fetchInboxFiles, ({ actor, params, body }) =>
    fetchInboxFiles(ctx, accountOf(actor).id, params.request, body.people ?? null),
  )
}

/** What the page's plain forms send too. */
function formRoutes(app: FastifyInstance, ctx: Context): void {
  app.setErrorHandler((error, request, reply) => answerRefusedForm(ctx, error, request, reply))
  app.addHook('preHandler', async (request) => speakAsBefore(request))
  bind(app, endpoints.unlockRequest, async (call) => {
    const answer = await unlockRequest(ctx, call)
    if (!isForm(call.request)) return answer
    const path = paths.request(call.body.slug, call.body.user || undefined)
    await call.reply.redirect(pageAfter(call.request, path), 303)
    return undefined
  })
  bind(app, proveSupplierEndpoint, async (call) => {
    const answer = await proveSupplier(ctx, call)
    if (!isForm(call.request)) return answer
    const path = paths.request(call.body.slug, call.body.user || undefined)
    const step: Record<string, string> = answer.next === 'code' ? { step: 'code' } : {}
    await call.reply.redirect(pageAfter(call.request, path, step), 303)
    return undefined
  })
  void app.register(async (files) => {
    // Before any of them is read.
    files.addHook('onRequest', async ({ actor }) => ctx.limits.spend(formsPerNetwork, actor.network))
    bind(files, endpoints.sendSmallBatch, ({ params, request, reply }) =>
      sendSmallBatch(ctx, params.slug, request, reply),
    )
  })
  bind(app, endpoints.fetchSlotExample, async ({ body, request, reply }) => {
    const example = await fetchSlotExample(ctx, body, request)
    if (!isForm(request)) return example
    await reply.redirect(example.url, 303)
    return undefined
  })
}
