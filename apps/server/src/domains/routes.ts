import * as endpoints from '@waybill/contract/domains/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { accountOf } from '../platform/http/actor.ts'
import { bind } from '../platform/http/bind.ts'
import { checkDomain } from './check-domain.ts'
import { claimDomain, releaseDomain } from './claim-domain.ts'
import { readDomain } from './read-domain.ts'

export function domainRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, endpoints.readDomain, ({ actor }) => readDomain(ctx, accountOf(actor)))
  bind(app, endpoints.claimDomain, ({ actor, body }) => claimDomain(ctx, actor, body))
  bind(app, endpoints.checkDomain, ({ actor }) => checkDomain(ctx, actor))
  bind(app, endpoints.releaseDomain, ({ actor }) => releaseDomain(ctx, actor))
}
