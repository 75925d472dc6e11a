/** The promises of a payment provider, held against Stripe's own test mode by `npm run test:stripe`. */
import { describePaymentProvider } from '../../src/platform/payments/payment-provider.conformance.ts'
import { openStripeTestMode } from './stripe-live.ts'

describePaymentProvider('Stripe, in its test mode', () => openStripeTestMode(process.env.STRIPE_TEST_KEY ?? ''))
