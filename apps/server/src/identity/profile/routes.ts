import * as endpoints from '@waybill/contract/identity/profile-endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { accountOf } from '../../platform/http/actor.ts'
import { bind } from '../../platform/http/bind.ts'
import { readUser } from '../sessions/index.ts'
import { changeEmail } from './change-email.ts'
import { deleteAccount } from './delete-account.ts'
import { deletePicture } from './delete-picture.ts'
import { exportAccount } from './export-account.ts'
import { getPicture } from './get-picture.ts'
import { putPicture } from './put-picture.ts'
import { updateProfile } from './update-profile.ts'

export function profileRoutes(app: FastifyInstance, ctx: Context): void {
  bind(app, endpoints.readAccount, async ({ actor }) => ({
    user: await readUser(ctx.db, ctx.config, accountOf(actor).id),
  }))
  bind(app, endpoints.updateProfile, ({ actor, body }) => updateProfile(ctx, accountOf(actor, body.userid), body))
  bind(app, endpoints.putPicture, ({ actor, request }) => putPicture(ctx, accountOf(actor).id, request.body as Buffer))
  bind(app, endpoints.deletePicture, ({ actor }) => deletePicture(ctx, accountOf(actor).id))
  bind(app, endpoints.changeEmail, ({ request, body }) => changeEmail(ctx, request, body))
  bind(app, endpoints.exportAccount, ({ actor, reply }) => exportAccount(ctx, actor, reply))
  bind(app, endpoints.deleteAccount, ({ request, body, reply }) => deleteAccount(ctx, request, body, reply))
  bind(app, endpoints.getPicture, ({ params, reply }) => getPicture(ctx, params, reply))
}
