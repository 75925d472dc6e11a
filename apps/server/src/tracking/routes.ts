import * as endpoints from '@waybill/contract/tracking'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { accountOf } from '../http/actor.ts'
import { bind } from '../http/bind.ts'
import { muteRoutes } from './mute-routes.ts'
import { readLedger } from './read-ledger.ts'

export function trackingRoutes(app: FastifyInstance, ctx: Context): void {
  muteRoutes(app, ctx)
  bind(app, endpoints.readLedger, ({ actor, params, query }) =>
    readLedger(ctx, accountOf(actor).id, params.transfer, query),
  )
}
