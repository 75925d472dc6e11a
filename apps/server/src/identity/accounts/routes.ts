import * as endpoints from '@waybill/contract/accounts'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { bind } from '../http/bind.ts'
import { confirmSenderCode } from './confirm-sender-code.ts'
import { locateVisitor } from './locate-visitor.ts'
import { requestSenderCode } from './request-sender-code.ts'

export function accountRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, endpoints.requestSenderCode, (call) => requestSenderCode(ctx, call))
  bind(app, endpoints.confirmSenderCode, ({ body, request }) => confirmSenderCode(ctx, body, request))
  bind(app, endpoints.locateVisitor, async ({ actor, reply }) => {
    reply.header('cache-control', 'private, no-store')
    return locateVisitor(ctx, actor)
  })
}
