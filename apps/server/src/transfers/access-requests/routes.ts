import * as endpoints from '@waybill/contract/transfers/access-request-endpoints'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context.ts'
import { backToPage, isLinkForm, lead, pageOf } from '../../downloads/index.ts'
import { accountOf } from '../../platform/http/actor.ts'
import { bind } from '../../platform/http/bind.ts'
import { asSender, readRecord } from '../index.ts'
import { answerAccessRequest } from './answer-access-request.ts'
import { checkExtension } from './check-extension.ts'
import { backToExtension, extensionAt, extensionPageRoute } from './extension-page.ts'
import { requestAccess } from './request-access.ts'
import { requestResend } from './request-resend.ts'

export function accessRequestRoutes(app: FastifyInstance, ctx: Context): void {
  extensionPageRoute(app, ctx)

  bind(app, endpoints.requestAccess, async (call) => {
    const { body, request, reply } = call
    if (!isLinkForm(request)) return requestAccess(ctx, call)
    const step = body.kind === 'access' ? 'access' : ''
    const told = requestAccess(ctx, call).then(({ next }) =>
      pageOf(body, { step: next === 'requested' ? `${step}requested` : step }),
    )
    return lead(reply, await told.catch(backToPage(body, step)))
  })
  for (const path of [endpoints.requestResend.path, '/downloads/:slug']) {
    bind(app, { ...endpoints.requestResend, path }, async ({ params: { slug }, body, request, reply }) => {
      const told = requestResend(ctx, request, { slug, email: body.email })
      if (!isLinkForm(request)) return told
      const link = { slug, user: '', lang: body.lang }
      const place = (of: string) => of.replace(/^\/w\//, path.replace(':slug', ''))
      return lead(reply, place(await told.then(() => pageOf(link, { step: 'mailed' })).catch(backToPage(link))))
    })
  }
  bind(app, endpoints.checkExtension, async ({ body, request, reply }) => {
    const given = checkExtension(ctx, body.token, request)
    if (!isLinkForm(request)) return given
    return lead(reply, await given.then(() => extensionAt(body), backToExtension(body)))
  })
  bind(app, endpoints.answerAccessRequest, async ({ actor, params, body }) => {
    await asSender(ctx, actor, { id: params.transfer }, (as) => answerAccessRequest(ctx, as, params, body.answer))
    return { transfer: await readRecord(ctx, accountOf(actor), { id: params.transfer }) }
  })
}
