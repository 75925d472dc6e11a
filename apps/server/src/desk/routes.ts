import * as endpoints from '@waybill/contract/operating/desk-endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { bind } from '../platform/http/bind.ts'
import { makeHealth } from '../platform/http/operating/health.ts'
import { readDesk } from './read-desk.ts'

/** The operator's desk: `platform/http/guards/operator-only.ts` has judged the caller of each. */
export function deskRoutes(app: FastifyInstance, ctx: Context): void {
  const readHealth = makeHealth(ctx)
  bind(app, endpoints.readDesk, () => readDesk(ctx, readHealth))
}
