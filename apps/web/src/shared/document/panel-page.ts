/** Where Stripe's script comes from. Stripe allows it from nowhere else, and in no copy. */
export const STRIPE_ORIGIN = 'https://js.stripe.com'

/** Whether this document is the payment page with Stripe's form. The server alone makes it so, with its content policy. */
export const isPanelPage = (): boolean => document.querySelector('meta[name="page"][content="panel"]') !== null
