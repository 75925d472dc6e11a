import { defineConfig } from 'vitest/config'

/** Everything but the S3 suite, which needs a store (vitest.s3.config.ts), and the browser's journeys. */
export default defineConfig({
  test: {
    include: [
      '*.test.ts',
      'packages/**/*.test.ts',
      'apps/server/**/*.test.ts',
      'apps/web/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    globalSetup: ['apps/server/test/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 3,
    // Most of a file's cost is the loading of the whole server: a worker loads it once, for all files it is given.
    isolate: false,
    // Whole servers and databases start here; on a busy machine that takes its time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
