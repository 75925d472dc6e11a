import type { Context } from '../../context.ts'
import { linkTo, paths } from '../links.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { makePrices, type Prices } from './prices.ts'
import { type SandboxParts, sandboxPrices } from './sandbox/sandbox-calls.ts'
import { openSandbox } from './sandbox/sandbox-provider.ts'
import { openStripe } from './stripe/stripe-provider.ts'

/** Who takes the money, and what is sold at which price id. */
export interface Payments {
  provider: PaymentProvider
  prices: Prices
  /** Whether the provider adds tax to these prices. */
  addsTax: boolean
  /** Where the sandbox is the provider: what its page and its jobs stand on. */
  sandbox: SandboxParts | null
}

/** Null: nothing is on sale here. */
export async function openPayments({
  config,
  db,
  clock,
  masterKey,
}: Pick<Context, 'config' | 'db' | 'clock' | 'masterKey'>): Promise<Payments | null> {
  const { payments } = config
  if (payments === null) return null
  if (payments.kind === 'stripe') {
    const { collectsTax: addsTax } = payments
    return { provider: await openStripe(payments, clock), prices: makePrices(payments.prices), addsTax, sandbox: null }
  }
  const secret = masterKey.derive('payments-sandbox')
  const pageOf = (session: string) => linkTo(config, paths.payment(session))
  const sandbox: SandboxParts = { db, clock, secret, pageOf, homeUrl: linkTo(config, paths.billing) }
  return { provider: openSandbox(sandbox), prices: sandboxPrices, addsTax: false, sandbox }
}
