import * as endpoints from '@waybill/contract/notifications/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { accountOf } from '../platform/http/actor.ts'
import { bind } from '../platform/http/bind.ts'
import { deleteNotification } from './delete-notification.ts'
import { LiveStreams, makeLiveTicket } from './follow-live.ts'
import { listNotifications } from './list-notifications.ts'
import { LiveHub } from './live-hub.ts'

export function notificationRoutes(app: FastifyInstance, ctx: Context): void {
  const hub = new LiveHub(ctx)
  const streams = new LiveStreams(ctx, hub)
  ctx.metrics.watch({ name: 'waybill_live_streams', help: 'Open live streams of dashboards' }, () => [
    { value: streams.count },
  ])
  app.addHook('preClose', async () => streams.end())
  app.addHook('onClose', () => hub.close())

  bind(app, endpoints.listNotifications, ({ actor, body }) =>
    listNotifications(ctx, accountOf(actor, body.userid).id, body),
  )
  bind(app, endpoints.deleteNotification, ({ actor, body }) =>
    deleteNotification(ctx, accountOf(actor, body.userid).id, body.notifyId),
  )
  bind(app, endpoints.makeLiveTicket, ({ actor }) => makeLiveTicket(ctx, accountOf(actor)))
  bind(app, endpoints.followLive, async ({ query, reply }) => {
    await streams.follow(query, reply)
    return undefined
  })
}
