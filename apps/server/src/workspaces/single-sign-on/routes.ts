import * as endpoints from '@waybill/contract/workspaces/sso-endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { accountOf } from '../../platform/http/actor.ts'
import { bind } from '../../platform/http/bind.ts'
import { beginSso } from './begin-sso.ts'
import { finishSso } from './finish-sso.ts'
import { presentSso } from './present-sso.ts'
import { Providers } from './providers.ts'
import { removeSso, requireSso, saveSso } from './set-up-sso.ts'

export function ssoRoutes(app: FastifyInstance, ctx: Context): void {
  const providers = new Providers(ctx)
  bind(app, endpoints.readSso, ({ actor }) => presentSso(ctx, accountOf(actor)))
  bind(app, endpoints.saveSso, ({ request, body }) => saveSso(ctx, providers, request, body))
  bind(app, endpoints.requireSso, ({ request, body }) => requireSso(ctx, request, body))
  bind(app, endpoints.removeSso, ({ request, body }) => removeSso(ctx, request, body))
  bind(app, endpoints.beginSso, (call) => beginSso(ctx, providers, call))
  bind(app, endpoints.finishSso, (call) => finishSso(ctx, providers, call))
}
