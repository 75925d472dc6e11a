import { defineConfig } from '@playwright/test'
import type { SellerName } from './e2e/fixtures/sellers.ts'
import { allowsSecondTry } from './scripts/suites/second-try.ts'

/** Where plans are paid in Stripe's panel; and what is true of every page, whoever sells. */
const panel = /account\/panel\.spec\.ts$/
const everyPage = /site\/every-page\.spec\.ts$/

export default defineConfig<object, { sellerName: SellerName }>({
  testDir: 'e2e',
  outputDir: 'test-results/journeys',
  timeout: 240_000,
  // Three workers share two cores with the tests of the S3 store: what is slow is not wrong.
  expect: { timeout: 30_000 },
  workers: 3,
  retries: allowsSecondTry(process.env) ? 1 : 0,
  forbidOnly: true,
  reporter: [
    ['list'],
    ['json', { outputFile: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ?? 'test-results/playwright-report.json' }],
  ],
  projects: [
    // The same journeys at the other seller: in English at one size, as their pages are the same. Each worker of a
    // project starts a server and a browser; one is enough for so few journeys, and the others run beside it.
    {
      name: 'stripe',
      workers: 1,
      testMatch: [/account\/(?:billing|buying)\.spec\.ts$/, everyPage],
      grep: /@stripe/,
      use: { sellerName: 'stripe' },
    },
    { name: 'panel', workers: 1, testMatch: [panel, everyPage], use: { sellerName: 'panel' } },
    // All in one project, long journeys too: another project would start servers and browsers of its own. Files run by
    // their names, and the last ones are short, so no worker waits long for another.
    { name: 'others', testIgnore: panel },
  ],
  use: {
    browserName: 'chromium',
    // The journeys are people's: by its default name the server would count a driven browser as a bot.
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36',
    locale: 'en-GB',
    timezoneId: 'Asia/Hong_Kong',
    // Only for a second try: a trace takes pictures all the time, which costs as much as the journey itself. It leaves
    // out the network, because large uploads would be in it. Journeys do not choose their own: each other choice
    // starts another worker, with a server and a browser.
    trace: { mode: 'on-first-retry', snapshots: false },
    acceptDownloads: true,
    // The processor has other work than drawing animations sixty times a second.
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
        // No journey reads pixels, and drawing them took a fifth of what a page load costs. A page with so little
        // memory for them still lays out and paints: it draws no picture of that, unless somebody wants pictures.
        ...(process.env.SHOTS ? [] : ['--force-gpu-mem-available-mb=1']),
        // A camera and a microphone of the browser's own, for the journeys that record.
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
      ],
    },
  },
})
