import * as endpoints from '@waybill/contract/identity/factor-endpoints'
import { beginStepUp, finishStepUp } from '@waybill/contract/identity/step-up-endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context.ts'
import { accountOf } from '../../../platform/http/actor.ts'
import { bind } from '../../../platform/http/bind.ts'
import { addPasskey } from './add-passkey.ts'
import { beginPasskey } from './begin-passkey.ts'
import { beginTotp } from './begin-totp.ts'
import { confirmTotp } from './confirm-totp.ts'
import { listFactors } from './list-factors.ts'
import { removePasskey } from './remove-passkey.ts'
import { removeTotp } from './remove-totp.ts'
import { endStepUp, startStepUp } from './step-up.ts'

export function factorRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, endpoints.listFactors, ({ actor }) => listFactors(ctx, accountOf(actor).id))
  bind(app, endpoints.beginTotp, ({ request, body }) => beginTotp(ctx, request, body))
  bind(app, endpoints.confirmTotp, ({ actor, body }) => confirmTotp(ctx, accountOf(actor), body.code))
  bind(app, endpoints.removeTotp, ({ request, body }) => removeTotp(ctx, request, body))
  bind(app, endpoints.beginPasskey, ({ request, body }) => beginPasskey(ctx, request, body))
  bind(app, endpoints.addPasskey, ({ actor, body }) => addPasskey(ctx, accountOf(actor), body))
  bind(app, endpoints.removePasskey, ({ request, params, body }) => removePasskey(ctx, request, params.passkey, body))
  bind(app, beginStepUp, (call) => startStepUp(ctx, call))
  bind(app, finishStepUp, (call) => endStepUp(ctx, call))
}
