import { Problem } from '@waybill/contract/core/problems'
import type { PaymentProvider } from '../../src/platform/payments/payment-provider.ts'

/**
 * Has one method of a provider fail once: before it does anything, or so that only its answer is lost.
 *
 * @returns whether it has failed
 */
export function failOnce(of: PaymentProvider, name: keyof PaymentProvider, when: 'before' | 'after'): () => boolean {
  const provider = of as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>
  const real = provider[name] as (...given: unknown[]) => Promise<unknown>
  let hasFailed = false
  provider[name] = async (...given) => {
    provider[name] = real
    if (when === 'after') await real(...given)
    hasFailed = true
    throw new Problem('payments-unavailable')
  }
  return () => hasFailed
}
