import { Problem } from '@waybill/contract/core/problems'
import { muteAlerts as endpoint } from '@waybill/contract/tracking/endpoints'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../context.ts'
import { bind } from '../../platform/http/bind.ts'
import { sendApp, sendPage } from '../../platform/http/pages/pages.ts'
import { wantsPage } from '../../platform/http/pages/wants-page.ts'
import { muteAlerts, readOffer } from './mute-alerts.ts'
import { renderMutePage } from './mute-page.ts'

/** The page behind the link of an alert, which changes nothing, and the button's post, which mail programs send too. */
export function muteRoutes(app: FastifyInstance, ctx: Context): void {
  app.get(endpoint.path, async (request, reply) => {
    const { token } = request.params as { token: string }
    try {
      return await sendMutePage(ctx, request, reply, { token, isDone: false })
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'not-found' && wantsPage(request))) throw error
      return sendApp(ctx, request, reply, { status: 404 })
    }
  })
  bind(app, endpoint, async ({ params: { token }, request, reply }) => {
    await muteAlerts(ctx, token)
    if (/\btext\/html\b/.test(request.headers.accept ?? '')) {
      await sendMutePage(ctx, request, reply, { token, isDone: true })
    }
    return undefined
  })
}

async function sendMutePage(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, isDone }: { token: string; isDone: boolean },
): Promise<FastifyReply> {
  const offer = await readOffer(ctx, token)
  const { language } = request.actor
  reply.header('x-robots-tag', 'noindex, nofollow')
  return sendPage(ctx, request, reply, (nonce) => renderMutePage(offer, { language, nonce, isDone }))
}
