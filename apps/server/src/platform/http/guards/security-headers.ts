import helmet from '@fastify/helmet'
import { QUARANTINE_DAYS } from '@waybill/contract/domains/endpoints'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Config } from '../../config/config.ts'
import type { StorageSettings } from '../../config/store-settings.ts'
import type { Origins } from '../origins.ts'

/**
 * The headers of every answer. A page adds its own content policy (`pagePolicy`); any other answer may load nothing.
 */
export async function addSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: config.publicUrl.protocol === 'https:' ? { maxAge: 31_536_000 } : false,
    xFrameOptions: { action: 'deny' },
  })
}

/**
 * Where a custom host answers over https, browsers remember that for the host alone, not for the names under it, which
 * are its owner's; and only for as long as the host is held after its end.
 */
export function narrowHttps({ publicUrl }: Pick<Config, 'publicUrl'>, reply: FastifyReply): void {
  if (publicUrl.protocol === 'https:') reply.header('strict-transport-security', `max-age=${QUARANTINE_DAYS * 86_400}`)
}

type Directives = Record<string, string[]>

/** The content policy of a page: only our own origin, scripts by nonce, Trusted Types. */
export const pagePolicy = (config: Config, origins: Origins, nonce: string): string =>
  written(pageDirectives(config, origins, nonce))

/**
 * The hosts of Stripe's embedded checkout, as its security guide lists them. `trusted-types.ts` of the web app lets one
 * script through: Stripe's loader, which brings the rest in frames.
 */
const stripeHosts: Directives = {
  'script-src': ['https://js.stripe.com'],
  'frame-src': [
    'https://js.stripe.com',
    'https://*.js.stripe.com',
    'https://checkout.stripe.com',
    'https://hooks.stripe.com',
  ],
  'connect-src': ['https://api.stripe.com', 'https://checkout.stripe.com'],
  'img-src': ['https://*.stripe.com'],
}

/** The content policy of the one page that shows Stripe's panel: the page policy, and Stripe's hosts. */
export function panelPolicy(config: Config, origins: Origins, nonce: string): string {
  const directives = pageDirectives(config, origins, nonce)
  for (const [name, hosts] of Object.entries(stripeHosts)) directives[name] = [...(directives[name] ?? []), ...hosts]
  return written(directives)
}

const written = (directives: Directives): string =>
  Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')

function pageDirectives(config: Config, origins: Origins, nonceValue: string): Directives {
  const nonce = `'nonce-${nonceValue}'`
  const stores = config.stores.flatMap(({ storage }) => (storage.kind === 's3' ? [storeOrigin(storage)] : []))
  const bytesAt = origins.contentUrl === null ? [] : [origins.contentUrl.origin]
  return {
    'default-src': ["'none'"],
    'script-src': ["'self'", nonce],
    'style-src': ["'self'", nonce],
    'img-src': ["'self'", 'data:', 'blob:'],
    // What a recording plays from: its link, or the browser's own memory before it is sent.
    'media-src': ["'self'", 'blob:', ...bytesAt],
    'font-src': ["'self'"],
    // A policy cannot name an IPv6 address: a page there sends to its own port alone.
    'connect-src': [
      "'self'",
      ...origins.allUploadOrigins().filter((origin) => !origin.includes('[')),
      ...new Set(stores),
      ...bytesAt,
    ],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    // A form without scripts is led from its answer to the bytes.
    'form-action': ["'self'", ...bytesAt],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['default'],
  }
}

/**
 * The content policy of our only script that may create WebAssembly: the worker that derives a key from a passphrase. A
 * worker follows the policy of its own response, so the pages' policy stays as narrow as it is.
 */
const ARGON2_WORKER = /[\\/]argon2-worker-[\w-]+\.js(?:\.br|\.gz)?$/
const ARGON2_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'"

export const assetPolicy = (path: string): string | null => (ARGON2_WORKER.test(path) ? ARGON2_POLICY : null)

export function storeOrigin(storage: Extract<StorageSettings, { kind: 's3' }>): string {
  const endpoint = new URL(storage.endpoint)
  if (storage.pathStyle) return endpoint.origin
  return `${endpoint.protocol}//${storage.bucket}.${endpoint.host}`
}
