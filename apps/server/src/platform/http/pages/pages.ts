import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { Language } from '@waybill/contract/core/fields'
import { accountTabs } from '@waybill/contract/identity/account-tabs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import { html } from '../../mail-transport/html.ts'
import { assetPolicy, pagePolicy, panelPolicy } from '../guards/security-headers.ts'
import { acceptsGzip } from '../pack-answers.ts'
import { appFacts } from './app-facts.ts'
import { packsOf } from './built-page.ts'
import { iconLinks, iconRoutes } from './icons.ts'
import { shareRoutes } from './share-target.ts'

const WEB_ROOT = join(import.meta.dirname, '../../../../../web/dist')
const CLIENT = join(WEB_ROOT, 'client')
const FORMER = join(WEB_ROOT, 'former')

/**
 * The addresses of `apps/web/src/app/routes.tsx` but those that everybody may find, which the module `site` adds; every
 * other path is the 404 page, with its status.
 */
const APP_PAGES = [
  '/waybill-forever',
  '/thankyou',
  '/accept-invite',
  '/login',
  '/signup/login',
  '/updatepassword',
  '/welcomeback',
  '/verify-receipt',
  '/contact',
  '/invite/:token',
  '/dash',
  '/dash/',
  '/dash/transfers',
  '/dash/transfers/:slug',
  '/dash/requests',
  '/dash/requests/:slug',
  '/dash/contacts',
  '/dash/analytics',
  '/dash/library',
  '/dash/account',
  '/dash/billing',
  '/dash/settings',
  '/dash/teams',
  '/dash/customize',
  '/dash/powered-by',
  ...accountTabs.map((tab) => `/dash/account/${tab}`),
]

const PACKED_FROM_CHARS = 8_192

/** The built page's own title and description, where the app draws, and what it says to browsers without scripts. */
const OWN_FACTS = /<meta name="description"[^>]*>\s*<title>[^<]*<\/title>/
const PLACE = '<div id="root"></div>'
const UNSCRIPTED = /<noscript>[^<]*<\/noscript>/

interface PageOptions {
  status?: number
  policy?: typeof pagePolicy
  /** What the head says to the app. */
  mark?: string
  /** HTML for browsers without scripts, in place of the sentence that the page needs them. */
  unscripted?: string
  /** What the page says of itself, in place of what the app says. */
  facts?: string
  /** HTML before and after the place where the app draws. */
  before?: string
  after?: string
}

/** For browsers without scripts, on pages that are nothing without them. */
const needsScript: Record<Language, { text: string; home: string }> = {
  en: { text: 'This page needs JavaScript. Links you receive work without it.', home: 'Go to the home page' },
  zh: { text: '此页面需要启用 JavaScript。您收到的链接无需 JavaScript 也能使用。', home: '返回首页' },
}

/** Serves the built web app: its hashed assets for ever, its HTML rendered per answer with a fresh nonce. */
export async function servePages(app: FastifyInstance, ctx: Context): Promise<void> {
  await app.register(fastifyStatic, {
    // Assets of the previous build stay for a day, because open pages request them.
    root: [join(CLIENT, 'assets'), FORMER].filter((folder) => existsSync(folder)),
    // Its own route reads the whole folder for each file.
    serve: false,
    preCompressed: true,
    immutable: true,
    maxAge: '365d',
    index: false,
    setHeaders(reply, path) {
      const policy = assetPolicy(path)
      if (policy !== null) reply.header('content-security-policy', policy)
    },
  })
  app.get<{ Params: { '*': string } }>('/assets/*', ({ params: { '*': file } }, reply) =>
    file === '' ? reply.callNotFound() : reply.sendFile(file),
  )
  const home = (request: FastifyRequest, reply: FastifyReply) => sendApp(ctx, request, reply)
  for (const url of APP_PAGES) app.get(url, { onSend: packPage }, home)
  app.get('/pay/:session', (request, reply) => (isPanel(ctx) ? sendPanel : sendApp)(ctx, request, reply))
  iconRoutes(app)
  shareRoutes(app)
}

/** Whether cards are typed in Stripe's panel, which has a page of its own. */
const isPanel = ({ config: { payments } }: Pick<Context, 'config'>): boolean =>
  payments?.kind === 'stripe' && payments.ui === 'panel'

let indexHtml: string | null = null
let packs: ReturnType<typeof packsOf> | null = null

/** The single-page app's HTML; `status` 404 where the path is unknown, and the app shows its own page for that. */
export function sendApp(ctx: Context, request: FastifyRequest, reply: FastifyReply, options: PageOptions = {}) {
  indexHtml ??= readFileSync(join(CLIENT, 'index.html'), 'utf8')
  packs ??= packsOf(['first', 'home'])
  // In the language that the page will most likely use, so that its words arrive with its code.
  const words = packs[request.actor.language]
    .map((href) => `<link rel="modulepreload" href="${href}" nonce="__CSP_NONCE__">`)
    .join('')
  const page = indexHtml
    .replace('__SUPPORT_EMAIL__', () => html`${ctx.config.supportEmail}`.toString())
    .replace('__PLANS_SELLER__', isPanel(ctx) ? 'stripe-panel' : (ctx.payments?.provider.kind ?? ''))
    .replace('__REVIEW_URL__', () => html`${ctx.config.reviewUrl?.href ?? ''}`.toString())
    .replace('__PLANS_TAX__', ctx.payments?.addsTax ? 'added' : 'none')
    .replace('data-frame="page"', () => `data-frame="${frameOf(request.url)}"`)
    .replace('</head>', `${words}${options.mark ?? ''}</head>`)
  const language = request.actor?.language ?? 'en'
  const { facts = appFacts(ctx.config, language), unscripted = plainPart(language) } = options
  const shown = withParts(page, { ...options, facts, unscripted })
  return sendPage(ctx, request, reply, (nonce) => shown.replaceAll('__CSP_NONCE__', nonce), options)
}

/** What the document outlines until the app draws: a page of the dashboard has its ways at the side. */
const frameOf = (url: string): string => (/^\/dash(?:[/?]|$)/.test(url) ? 'dash' : 'page')

function plainPart(language: Language): string {
  const { text, home } = needsScript[language]
  return html`<main class="m-plain"><h1>Waybill</h1><p>${text}</p><p><a href="/">${home}</a></p></main>`.toString()
}

/** The built page with the parts that the server has for it. */
function withParts(page: string, options: PageOptions & { facts: string; unscripted: string }): string {
  const { unscripted, facts, before = '', after = '' } = options
  const stated = page.replace(OWN_FACTS, () => facts)
  const told = stated.replace(UNSCRIPTED, () => `<noscript>${unscripted}</noscript>`)
  const placed = told.replace(PLACE, () => `${before}${PLACE}`)
  return placed.replace('</body>', () => `${after}</body>`)
}

/**
 * The page that shows Stripe's panel: a document of its own, so that no other page has its wider policy. A bank or a
 * wallet may ask in a window that Stripe's frame opens, and answers to it.
 */
function sendPanel(ctx: Context, request: FastifyRequest, reply: FastifyReply) {
  reply.header('cross-origin-opener-policy', 'same-origin-allow-popups')
  return sendApp(ctx, request, reply, { policy: panelPolicy, mark: '<meta name="page" content="panel">' })
}

/** Sends HTML made by `render` under a fresh nonce and the page policy, with the page's language and icons. */
export function sendPage(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  render: (nonce: string) => string,
  options: PageOptions = {},
): FastifyReply {
  const nonce = randomBytes(16).toString('base64')
  const page = render(nonce)
  const html = page
    .replace('<html', `<html lang="${request.actor.language === 'zh' ? 'zh-CN' : 'en'}"`)
    .replace('</head>', `${iconLinks(request, page)}</head>`)
  return reply
    .code(options.status ?? 200)
    .header('content-security-policy', (options.policy ?? pagePolicy)(ctx.config, ctx.origins, nonce))
    .header('cache-control', 'no-store')
    .header('vary', 'Cookie, Accept-Language')
    .type('text/html; charset=utf-8')
    .send(html)
}

/** `?lang=` is the language switch of a page without scripts: it applies to this answer and is not stored. */
export function speakAsAsked(request: FastifyRequest): void {
  const { lang } = request.query as { lang?: unknown }
  if (lang === 'en' || lang === 'zh') request.actor = { ...request.actor, language: lang }
}

const packed = promisify(gzip)

/** For 'onSend': the document of the app, and a page with a long list, are worth compressing. */
export async function packPage(request: FastifyRequest, reply: FastifyReply, page: unknown): Promise<unknown> {
  if (typeof page !== 'string' || page.length < PACKED_FROM_CHARS || request.method !== 'GET') return page
  reply.header('vary', 'Cookie, Accept-Language, Accept-Encoding')
  if (!acceptsGzip(request)) return page
  reply.header('content-encoding', 'gzip')
  return packed(page)
}
