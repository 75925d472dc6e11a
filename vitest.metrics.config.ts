import { defineConfig } from 'vitest/config'

/** A server that a real Prometheus scrapes. */
export default defineConfig({
  test: {
    include: ['apps/server/test/metrics/metrics-suite.ts'],
    globalSetup: ['apps/server/test/database/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
