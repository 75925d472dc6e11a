import { redeemLifetimeCodes as redeemLifetimeCodesEndpoint } from '@waybill/contract/billing/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { bind } from '../platform/http/bind.ts'
import { redeemLifetimeCodes } from './redeem-lifetime-codes.ts'

export function billingRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, redeemLifetimeCodesEndpoint, ({ actor, body }) => redeemLifetimeCodes(ctx, actor, body))
}
