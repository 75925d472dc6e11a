import * as endpoints from '@waybill/contract/identity/account-endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { bind } from '../../platform/http/bind.ts'
import { confirmSenderCode } from './confirm-sender-code.ts'
import { requestSenderCode } from './request-sender-code.ts'

export function mailedCodeRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, endpoints.requestSenderCode, async (call) => {
    const isOurs = ctx.stores.named.some(({ storage }) => storage.kind === 'disk')
    const origins = isOurs ? ctx.origins.uploadOrigins(call.request) : []
    return { ...(await requestSenderCode(ctx, call)), origins }
  })
  bind(app, endpoints.confirmSenderCode, ({ body, request }) => confirmSenderCode(ctx, body, request))
}
