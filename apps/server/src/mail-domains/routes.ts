import * as endpoints from '@waybill/contract/mail-domains/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { accountOf } from '../platform/http/actor.ts'
import { bind } from '../platform/http/bind.ts'
import { checkMailDomain } from './check-mail-domain.ts'
import { claimMailDomain, releaseMailDomain } from './claim-mail-domain.ts'
import { readMailDomain } from './read-mail-domain.ts'
import { testMailDomain } from './test-mail-domain.ts'

export function mailDomainRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, endpoints.readMailDomain, ({ actor }) => readMailDomain(ctx, accountOf(actor)))
  bind(app, endpoints.claimMailDomain, ({ actor, body }) => claimMailDomain(ctx, actor, body.domain))
  bind(app, endpoints.checkMailDomain, ({ actor }) => checkMailDomain(ctx, actor))
  bind(app, endpoints.testMailDomain, ({ actor }) => testMailDomain(ctx, actor))
  bind(app, endpoints.releaseMailDomain, ({ actor }) => releaseMailDomain(ctx, actor))
}
