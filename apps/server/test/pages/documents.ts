import { accountTabs } from '@waybill/contract/identity/account-tabs'

/** What the addresses of documents are made of. */
export interface DocumentFacts {
  /** Of a transfer, and of one of its recipients. */
  slug: string
  recipient: string
  /** Of a request. */
  request: string
  /** Of a checkout. */
  session: string
  operatorToken: string
}

const app = (path: string) => ({ pattern: path, address: () => path })
const of = (pattern: string, address: (facts: DocumentFacts) => string) => ({ pattern, address })

/** Not a token that opens anything: the page says so. */
const TOKEN = 'nQ0x9SxHkzTqV3yTgY4wAA'

/** Pages that present the product. */
export const publicPaths: readonly string[] = [
  '/about',
  '/pricing',
  '/product/document-receipts',
  '/product/supplier-document-tracking',
  '/product/attachments-organized',
  '/product/business-intelligence',
  '/product/dashboard-analytics',
  '/product/works-everywhere',
]

/**
 * Every document that the server answers, with an address that shows it. `every-page.test.ts` fails where the server
 * knows another one.
 */
export const documents: ReadonlyArray<{ pattern: string; address: (facts: DocumentFacts) => string }> = [
  ...[
    '/',
    '/index.html',
    '/register',
    '/signup',
    '/waybill-forever',
    '/thankyou',
    '/accept-invite',
    '/login',
    '/signup/login',
    '/updatepassword',
    '/welcomeback',
    '/verify-receipt',
    '/contact',
    '/dash',
    '/dash/',
    '/dash/transfers',
    '/dash/requests',
    '/dash/contacts',
    '/dash/analytics',
    '/dash/library',
    '/dash/account',
    '/dash/billing',
    '/dash/settings',
    '/dash/teams',
    '/dash/customize',
    '/dash/powered-by',
    '/card',
    '/zh',
    '/zh/',
    ...publicPaths.flatMap((path) => [path, `/zh${path}`]),
    ...accountTabs.map((tab) => `/dash/account/${tab}`),
  ].map(app),
  ...['/blog', '/support', '/updates', '/changelog', '/compare', '/roadmap', '/how-to-send-big-files-to-china']
    .flatMap((path) => [path, `/zh${path}`])
    .map(app),
  ...['', '/zh'].flatMap((prefix) => [
    of(`${prefix}/blog/:article`, () => `${prefix}/blog/waybill-compared`),
    of(`${prefix}/support/:article`, () => `${prefix}/support/terms-of-use`),
    of(`${prefix}/roadmap/:article`, () => `${prefix}/roadmap/next`),
  ]),
  of('/dash/roadmap/:article', () => '/dash/roadmap/next'),
  of('/dash/transfers/:slug', ({ slug }) => `/dash/transfers/${slug}`),
  of('/dash/requests/:slug', ({ request }) => `/dash/requests/${request}`),
  of('/pay/:session', ({ session }) => `/pay/${session}`),
  of('/w/:slug', ({ slug }) => `/w/${slug}`),
  of('/d/:slug', ({ slug }) => `/d/${slug}`),
  of('/d/:slug/:user', ({ slug, recipient }) => `/d/${slug}/${recipient}`),
  of('/d/:slug/:user/:zip', ({ slug, recipient }) => `/d/${slug}/${recipient}/zip`),
  of('/downloads/:slug', ({ slug }) => `/downloads/${slug}`),
  of('/downloads/:slug/:user', ({ slug, recipient }) => `/downloads/${slug}/${recipient}`),
  of('/downloads/:slug/:user/:zip', ({ slug, recipient }) => `/downloads/${slug}/${recipient}/zip`),
  of('/r/:slug', ({ request }) => `/r/${request}`),
  of('/r/:slug/:user', ({ request }) => `/r/${request}/${TOKEN}`),
  of('/extension/:token', () => `/extension/${TOKEN}`),
  of('/report/:slug', ({ slug }) => `/report/${slug}`),
  of('/report/:slug/:user', ({ slug, recipient }) => `/report/${slug}/${recipient}`),
  of('/mute/:token', () => `/mute/${TOKEN}`),
  of('/card/:token', () => `/card/${TOKEN}`),
  of('/invite/:token', () => `/invite/${TOKEN}`),
  of('/take-back/:token', () => `/take-back/${TOKEN}`),
  of('/-/mailbox', ({ operatorToken }) => `/-/mailbox?token=${operatorToken}`),
  of('/-/mailbox/html', ({ operatorToken }) => `/-/mailbox/html?token=${operatorToken}`),
]

/** What is read without being a document or an endpoint of the contract. */
export const plainFiles: readonly string[] = [
  '/.well-known/security.txt',
  '/apple-touch-icon.png',
  '/assets/*',
  '/atom.xml',
  '/favicon.ico',
  '/favicon.svg',
  '/icon-192.png',
  '/icon-512.png',
  '/icon-maskable-512.png',
  '/manifest.webmanifest',
  '/og/*',
  '/robots.txt',
  // The door of foreign S3 clients, which speaks XML.
  '/s3/*',
  '/share-worker.js',
  '/sitemap.xml',
  '/zh/atom.xml',
  '/zh/manifest.webmanifest',
]

const NAMES_HOSTS = /-src(?:-\w+)?$|^(?:form-action|frame-ancestors|base-uri)$/

/** The hosts that a content policy names: everything but keywords, schemes and the server's own host. */
export function foreignHosts(policy: string, ownHost: string): string[] {
  const directives = policy.split(';').map((directive) => directive.trim().split(/\s+/))
  const sources = directives.flatMap(([name = '', ...values]) => (NAMES_HOSTS.test(name) ? values : []))
  const isOurs = (source: string) =>
    source.startsWith("'") || /^[a-z]+:$/.test(source) || URL.parse(source)?.hostname === ownHost
  return [...new Set(sources.filter((source) => !isOurs(source)))].sort()
}

/** What the policy of the page with Stripe's panel names. */
export const panelHosts: readonly string[] = [
  'https://*.js.stripe.com',
  'https://*.stripe.com',
  'https://api.stripe.com',
  'https://checkout.stripe.com',
  'https://hooks.stripe.com',
  'https://js.stripe.com',
]
