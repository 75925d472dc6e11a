import * as endpoints from '@waybill/contract/tracking/analytics-endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { accountOf } from '../../platform/http/actor.ts'
import { bind } from '../../platform/http/bind.ts'
import { exportAnalytics } from './export-analytics.ts'
import { readAnalytics } from './read-analytics.ts'
import { readOverview } from './read-overview.ts'

export function analyticsRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, endpoints.readOverview, ({ actor }) => readOverview(ctx, accountOf(actor)))
  bind(app, endpoints.readAnalytics, ({ actor, query }) => readAnalytics(ctx, accountOf(actor), query))
  bind(app, endpoints.exportAnalytics, ({ actor, query, reply }) =>
    exportAnalytics(ctx, accountOf(actor), query, reply),
  )
}
