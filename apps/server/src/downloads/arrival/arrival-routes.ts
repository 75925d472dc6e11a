import {
  followArrival as followArrivalEndpoint,
  readArrival as readArrivalEndpoint,
} from '@waybill/contract/downloads/arrival-endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { bind } from '../../platform/http/bind.ts'
import type { ArrivalFeed } from '../../uploads/index.ts'
import { ArrivalStreams } from './follow-arrival.ts'
import { readArrival } from './read-arrival.ts'

export function arrivalRoutes(app: FastifyInstance, ctx: Context, feed: ArrivalFeed): void {
  const streams = new ArrivalStreams(ctx, feed)
  app.addHook('preClose', async () => streams.end())
  bind(app, readArrivalEndpoint, ({ body, request }) => readArrival(ctx, body, request))
  bind(app, followArrivalEndpoint, async ({ query, request, reply }) => {
    await streams.follow({ link: query, request }, reply)
    return undefined
  })
}
