import * as endpoints from '@waybill/contract/factors'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { accountOf } from '../http/actor.ts'
import { bind } from '../http/bind.ts'
import { addPasskey } from './add-passkey.ts'
import { beginPasskey } from './begin-passkey.ts'
import { beginTotp } from './begin-totp.ts'
import { confirmTotp } from './confirm-totp.ts'
import { listFactors } from './list-factors.ts'
import { removePasskey } from './remove-passkey.ts'
import { removeTotp } from './remove-totp.ts'

export function factorRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, endpoints.listFactors, ({ actor }) => listFactors(ctx, accountOf(actor).id))
  bind(app, endpoints.beginTotp, ({ actor, body }) => beginTotp(ctx, accountOf(actor), body.password))
  bind(app, endpoints.confirmTotp, ({ actor, body }) => confirmTotp(ctx, accountOf(actor), body.code))
  bind(app, endpoints.removeTotp, ({ actor, body }) => removeTotp(ctx, accountOf(actor).id, body.password))
  bind(app, endpoints.beginPasskey, ({ actor, body }) => beginPasskey(ctx, accountOf(actor), body.password))
  bind(app, endpoints.addPasskey, ({ actor, body }) => addPasskey(ctx, accountOf(actor), body))
  bind(app, endpoints.removePasskey, ({ actor, params, body }) =>
    removePasskey(ctx, accountOf(actor).id, { id: params.passkey, password: body.password }),
  )
}
