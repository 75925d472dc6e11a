import cookie from '@fastify/cookie'
import { Problem } from '@waybill/contract/problems'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { accountRoutes, findDevice } from './accounts/index.ts'
import { contactRoutes } from './contacts/index.ts'
import type { Context } from './context.ts'
import { downloadRoutes } from './downloads/index.ts'
import { admitCalls, type Crowd } from './http/admit-calls.ts'
import { admitFewForms } from './http/admit-few-forms.ts'
import { answerBroken } from './http/answer-broken.ts'
import { answerHalfClosed } from './http/answer-half-closed.ts'
import { answerProblem, sendProblem } from './http/answer-problem.ts'
import { guardContentType, takeContentTypes } from './http/content-types.ts'
import { awaitsContinue } from './http/continue-when-read.ts'
import { endSlowBodies } from './http/end-slow-bodies.ts'
import { guardHost } from './http/guard-host.ts'
import { allowOwnPorts, guardSite } from './http/guard-site.ts'
import { identify } from './http/identify.ts'
import { type KnownPaths, rememberPaths } from './http/known-paths.ts'
import { makeListener } from './http/make-listener.ts'
import { onBehalfOfCallers } from './http/note-refusal.ts'
import { operatingRoutes } from './http/operating-routes.ts'
import { sendApp, servePages } from './http/pages.ts'
import { addSecurityHeaders } from './http/security-headers.ts'
import { securityTxtRoute } from './http/security-txt.ts'
import { wantsPage } from './http/wants-page.ts'
import { newId } from './ids.ts'
import { inboxRoutes } from './inbox/index.ts'
import { libraryRoutes } from './library/index.ts'
import { mailboxRoutes } from './mail/mailbox-routes.ts'
import { notificationRoutes } from './notifications/index.ts'
import { profileRoutes } from './profile/index.ts'
import { requestRoutes } from './requests/index.ts'
import { factorRoutes, findSignedIn, sessionRoutes } from './sessions/index.ts'
import { analyticsRoutes } from './tracking/analytics/index.ts'
import { trackingRoutes } from './tracking/index.ts'
import { eventRoutes } from './tracking/ledger/index.ts'
import { receiptRoutes } from './tracking/receipts/index.ts'
import { askRoutes } from './transfers/access-requests/index.ts'
import { transferRoutes } from './transfers/index.ts'
import { uploadRoutes } from './uploads/index.ts'
import { webhookRoutes } from './webhooks/index.ts'

/** Every room's routes. */
const rooms = [
  operatingRoutes,
  securityTxtRoute,
  mailboxRoutes,
  accountRoutes,
  sessionRoutes,
  factorRoutes,
  uploadRoutes,
  transferRoutes,
  downloadRoutes,
  eventRoutes,
  trackingRoutes,
  askRoutes,
  notificationRoutes,
  webhookRoutes,
  receiptRoutes,
  libraryRoutes,
  contactRoutes,
  analyticsRoutes,
  requestRoutes,
  inboxRoutes,
  profileRoutes,
]

/** Fastify, what holds for every call, and the rooms. */
export async function makeApp(ctx: Context): Promise<FastifyInstance> {
  const app = Fastify({
    // Requests are logged below by route; Fastify's own chatter is not. What a request tells of itself follows LOG_LEVEL.
    loggerInstance: ctx.log.child({}, { level: ctx.log.isLevelEnabled('warn') ? 'warn' : ctx.log.level }),
    childLoggerFactory: (_chatter, bindings, options) => ctx.log.child(bindings, options),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    trustProxy: ctx.config.trustedProxies.length > 0 ? ctx.config.trustedProxies : false,
    genReqId: newId,
    requestIdHeader: false,
    bodyLimit: 65_536,
    routerOptions: { maxParamLength: 2_000 },
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    frameworkErrors: answerProblem,
    clientErrorHandler: answerBroken,
    serverFactory: (onRequest) => makeListener(onRequest, ctx.certificates),
  }) as unknown as FastifyInstance
  app.decorate('waybill', ctx)
  app.decorateRequest('actor', null as never)
  answerHalfClosed(app)
  await app.register(cookie)
  await addSecurityHeaders(app, ctx.config)
  takeContentTypes(app)
  endSlowBodies(app)
  admitFewForms(app)
  const known = rememberPaths(app)
  addHooks(app, ctx, { crowd: admitCalls(app, { atOnce: ctx.config.crowd.callsAtOnce }), known })
  onBehalfOfCallers(app, ctx)
  app.setErrorHandler(answerProblem)
  app.setNotFoundHandler((request, reply) => answerUnknown(ctx, request, reply, known))

  for (const addRoutes of rooms) addRoutes(app, ctx)
  await servePages(app, ctx)
  answerPreflights(app, ctx)
  return app
}

function addHooks(app: FastifyInstance, ctx: Context, { crowd, known }: { crowd: Crowd; known: KnownPaths }): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // A proxy that keeps connections sends the next call where it will be taken.
    if (ctx.readiness.isStopping) reply.header('connection', 'close')
    guardHost(ctx.origins, request)
    if (request.routeOptions.config.endpoint?.crossesPorts) allowOwnPorts(ctx.origins, request, reply)
    guardSite(ctx.origins, request)
    guardContentType(request)
    await crowd.admit(request, reply)
    // Parts come by the thousand, and their token alone says who sends them.
    const isByToken = request.routeOptions.config.endpoint?.takesUploadToken === true
    request.actor = await identify(request, {
      device: async (asking) => (isByToken ? null : findDevice(ctx.db, asking)),
      account: async (asking) => (isByToken ? null : findSignedIn(ctx, asking)),
    })
    // Whose body was not asked for yet is not asked for it in vain.
    if (request.is404 && awaitsContinue(request.raw)) return answerUnknown(ctx, request, reply, known)
    if (request.actor.account) await crowd.admitAccount(request, request.actor.account.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, id } = request
    ctx.log.info(
      {
        requestId: id,
        method,
        route: routeOptions.url ?? 'unknown',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'answered',
    )
  })
}

/** CORS preflights of the endpoints that cross our own ports. */
function answerPreflights(app: FastifyInstance, ctx: Context): void {
  for (const path of ['/uploads/:upload/blobs/:blob', '/-/probe']) {
    app.options(path, async (request, reply) => {
      allowOwnPorts(ctx.origins, request, reply)
      return reply.code(204).send()
    })
  }
}

/** An unknown path: the 404 page for readers, a problem for programs; 405 where only the method is wrong. */
function answerUnknown(ctx: Context, request: FastifyRequest, reply: FastifyReply, known: KnownPaths): FastifyReply {
  const served = known.methodsOf(request.url)
  // A path that is served by this method leads to nothing here: a file that is not there.
  const allowed = served.includes(request.method) ? [] : served
  if (allowed.length > 0) reply.header('allow', allowed.join(', '))
  if (wantsPage(request)) return sendApp(ctx, request, reply, { status: allowed.length > 0 ? 405 : 404 })
  if (allowed.length === 0) return sendProblem(new Problem('not-found'), request, reply)
  return sendProblem(new Problem('method-not-allowed', { allowed }), request, reply)
}
