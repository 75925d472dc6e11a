import * as endpoints from '@waybill/contract/identity/account-endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { bind } from '../../platform/http/bind.ts'
import { locateVisitor } from './locate-visitor.ts'

export function accountRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, endpoints.locateVisitor, async ({ actor, reply }) => {
    reply.header('cache-control', 'private, no-store')
    return locateVisitor(ctx, actor)
  })
}
