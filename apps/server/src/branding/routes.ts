import * as endpoints from '@waybill/contract/branding/endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { accountOf } from '../platform/http/actor.ts'
import { bind } from '../platform/http/bind.ts'
import { editBranding } from './edit-branding.ts'
import { getBrandPicture } from './get-brand-picture.ts'
import { deleteBrandPicture, putBrandPicture } from './put-brand-picture.ts'
import { readBranding } from './read-branding.ts'

export function brandingRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, endpoints.readBranding, ({ actor }) => readBranding(ctx, accountOf(actor)))
  bind(app, endpoints.editBranding, ({ actor, body }) => editBranding(ctx, accountOf(actor), body))
  bind(app, endpoints.putBrandPicture, ({ actor, params, request }) =>
    putBrandPicture(ctx, accountOf(actor), { ...params, bytes: request.body as Buffer }),
  )
  bind(app, endpoints.deleteBrandPicture, ({ actor, params }) => deleteBrandPicture(ctx, accountOf(actor), params.slot))
  bind(app, endpoints.getBrandPicture, ({ params, reply }) => getBrandPicture(ctx, params, reply))
}
