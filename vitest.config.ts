import { defineConfig } from 'vitest/config'
import { pureTests } from './scripts/suites/pure-tests.ts'

/** Tests of the sources themselves, which git lists. */
const aboutSources = ['*.test.ts']
const besideCode = ['packages', 'apps/server', 'apps/web', 'scripts'].map((folder) => `${folder}/**/*.test.ts`)
const pure = [...aboutSources, ...pureTests(besideCode)]

/** Everything except the S3 suite, which needs a store (vitest.s3.config.ts), and the browser's journeys. */
export default defineConfig({
  test: {
    pool: 'forks',
    // Tests wait for timers, disks and other processes half of their time: two per core keep the cores busy.
    maxWorkers: 4,
    // Most of a file's cost is loading the whole server: a worker loads it once, for all files that it runs.
    isolate: false,
    // Tests here start whole servers and databases, which is slow on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      { extends: true, test: { name: 'pure', include: pure } },
      {
        extends: true,
        test: {
          name: 'integration',
          include: besideCode,
          exclude: [...pure, '**/node_modules/**'],
          globalSetup: ['apps/server/test/database/global-setup.ts'],
        },
      },
    ],
  },
})
