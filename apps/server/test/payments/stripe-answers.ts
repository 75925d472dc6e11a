import { Problem } from '@waybill/contract/core/problems'

/** An answer of Stripe that refuses. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly error: Record<string, string>

  constructor(status: number, error: Record<string, string>) {
    super(error.message)
    this.status = status
    this.error = error
  }
}

export const noSuch = (what: string, id: string, param = 'id'): StripeRefusal =>
  new StripeRefusal(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `No such ${what}: '${id}'`,
  })

export const badRequest = (param: string, message: string): StripeRefusal =>
  new StripeRefusal(400, { type: 'invalid_request_error', param, message })

/** Of a customer without an address, where tax is to be worked out. */
export const unknownLocation = (): StripeRefusal =>
  new StripeRefusal(400, {
    type: 'invalid_request_error',
    code: 'customer_tax_location_invalid',
    message: "The customer's location isn't recognized. Set a valid customer address.",
  })

/** How Stripe says what the books say of a card. */
const cardErrors: Record<string, { code: string; decline_code?: string }> = {
  'card-declined': { code: 'card_declined', decline_code: 'generic_decline' },
  'insufficient-funds': { code: 'card_declined', decline_code: 'insufficient_funds' },
  'card-expired': { code: 'expired_card' },
  'card-incorrect': { code: 'incorrect_number' },
  'authentication-required': { code: 'authentication_required' },
}

export const cardRefusal = (reason: string): StripeRefusal =>
  new StripeRefusal(402, { type: 'card_error', message: 'Your card was declined.', ...cardErrors[reason] })

/** What the books refuse, as Stripe says it; anything else is a bug of the test's server. */
export function asRefusal(error: unknown): StripeRefusal {
  if (error instanceof StripeRefusal) return error
  if (error instanceof Problem && error.code === 'payment-refused') {
    const { reason } = error.facts
    return reason === 'too-much'
      ? badRequest('amount', 'Refund amount is greater than unrefunded amount on charge')
      : cardRefusal(String(reason))
  }
  return new StripeRefusal(500, { type: 'api_error', message: String(error) })
}
