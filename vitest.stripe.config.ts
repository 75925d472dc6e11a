import { defineConfig } from 'vitest/config'

/** The payment suite against Stripe's test mode, one test at a time: they share its clocks and its limits. */
export default defineConfig({
  test: {
    include: ['apps/server/test/payments/stripe-live-suite.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
})
