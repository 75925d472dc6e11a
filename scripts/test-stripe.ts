/**
 * `npm run test:stripe`: the promises of a payment provider, held against Stripe's test mode. Without a key nothing is
 * proved, so the command fails.
 */
import { join } from 'node:path'
import { findChromium } from './install/find-chromium.ts'
import { RESULTS, runSteps, vitestStep } from './suites/run-steps.ts'

const { STRIPE_TEST_KEY = '' } = process.env
if (/^(?:sk|rk)_test_/.test(STRIPE_TEST_KEY)) {
  const env = { CHROMIUM_PATH: findChromium('whole') }
  const report = join(RESULTS, 'stripe-counts.json')
  await runSteps('npm-test-stripe', [
    vitestStep('the test mode of Stripe', report, ['--config', 'vitest.stripe.config.ts'], env),
  ])
} else {
  console.error(
    'Nothing was tested: STRIPE_TEST_KEY must hold a key of the test mode of Stripe (sk_test_… or rk_test_…).',
  )
  process.exitCode = 1
}
