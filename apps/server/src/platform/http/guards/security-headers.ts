import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config/config.ts'
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

/** The content policy of a page: only our own origin, scripts by nonce, Trusted Types. */
export function pagePolicy(config: Config, origins: Origins, nonceValue: string): string {
  const nonce = `'nonce-${nonceValue}'`
  const stores = config.storage.kind === 's3' ? [storeOrigin(config.storage)] : []
  const directives: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", nonce],
    'style-src': ["'self'", nonce],
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'"],
    // A policy cannot name an IPv6 address: a page there sends to its own port alone.
    'connect-src': ["'self'", ...origins.allUploadOrigins().filter((origin) => !origin.includes('[')), ...stores],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'object-src': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['default'],
  }
  return Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join('; ')
}

/**
 * The content policy of our only script that may create WebAssembly: the worker that derives a key from a passphrase. A
 * worker follows the policy of its own response, so the pages' policy stays as narrow as it is.
 */
const ARGON2_WORKER = /[\\/]argon2-worker-[\w-]+\.js(?:\.br|\.gz)?$/
const ARGON2_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'"

export const assetPolicy = (path: string): string | null => (ARGON2_WORKER.test(path) ? ARGON2_POLICY : null)

function storeOrigin(storage: Extract<Config['storage'], { kind: 's3' }>): string {
  const endpoint = new URL(storage.endpoint)
  if (storage.pathStyle) return endpoint.origin
  return `${endpoint.protocol}//${storage.bucket}.${endpoint.host}`
}
