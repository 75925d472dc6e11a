import type { Context } from '../../context.ts'
import { linkTo, paths } from '../links.ts'
import type { PaymentProvider } from './payment-provider.ts'
import type { Prices } from './prices.ts'
import { type SandboxParts, sandboxPrices } from './sandbox/sandbox-calls.ts'
import { openSandbox } from './sandbox/sandbox-provider.ts'

/** Who sells here, and at which prices. */
export interface Payments {
  provider: PaymentProvider
  prices: Prices
  /** Where the provider is the sandbox: what its page and its jobs stand on. */
  sandbox: SandboxParts | null
}

/** The sandbox sells while the server has its default address; else nothing is for sale, which is null. */
export function openPayments({
  config,
  db,
  masterKey,
  clock,
}: Pick<Context, 'config' | 'db' | 'masterKey' | 'clock'>): Payments | null {
  if (!config.publicUrlIsDefault) return null
  const sandbox: SandboxParts = {
    db,
    clock,
    secret: masterKey.derive('sandbox-payments'),
    pageOf: (session) => linkTo(config, paths.sandboxCheckout(session)),
    homeUrl: linkTo(config, paths.billing),
  }
  return { provider: openSandbox(sandbox), prices: sandboxPrices, sandbox }
}
