import { defineConfig } from 'vitest/config'

/** Files on a real virus scanner. */
export default defineConfig({
  test: {
    include: ['apps/server/test/scanning/clamd-suite.ts'],
    globalSetup: ['apps/server/test/database/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
