import { defineConfig } from 'vitest/config'

/** Tests against a real S3 store, one file at a time: they share its one bucket. */
export default defineConfig({
  test: {
    include: ['**/*.s3-test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['apps/server/test/database/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 1,
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
