import { Problem } from '@waybill/contract/core/problems'
import type { PaymentProvider } from '../../src/platform/payments/payment-provider.ts'

/** Has one method of a provider fail once: before it does anything, or so that only its answer is lost. */
export function failOnce(of: PaymentProvider, name: keyof PaymentProvider, when: 'before' | 'after'): void {
  const provider = of as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>
  const real = provider[name] as (...given: unknown[]) => Promise<unknown>
  provider[name] = async (...given) => {
    provider[name] = real
    if (when === 'after') await real(...given)
    throw new Problem('payments-unavailable')
  }
}
