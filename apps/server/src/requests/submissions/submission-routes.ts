import {
  listSealedAnswers as listSealedAnswersEndpoint,
  sendAnswers as sendAnswersEndpoint,
} from '@waybill/contract/requests/answer-endpoints'
import * as endpoints from '@waybill/contract/requests/submission-endpoints'
import { proveSupplier as proveSupplierEndpoint } from '@waybill/contract/requests/supplier-proof-endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { accountOf } from '../../platform/http/actor.ts'
import { bind } from '../../platform/http/bind.ts'
import type { Budget } from '../../platform/http/limits/rate-limits.ts'
import { paths } from '../../platform/links.ts'
import { asRequester } from '../manage/as-requester.ts'
import { answerRefusedForm, isAnswerForm, pageAfter, speakAsBefore } from '../public-page/answer-forms.ts'
import { answerPageRoutes } from '../public-page/answer-page.ts'
import { fetchItemExample } from '../public-page/fetch-item-example.ts'
import { openRequest } from '../public-page/open-request.ts'
import { proveSupplier } from '../public-page/prove-supplier.ts'
import { unlockRequest } from '../public-page/unlock-request.ts'
import { fetchInboxFiles } from '../review/fetch-inbox-files.ts'
import { listInbox, readSubmission } from '../review/list-inbox.ts'
import { listSealedAnswers } from '../sealing/list-sealed-answers.ts'
import { completeSubmission } from './complete-submission.ts'
import { judgeItem } from './judge-item.ts'
import { planSubmission } from './plan-submission.ts'
import { resumeSubmission } from './resume-submission.ts'
import { sendAnswers } from './send-answers.ts'
import { sendSmallSubmission } from './send-small-submission.ts'

const formsPerNetwork: Budget = { name: 'request-forms', points: 60, seconds: 3_600 }

export function inboxRoutes(app: FastifyInstance, ctx: Context): void {
  answerPageRoutes(app, ctx)
  void app.register(async (forms) => formRoutes(forms, ctx))
  bind(app, endpoints.openRequest, async ({ body, request }) => ({ request: await openRequest(ctx, body, request) }))
  bind(app, endpoints.planSubmission, ({ body, request, reply }) =>
    planSubmission(ctx, body, { request, reply, origins: ctx.origins.uploadOrigins(request) }),
  )
  bind(app, sendAnswersEndpoint, ({ body, request, reply }) => sendAnswers(ctx, body, { request, reply }))
  bind(app, endpoints.resumeSubmission, ({ body, request }) =>
    resumeSubmission(ctx, body, request, ctx.origins.uploadOrigins(request)),
  )
  bind(app, endpoints.completeSubmission, async ({ actor, body }) => ({
    receipt: await completeSubmission(ctx, actor, body),
  }))
  bind(app, endpoints.listInbox, ({ actor, query }) => listInbox(ctx, accountOf(actor).id, query))
  bind(app, listSealedAnswersEndpoint, ({ actor, params, query }) =>
    listSealedAnswers(ctx, accountOf(actor).id, params.request, query),
  )
  bind(app, endpoints.readSubmission, ({ actor, params }) =>
    readSubmission(ctx, accountOf(actor).id, params.submission),
  )
  bind(app, endpoints.judgeItem, ({ actor, params, body }) =>
    asRequester(ctx, actor, params.request, (as) => judgeItem(ctx, as, params, body)),
  )
  bind(app, endpoints.fetchInboxFiles, ({ actor, params, body }) =>
    fetchInboxFiles(ctx, accountOf(actor), params.request, body),
  )
}

/** The calls that the page's plain forms send too. */
function formRoutes(app: FastifyInstance, ctx: Context): void {
  app.setErrorHandler((error, request, reply) => answerRefusedForm(ctx, error, request, reply))
  app.addHook('preHandler', async (request) => speakAsBefore(request))
  bind(app, endpoints.unlockRequest, async (call) => {
    const answer = await unlockRequest(ctx, call)
    if (!isAnswerForm(call.request)) return answer
    const path = paths.request(call.body.slug, call.body.user || undefined)
    await call.reply.redirect(pageAfter(call.request, path), 303)
    return undefined
  })
  bind(app, proveSupplierEndpoint, async (call) => {
    const answer = await proveSupplier(ctx, call)
    if (!isAnswerForm(call.request)) return answer
    const path = paths.request(call.body.slug, call.body.user || undefined)
    const step: Record<string, string> = answer.next === 'code' ? { step: 'code' } : {}
    await call.reply.redirect(pageAfter(call.request, path, step), 303)
    return undefined
  })
  void app.register(async (files) => {
    // Before any of them is read.
    files.addHook('onRequest', async ({ actor }) => ctx.limits.spend(formsPerNetwork, actor.network))
    bind(files, endpoints.sendSmallSubmission, ({ params, request, reply }) =>
      sendSmallSubmission(ctx, params.slug, request, reply),
    )
  })
  bind(app, endpoints.fetchItemExample, async ({ body, request, reply }) => {
    const example = await fetchItemExample(ctx, body, request)
    if (!isAnswerForm(request)) return example
    await reply.redirect(example.url, 303)
    return undefined
  })
}
