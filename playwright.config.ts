import { defineConfig } from '@playwright/test'
import { allowsSecondTry } from './scripts/suites/second-try.ts'

/** Longer than others, mostly for waiting: begun last, they would be waited for by idle workers. */
const long = /(?:live-delivery|checklist|live-updates|send\/resume|send\/accessibility|create-request)\.spec\.ts$/

export default defineConfig({
  testDir: 'e2e',
  outputDir: 'test-results/journeys',
  timeout: 240_000,
  expect: { timeout: 15_000 },
  workers: 3,
  retries: allowsSecondTry(process.env) ? 1 : 0,
  forbidOnly: true,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? 'test-results/playwright-report.json' }],
  ],
  projects: [
    { name: 'long', testMatch: long },
    { name: 'others', testIgnore: long },
  ],
  use: {
    browserName: 'chromium',
    // The journeys are people's: by its own name a driven browser is taken for a machine.
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36',
    locale: 'en-GB',
    timezoneId: 'Asia/Hong_Kong',
    // Of a second try alone: a trace takes pictures all the while, which costs as much as the journey itself.
    trace: 'on-first-retry',
    acceptDownloads: true,
    // What moves is drawn sixty times a second by a processor that has other work.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
