/** Names every test that passed only when it was tried again, at the end of the run: it wants mending all the same. */
import type { Reporter, TestCase } from 'vitest/node'

export default class SecondTries implements Reporter {
  readonly #names: string[] = []

  onTestCaseResult(test: TestCase): void {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId}: ${test.fullName}`)
  }

  onTestRunEnd(): void {
    for (const name of this.#names) console.log(`needed a second try: ${name}`)
  }
}
