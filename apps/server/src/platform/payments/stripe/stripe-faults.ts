import { Problem } from '@waybill/contract/core/problems'
import type Stripe from 'stripe'
import { CustomerGone } from '../customer-gone.ts'
import type { Refusal } from '../payment-provider.ts'

const RETRY_AFTER_SECONDS = 5

/** What Stripe's codes for a card that was refused mean, the more exact code first. */
const reasons: Record<string, Refusal> = {
  insufficient_funds: 'insufficient-funds',
  expired_card: 'card-expired',
  invalid_expiry_month: 'card-incorrect',
  invalid_expiry_year: 'card-incorrect',
  incorrect_number: 'card-incorrect',
  invalid_number: 'card-incorrect',
  incorrect_cvc: 'card-incorrect',
  invalid_cvc: 'card-incorrect',
  authentication_required: 'authentication-required',
  authentication_not_handled: 'authentication-required',
  subscription_payment_intent_requires_action: 'authentication-required',
  invoice_payment_intent_requires_action: 'authentication-required',
  payment_intent_authentication_failure: 'authentication-failed',
  setup_intent_authentication_failure: 'authentication-failed',
}

/** Stripe's own errors carry their class's name. */
const typeOf = (error: unknown): string => (error instanceof Error && 'type' in error ? String(error.type) : '')

/** A failure that says nothing of what was asked: no answer, too many calls, keys that Stripe does not know. */
const silent = new Set([
  'StripeConnectionError',
  'StripeAPIError',
  'StripeRateLimitError',
  'StripeAuthenticationError',
  'StripePermissionError',
])

/** Has a call of Stripe's fail in our words; a bug stays what it is. */
export async function inOurWords<T>(call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    throw stripeFault(error)
  }
}

function stripeFault(error: unknown): unknown {
  const type = typeOf(error)
  if (silent.has(type)) {
    return new Problem('payments-unavailable', { retryAfterSeconds: RETRY_AFTER_SECONDS }, { cause: error })
  }
  if (type !== 'StripeCardError') return error
  const { decline_code = '', code = '' } = error as Stripe.errors.StripeCardError
  const reason = reasons[decline_code] ?? reasons[code] ?? 'card-declined'
  return new Problem('payment-refused', { reason }, { cause: error })
}

/** Whether a request was understood and refused, by no bank: a thing is missing, or may not be used so. */
export const isRefusedRequest = (error: unknown): boolean => typeOf(error) === 'StripeInvalidRequestError'

/** Whether Stripe has nothing by the name that was asked for. */
export const isMissing = (error: unknown): boolean =>
  isRefusedRequest(error) && (error as Stripe.errors.StripeInvalidRequestError).code === 'resource_missing'

/** Null where Stripe has nothing by that name. */
export const orNull = <T>(call: Promise<T>): Promise<T | null> =>
  inOurWords(call).catch((error) => {
    if (isMissing(error)) return null
    throw error
  })

/** Whether a request was refused for one of its parameters, such as an amount that is too high. */
export function isRefusedFor(error: unknown, param: RegExp): boolean {
  if (!isRefusedRequest(error)) return false
  const { param: named = '', code = '' } = error as Stripe.errors.StripeInvalidRequestError
  return param.test(named) || param.test(code)
}

/**
 * Has a call about a customer fail with CustomerGone where Stripe has no such customer. A call that names more than the
 * customer says which of them is missing; one whose path is the customer's says 'id'.
 */
export async function ofCustomer<T>(customer: string, call: Promise<T>): Promise<T> {
  try {
    return await inOurWords(call)
  } catch (error) {
    if (!isMissing(error)) throw error
    const { param = 'id' } = error as Stripe.errors.StripeInvalidRequestError
    throw param === 'customer' || param === 'id' ? new CustomerGone(customer, { cause: error }) : error
  }
}
