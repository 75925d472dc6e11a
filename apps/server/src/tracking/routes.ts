import * as endpoints from '@waybill/contract/tracking/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { accountOf } from '../platform/http/actor.ts'
import { bind } from '../platform/http/bind.ts'
import { muteRoutes } from './alerts/mute-routes.ts'
import { readLedger } from './read-ledger.ts'

export function trackingRoutes(app: FastifyInstance, ctx: Context): void {
  muteRoutes(app, ctx)
  bind(app, endpoints.readLedger, ({ actor, params, query }) =>
    readLedger(ctx, accountOf(actor).id, params.transfer, query),
  )
}
