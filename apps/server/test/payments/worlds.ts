/** Two processes that sell by one provider, and the provider behind them: what a test may do there. */
import { systemClock } from '../../src/platform/clock.ts'
import type { StripeSettings } from '../../src/platform/config/payment-settings.ts'
import type { Payment } from '../../src/platform/payments/sandbox/pay-checkout.ts'
import type { SandboxParts } from '../../src/platform/payments/sandbox/sandbox-calls.ts'
import {
  disputeAtSandbox,
  payAtPage,
  settleSandbox,
  untoldEvents,
} from '../../src/platform/payments/sandbox/sandbox-page.ts'
import { signBody } from '../../src/platform/payments/sandbox/sandbox-signature.ts'
import { passTime } from '../../src/platform/payments/sandbox/sandbox-store.ts'
import { API_VERSION } from '../../src/platform/payments/stripe/stripe-client.ts'
import { openStripe } from '../../src/platform/payments/stripe/stripe-provider.ts'
import type { AtPage, ProviderUnderTest } from './provider-acts.ts'
import { stripePrices } from './stripe-books.ts'
import { newSecret, signLikeStripe, startStripeServer } from './stripe-server.ts'
import { openTwoProcesses, type TwoProcesses } from './two-processes.ts'

export interface World {
  two: TwoProcesses
  provider: Omit<ProviderUnderTest, 'close'>
  close(): Promise<void>
}

const asPayment = (how: AtPage): Payment =>
  'wallet' in how
    ? { method: how.wallet, outcome: how.outcome }
    : {
        method: 'card',
        card: { number: how.card, month: 12, year: how.year ?? 2_090 },
        isConfirmed: how.isConfirmed ?? null,
      }

export async function openSandboxWorld(): Promise<World> {
  const two = await openTwoProcesses()
  const [{ payments, log }] = two.processes
  const parts = payments.sandbox as SandboxParts
  return {
    two,
    provider: {
      provider: payments.provider,
      prices: payments.prices,
      pay: (session, how) => payAtPage(parts, session, asPayment(how)),
      payAt: (url, how) => payAtPage(parts, new URL(url).pathname.split('/').at(-1) ?? '', asPayment(how)),
      dispute: (payment, state) => disputeAtSandbox(parts, payment, state),
      async passDays(days) {
        await passTime(parts.db, Math.round(days * 86_400))
        await settleSandbox(parts, { limit: 1_000, log })
      },
      async takeEvents() {
        const events = await untoldEvents(parts, 10_000)
        await Promise.all(events.map(({ told }) => told()))
        return events.map(({ body, signature }) => ({ body, signature }))
      },
      sign: (body, seconds) => signBody(body, parts.secret, systemClock.nowMs() + seconds * 1_000).signature,
      inOtherVersion: (body) => Buffer.from(JSON.stringify({ ...JSON.parse(body.toString()), version: 2 })),
    },
    close: () => two.close(),
  }
}

export async function openStripeWorld(): Promise<World> {
  const server = await startStripeServer()
  const secret = newSecret()
  const settings: StripeSettings = {
    secretKey: 'sk_test_waybill',
    publishableKey: 'pk_test_waybill',
    webhookSecrets: [secret],
    ui: 'redirect',
    apiBase: server.base,
    collectsTax: false,
    prices: [],
  }
  const sell = async () => {
    const provider = await openStripe(settings, systemClock)
    return { provider, prices: stripePrices, sandbox: null, addsTax: settings.collectsTax }
  }
  const two = await openTwoProcesses(sell)
  return {
    two,
    provider: {
      provider: two.processes[0].payments.provider,
      prices: stripePrices,
      pay: async (session, how) => server.pay(session, asPayment(how)),
      payAt: async (url, how) => server.payInvoice(url, asPayment(how)),
      dispute: async (payment, state) => server.books.dispute(payment, state),
      passDays: async (days) => server.books.pass(days),
      async takeEvents() {
        server.books.pass(0)
        return server.takeEvents(API_VERSION).map((body) => ({ body, signature: signLikeStripe(body, secret) }))
      },
      sign: (body, seconds) => signLikeStripe(body, secret, seconds),
      inOtherVersion: (body) => Buffer.from(body.toString().replace(API_VERSION, '2025-01-27.acacia')),
    },
    async close() {
      await two.close()
      await server.close()
    },
  }
}
