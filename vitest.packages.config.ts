import { defineConfig } from 'vitest/config'

/** What people install, built and run by the programs that they use. */
export default defineConfig({
  test: {
    include: ['apps/server/test/packages/*-suite.ts'],
    globalSetup: ['apps/server/test/database/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 1,
    testTimeout: 300_000,
    // An image takes minutes on a busy machine.
    hookTimeout: 1_800_000,
  },
})
