import { checkReturning as checkReturningEndpoint } from '@waybill/contract/identity/session-endpoints'
import {
  completeTransfer as completeTransferEndpoint,
  planTransfer as planTransferEndpoint,
  resumeTransfer as resumeTransferEndpoint,
} from '@waybill/contract/transfers/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { bind } from '../platform/http/bind.ts'
import { whenGone } from '../platform/http/connections/when-gone.ts'
import { checkReturning } from './expire/check-returning.ts'
import { ownTransferRoutes } from './manage/own-transfer-routes.ts'
import { completeTransfer } from './send/complete-transfer.ts'
import { planTransfer } from './send/plan-transfer.ts'
import { resumeTransfer } from './send/resume-transfer.ts'

export function transferRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, planTransferEndpoint, ({ actor, body, request }) =>
    planTransfer(ctx, actor, body, ctx.origins.uploadOrigins(request)),
  )
  bind(app, resumeTransferEndpoint, ({ actor, body, request }) =>
    resumeTransfer(ctx, actor, body.upload, ctx.origins.uploadOrigins(request)),
  )
  bind(app, completeTransferEndpoint, async ({ actor, body, request, reply }) => {
    const patience = { waitMs: body.waitMs ?? 0, gone: whenGone(reply), stay: request.stay }
    return { data: { ops: [await completeTransfer(ctx, actor, body, patience)] } }
  })
  ownTransferRoutes(app, ctx)
  bind(app, checkReturningEndpoint, ({ actor, request }) => checkReturning(ctx, actor, request.headers.lastvisit))
}
