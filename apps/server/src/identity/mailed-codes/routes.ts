import * as endpoints from '@waybill/contract/identity/account-endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { bind } from '../../platform/http/bind.ts'
import { confirmSenderCode } from './confirm-sender-code.ts'
import { requestSenderCode } from './request-sender-code.ts'

export function mailedCodeRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, endpoints.requestSenderCode, (call) => requestSenderCode(ctx, call))
  bind(app, endpoints.confirmSenderCode, ({ body, request }) => confirmSenderCode(ctx, body, request))
}
