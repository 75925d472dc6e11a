import * as endpoints from '@waybill/contract/tracking/anchor-endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { accountOf } from '../../platform/http/actor.ts'
import { bind } from '../../platform/http/bind.ts'
import { listAnchors } from './anchors/list-anchors.ts'
import { proveAnchored } from './anchors/prove-anchored.ts'

export function eventRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, endpoints.listAnchors, ({ query, reply }) => {
    reply.header('cache-control', 'public, max-age=300')
    return listAnchors(ctx, query)
  })
  bind(app, endpoints.proveAnchored, ({ actor, params }) => proveAnchored(ctx, accountOf(actor).id, params.transfer))
}
