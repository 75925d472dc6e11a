import { defineConfig } from 'vitest/config'

/** Custom hosts with real name servers, a real certificate authority, a browser and Caddy. */
export default defineConfig({
  test: {
    include: ['apps/server/test/domains/custom-host-suite.ts'],
    globalSetup: ['apps/server/test/database/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
