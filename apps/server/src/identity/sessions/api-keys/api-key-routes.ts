import * as endpoints from '@waybill/contract/identity/key-endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context.ts'
import { accountOf } from '../../../platform/http/actor.ts'
import { bind } from '../../../platform/http/bind.ts'
import { addApiKey } from './add-api-key.ts'
import { listApiKeys } from './list-api-keys.ts'
import { MAX_API_KEYS } from './make-api-key.ts'
import { revokeApiKey } from './revoke-api-keys.ts'

export function apiKeyRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, endpoints.listApiKeys, async ({ actor }) => ({
    keys: await listApiKeys(ctx, accountOf(actor).id),
    limit: MAX_API_KEYS,
  }))
  bind(app, endpoints.addApiKey, (call) => addApiKey(ctx, call))
  bind(app, endpoints.revokeApiKey, (call) => revokeApiKey(ctx, call))
}
