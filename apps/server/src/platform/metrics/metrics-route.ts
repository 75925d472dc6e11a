import { timingSafeEqual } from 'node:crypto'
import { Problem } from '@waybill/contract/core/problems'
import { readMetrics } from '@waybill/contract/operating/endpoints'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { bind } from '../http/bind.ts'
import { isDirect } from '../http/operating/operator-caller.ts'
import { hashToken } from '../ids.ts'
import { watchPlatform } from './watch-platform.ts'

/**
 * Whether a scraper asks that may: with `METRICS_TOKEN` and any Host, because Prometheus asks by the address of each
 * process; or from this machine by one of its own names, without a proxy in between.
 */
export function isScrape({ config }: Pick<Context, 'config'>, request: FastifyRequest): boolean {
  if (request.routeOptions.url !== readMetrics.path) return false
  if (isDirect(request)) return true
  const [, token] = /^Bearer (\S{1,300})$/.exec(request.headers.authorization ?? '') ?? []
  if (config.metricsToken === null || token === undefined) return false
  return timingSafeEqual(hashToken(token), hashToken(config.metricsToken))
}

/** For everybody else there is nothing here. */
export function metricsRoute(app: FastifyInstance, ctx: Context): void {
  watchPlatform(ctx)
  bind(app, readMetrics, async ({ request, reply }) => {
    if (!isScrape(ctx, request)) throw new Problem('not-found')
    await reply.type(ctx.metrics.contentType).send(await ctx.metrics.text())
    return undefined
  })
}
