import cookie from '@fastify/cookie'
import { Problem } from '@waybill/contract/core/problems'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { abuseRoutes } from './abuse/index.ts'
import { billingRoutes } from './billing/index.ts'
import { brandingRoutes } from './branding/index.ts'
import { contactRoutes } from './contacts/index.ts'
import { contentRoutes } from './content/index.ts'
import type { Context } from './context.ts'
import { conversationDeskRoutes, conversationRoutes } from './conversations/index.ts'
import { deskRoutes } from './desk/index.ts'
import { domainRoutes } from './domains/index.ts'
import { downloadRoutes } from './downloads/index.ts'
import { accountRoutes, findDevice } from './identity/accounts/index.ts'
import { mailedCodeRoutes } from './identity/mailed-codes/index.ts'
import { profileRoutes } from './identity/profile/index.ts'
import {
  apiKeyRoutes,
  deviceLoginRoutes,
  factorRoutes,
  findKeyCaller,
  findSignedIn,
  sessionRoutes,
} from './identity/sessions/index.ts'
import { libraryRoutes } from './library/index.ts'
import { mailDomainRoutes } from './mail-domains/index.ts'
import { notificationRoutes } from './notifications/index.ts'
import { paymentRoutes } from './payments/index.ts'
import { answerProblem, sendProblem } from './platform/http/answer-problem.ts'
import { answerBroken } from './platform/http/connections/answer-broken.ts'
import { answerHalfClosed } from './platform/http/connections/answer-half-closed.ts'
import { endSlowBodies } from './platform/http/connections/end-slow-bodies.ts'
import { makeListener } from './platform/http/connections/make-listener.ts'
import { admitToCustomHost, hideForeign } from './platform/http/custom-hosts/guard-custom-host.ts'
import { frontRoutes } from './platform/http/front/front-routes.ts'
import { admitCalls, type Crowd } from './platform/http/guards/admit-calls.ts'
import { admitFewForms } from './platform/http/guards/admit-few-forms.ts'
import { isAtContent, leadToContent } from './platform/http/guards/content-origin.ts'
import { guardContentType, takeContentTypes } from './platform/http/guards/content-types.ts'
import { awaitsContinue } from './platform/http/guards/continue-when-read.ts'
import { guardHost } from './platform/http/guards/guard-host.ts'
import { allowOwnPorts, guardSite } from './platform/http/guards/guard-site.ts'
import { isForOperators, isHidden, judgeOperatorCall } from './platform/http/guards/operator-only.ts'
import { presentedKey } from './platform/http/guards/presented-key.ts'
import { requireTeamFactor } from './platform/http/guards/require-team-factor.ts'
import { addSecurityHeaders, narrowHttps } from './platform/http/guards/security-headers.ts'
import { identify } from './platform/http/identify.ts'
import { onBehalfOfCallers } from './platform/http/note-refusal.ts'
import { operatingRoutes } from './platform/http/operating/operating-routes.ts'
import { securityTxtRoute } from './platform/http/operating/security-txt.ts'
import { isTlsQuestion, tlsAskRoute } from './platform/http/operating/tls-ask.ts'
import { packAnswers } from './platform/http/pack-answers.ts'
import { type KnownPaths, rememberPaths } from './platform/http/pages/known-paths.ts'
import { servePages } from './platform/http/pages/pages.ts'
import { wantsPage } from './platform/http/pages/wants-page.ts'
import { newId } from './platform/ids.ts'
import { mailboxRoutes } from './platform/mail-transport/mailbox/mailbox-routes.ts'
import { isScrape, metricsRoute } from './platform/metrics/metrics-route.ts'
import { readTraceparent } from './platform/trace.ts'
import { inboxRoutes, requestRoutes } from './requests/index.ts'
import { PublicPages, sendUnknown, siteRoutes } from './site/index.ts'
import { analyticsRoutes } from './tracking/analytics/index.ts'
import { trackingRoutes } from './tracking/index.ts'
import { eventRoutes } from './tracking/ledger/index.ts'
import { receiptRoutes } from './tracking/receipts/index.ts'
import { accessRequestRoutes } from './transfers/access-requests/index.ts'
import { transferRoutes } from './transfers/index.ts'
import { uploadRoutes } from './uploads/index.ts'
import { webhookRoutes } from './webhooks/index.ts'
import { ssoRoutes } from './workspaces/single-sign-on/index.ts'
import { teamRoutes } from './workspaces/team/index.ts'

/** Every module's routes. */
const modules = [
  operatingRoutes,
  metricsRoute,
  frontRoutes,
  securityTxtRoute,
  tlsAskRoute,
  deskRoutes,
  mailboxRoutes,
  accountRoutes,
  mailedCodeRoutes,
  sessionRoutes,
  factorRoutes,
  apiKeyRoutes,
  deviceLoginRoutes,
  billingRoutes,
  paymentRoutes,
  uploadRoutes,
  transferRoutes,
  downloadRoutes,
  abuseRoutes,
  eventRoutes,
  trackingRoutes,
  accessRequestRoutes,
  notificationRoutes,
  webhookRoutes,
  receiptRoutes,
  libraryRoutes,
  contactRoutes,
  conversationRoutes,
  conversationDeskRoutes,
  analyticsRoutes,
  requestRoutes,
  inboxRoutes,
  teamRoutes,
  ssoRoutes,
  brandingRoutes,
  domainRoutes,
  mailDomainRoutes,
  profileRoutes,
  contentRoutes,
  siteRoutes,
]

/** Fastify, the common rules of every call, and the modules. */
export async function makeApp(ctx: Context): Promise<FastifyInstance> {
  const app = Fastify({
    // Requests are logged below by route; Fastify's own messages are not. Log lines of a request follow LOG_LEVEL.
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
  app.decorateRequest('customHost', null)
  answerHalfClosed(app)
  await app.register(cookie)
  await addSecurityHeaders(app, ctx.config)
  takeContentTypes(app)
  endSlowBodies(app)
  admitFewForms(app)
  packAnswers(app)
  const known = rememberPaths(app)
  app.decorate('knownPaths', known)
  app.decorate('publicPages', new PublicPages())
  addHooks(app, ctx, { crowd: admitCalls(app, { atOnce: ctx.config.crowd.callsAtOnce }), known })
  onBehalfOfCallers(app, ctx)
  app.setErrorHandler((error, request, reply) => {
    // On an unknown path, Fastify does not mind the type of a body.
    const isOfType = (error as { code?: string }).code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE'
    return isOfType && isHidden(request)
      ? answerUnknown(ctx, request, reply, known)
      : answerProblem(error, request, reply)
  })
  app.setNotFoundHandler((request, reply) => answerUnknown(ctx, request, reply, known))

  for (const addRoutes of modules) addRoutes(app, ctx)
  await servePages(app, ctx)
  answerPreflights(app, ctx)
  return app
}

function addHooks(app: FastifyInstance, ctx: Context, { crowd, known }: { crowd: Crowd; known: KnownPaths }): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // A proxy that keeps connections then sends the next call to a server that accepts it.
    if (ctx.readiness.isStopping) reply.header('connection', 'close')
    request.customHost = await findCustomHost(ctx, request)
    if (!isTlsQuestion(request) && !isScrape(ctx, request)) guardHost(ctx.origins, request)
    const moved = leadToContent(ctx.origins, request, reply)
    if (moved !== null) return moved
    if (request.customHost !== null) {
      narrowHttps(ctx.config, reply)
      const away = admitToCustomHost(ctx, request, reply, request.customHost)
      if (away !== null) return away
    }
    if (request.routeOptions.config.endpoint?.crossesPorts) allowOwnPorts(ctx.origins, request, reply)
    const key = presentedKey(ctx.origins, request)
    if (key === null) guardSite(ctx.origins, request)
    // `judgeOperatorCall` checks the type of an operator's call: until then it must not differ from an unknown path.
    if (!isForOperators(request)) guardContentType(request)
    await crowd.admit(request, reply)
    const isAnybody = isForAnybody(ctx, request)
    request.actor = await identify(request, {
      device: async (asking) => (isAnybody ? null : findDevice(ctx.db, asking)),
      account: async (asking) => {
        if (key !== null) return findKeyCaller(ctx, { request: asking, reply, key })
        // A custom host never has a session.
        return isAnybody || asking.customHost !== null ? null : findSignedIn(ctx, asking)
      },
    })
    requireTeamFactor(request)
    judgeOperatorCall(request)
    // A body that was not requested yet is not requested needlessly.
    if ((request.is404 || isHidden(request)) && awaitsContinue(request.raw))
      return answerUnknown(ctx, request, reply, known)
    if (request.actor.account) await crowd.admitAccount(request, request.actor.account.id)
  })
  app.addHook('preHandler', async (request, reply) => {
    // Once the body is read, as on an unknown path.
    if (isHidden(request)) return answerUnknown(ctx, request, reply, known)
  })
  app.addHook('preHandler', (request) => hideForeign(ctx, request))
  app.addHook('onResponse', async (request, reply) => noteAnswer(ctx, request, reply))
}

/** Into the metrics and the log. */
function noteAnswer(ctx: Context, request: FastifyRequest, reply: FastifyReply): void {
  const { method, routeOptions, id } = request
  const route = request.is404 ? 'unknown' : (routeOptions.url ?? 'unknown')
  ctx.metrics.noteRequest({ method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1_000 })
  ctx.log.info(
    {
      requestId: id,
      method,
      route: routeOptions.url ?? 'unknown',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      traceparent: readTraceparent(request.headers.traceparent),
      apiKey: (request.actor as FastifyRequest['actor'] | null)?.account?.apiKeyId,
    },
    'answered',
  )
}

/**
 * Whether neither device nor account is looked up: for parts, which arrive by the thousand and whose token alone
 * identifies the sender; for what counts among nobody's calls, as probes, which come with the cookies so that parts find
 * their connections open; and at the content origin, which reads no cookie.
 */
function isForAnybody(ctx: Context, request: FastifyRequest): boolean {
  const { endpoint, isStorageDoor } = request.routeOptions.config
  const { auth, countsAmong } = endpoint ?? {}
  return isStorageDoor || auth === 'upload-token' || countsAmong === 'nobody' || isAtContent(ctx.origins, request)
}

/** Null at our own hosts, and at those that are nobody's. */
const findCustomHost = async (ctx: Context, { headers: { host = '' } }: FastifyRequest) =>
  ctx.origins.hosts.has(host.toLowerCase()) ? null : ctx.customHosts.find(host.toLowerCase())

/** CORS preflights of the endpoints that cross our own ports. */
function answerPreflights(app: FastifyInstance, ctx: Context): void {
  const downloads = ['/get/:grant/file/:file/:name', '/get/:grant/zip/:selection/:name']
  for (const path of ['/uploads/:upload/blobs/:blob', '/-/probe', ...downloads]) {
    app.options(path, async (request, reply) => {
      allowOwnPorts(ctx.origins, request, reply)
      return reply.code(204).send()
    })
  }
}

/** An unknown path: the 404 page for readers, a problem for programs; 405 where only the method is wrong. */
function answerUnknown(ctx: Context, request: FastifyRequest, reply: FastifyReply, known: KnownPaths): FastifyReply {
  const served = known.methodsOf(request.url)
  // The path is served with this method, but leads nowhere here: the file is missing.
  const allowed = served.includes(request.method) ? [] : served
  if (allowed.length > 0) reply.header('allow', allowed.join(', '))
  if (wantsPage(request)) {
    const meant = request.server.publicPages.withoutSlash(request.url)
    if (meant !== null) return reply.redirect(meant, 301)
    // The address says the language, as it does for the pages that are there.
    if (request.url.startsWith('/zh/')) request.actor = { ...request.actor, language: 'zh' }
    return sendUnknown(request.server, ctx, { request, reply, status: allowed.length > 0 ? 405 : 404 })
  }
  if (allowed.length === 0) return sendProblem(new Problem('not-found'), request, reply)
  return sendProblem(new Problem('method-not-allowed', { allowed }), request, reply)
}
