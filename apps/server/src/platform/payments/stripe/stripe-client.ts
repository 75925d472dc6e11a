import type Stripe from 'stripe'
import type { Context } from '../../../context.ts'
import type { StripeSettings } from '../../config/payment-settings.ts'

/** Written down, and not left to the SDK: the webhook of the account is made with the same version. */
export const API_VERSION = '2026-10-28.endive'

/** What every call of the adapter stands on. */
export interface StripeParts extends Pick<Context, 'clock'> {
  stripe: Stripe
  settings: StripeSettings
}

const TIMEOUT_MS = 10_000
/** Of lost connections, time-outs, 409 and 5xx, each with the key of the first. */
const RETRIES = 2

/** Loads the SDK, which a server without keys never does. */
export async function openStripeClient({ secretKey, apiBase }: StripeSettings): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe')
  const { hostname: host, port } = apiBase ?? {}
  return new StripeClient(secretKey, {
    apiVersion: API_VERSION,
    maxNetworkRetries: RETRIES,
    timeout: TIMEOUT_MS,
    telemetry: false,
    ...(host === undefined || port === undefined ? {} : { host, port, protocol: 'http' }),
  })
}

/** The options of a call that creates or changes something. `step` names a part of one verb of ours. */
export const keyed = (key: string, step = ''): Stripe.RequestOptions => ({
  idempotencyKey: step === '' ? key : `${key}-${step}`,
})

export const dateOf = (seconds: number): Date => new Date(seconds * 1_000)
export const dateOrNull = (seconds: number | null): Date | null => (seconds === null ? null : dateOf(seconds))
export const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1_000)

/** The id of what may come as an id or as the thing itself. */
export const idOf = (one: string | { id: string } | null | undefined): string | null =>
  one === null || one === undefined || typeof one === 'string' ? (one ?? null) : one.id
