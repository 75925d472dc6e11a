import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import type { Context } from '../../context.ts'
import { parseOutboundUrl } from '../../platform/outbound/index.ts'

/** A provider's configuration as far as it is used (OpenID Connect Discovery 1.0, section 3). */
export interface Provider {
  issuer: string
  authorizationEndpoint: string
  tokenEndpoint: string
  jwksUri: string
  /** How it wants the client's secret. */
  secretIn: 'header' | 'body'
}

export type Unfit = 'address' | 'unreachable' | 'mismatch' | 'incomplete'

type Needs = Pick<Context, 'outbound' | 'config' | 'clock'>

const KEPT_MS = 600_000
/** Keys that a token names and that are not known are asked for again, at most this often. */
const KEY_PAUSE_MS = 10_000
const MOST_KEPT = 500
const MOST_KEYS = 100

interface Kept<T> {
  at: number
  value: T
}

/**
 * The providers of companies: their configurations and keys, kept for ten minutes and read through the guard for
 * outbound requests. One for each process.
 */
export class Providers {
  readonly #ctx: Needs
  readonly #configurations = new Map<string, Kept<Provider>>()
  readonly #keys = new Map<string, Kept<JWTVerifyGetKey>>()

  constructor(ctx: Needs) {
    this.#ctx = ctx
  }

  /** Reads the configuration from the provider; returns what it lacks, or null. */
  async judge(issuer: string): Promise<Unfit | null> {
    const read = await this.#read(issuer)
    if (typeof read === 'string') return read
    return (await this.#readKeys(read.jwksUri)) === null ? 'incomplete' : null
  }

  /** Null where it does not answer as it must. */
  async find(issuer: string): Promise<Provider | null> {
    const kept = this.#configurations.get(issuer)
    if (kept !== undefined && this.#age(kept) < KEPT_MS) return kept.value
    const read = await this.#read(issuer)
    return typeof read === 'string' ? null : read
  }

  /**
   * Runs `verify` with the provider's keys, and once more with newly read ones where the token names an unknown key:
   * providers change theirs. Null where there are no keys.
   */
  async withKeys<T>({ jwksUri }: Provider, verify: (keys: JWTVerifyGetKey) => Promise<T>): Promise<T | null> {
    const kept = this.#keys.get(jwksUri)
    const isFresh = kept !== undefined && this.#age(kept) < KEPT_MS
    const keys = isFresh ? kept.value : await this.#readKeys(jwksUri)
    if (keys === null) return null
    try {
      return await verify(keys)
    } catch (error) {
      const mayAsk = isFresh && this.#age(kept) >= KEY_PAUSE_MS
      const newer = error instanceof errors.JWKSNoMatchingKey && mayAsk ? await this.#readKeys(jwksUri) : null
      if (newer === null) throw error
      return verify(newer)
    }
  }

  async #read(issuer: string): Promise<Provider | Unfit> {
    const { outbound, config, clock } = this.#ctx
    const allowed = new Set(config.ssoAllowHosts)
    const isOurs = (url: unknown): url is string => typeof url === 'string' && parseOutboundUrl(url, allowed) !== null
    if (!isOurs(issuer) || /[?#]/.test(issuer)) return 'address'
    const { status, body } = await json(outbound, `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
    if (status !== 200 || body === null) return 'unreachable'
    if (body.issuer !== issuer) return 'mismatch'
    const { authorization_endpoint: authorizationEndpoint, token_endpoint: tokenEndpoint, jwks_uri: jwksUri } = body
    if (!isOurs(authorizationEndpoint) || !isOurs(tokenEndpoint) || !isOurs(jwksUri)) return 'incomplete'
    const ways = body.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    if (!Array.isArray(ways)) return 'incomplete'
    const secretIn = ways.includes('client_secret_basic') ? 'header' : 'body'
    if (secretIn === 'body' && !ways.includes('client_secret_post')) return 'incomplete'
    const provider: Provider = { issuer, authorizationEndpoint, tokenEndpoint, jwksUri, secretIn }
    keep(this.#configurations, issuer, { at: clock.nowMs(), value: provider })
    return provider
  }

  async #readKeys(jwksUri: string): Promise<JWTVerifyGetKey | null> {
    const { outbound, clock } = this.#ctx
    const { status, body } = await json(outbound, jwksUri)
    const keys = body?.keys
    if (status !== 200 || !Array.isArray(keys) || keys.length > MOST_KEYS || !keys.every(isRecord)) return null
    const value = createLocalJWKSet({ keys })
    keep(this.#keys, jwksUri, { at: clock.nowMs(), value })
    return value
  }

  #age = ({ at }: Kept<unknown>): number => this.#ctx.clock.nowMs() - at
}

/** The longest kept goes where there are too many. */
function keep<T>(map: Map<string, Kept<T>>, name: string, kept: Kept<T>): void {
  map.delete(name)
  map.set(name, kept)
  const [oldest] = map.keys()
  if (map.size > MOST_KEPT && oldest !== undefined) map.delete(oldest)
}

async function json(
  outbound: Context['outbound'],
  url: string,
): Promise<{ status: number | null; body: Record<string, unknown> | null }> {
  const answer = await outbound.askProvider(url, null)
  return { status: answer.status, body: answer.status === null ? null : readRecord(answer.body) }
}

/** A JSON object; null for anything else. */
export function readRecord(bytes: Buffer): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(bytes.toString())
    return isRecord(value) ? value : null
  } catch {
    return null
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
