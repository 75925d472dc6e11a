// The last step of .ci/run: adds up the suites named as arguments, each as `runSteps` left it in test-results. The last
// line is "N passed, N failed"; the exit code says the same. A suite without a result counts as failed.
import { readFileSync } from 'node:fs'
import { verdict } from './verdict.mjs'

function readSuite(name) {
  try {
    return JSON.parse(readFileSync(new URL(`../../test-results/${name}.json`, import.meta.url), 'utf8'))
  } catch {
    return { passed: 0, failed: 1, told: [`${name} left no result`], secondTries: [] }
  }
}

const { failed, lines } = verdict(process.argv.slice(2).map(readSuite))
console.log(lines.join('\n'))
process.exitCode = failed === 0 ? 0 : 1
