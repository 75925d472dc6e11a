import { expect, test } from 'vitest'
import { playwrightCounts } from './run-steps.ts'

const spec = (title: string, status: string) => ({ title, tests: [{ status }] })

test('a journey that passed at its second try passed and is named; a skipped one has failed', () => {
  const specs = [
    spec('plain', 'expected'),
    spec('late', 'flaky'),
    spec('wrong', 'unexpected'),
    spec('left out', 'skipped'),
  ]
  const stats = { expected: 1, flaky: 1, unexpected: 1, skipped: 1 }
  expect(playwrightCounts({ stats, suites: [{ title: 'a.spec.ts', specs }] })).toEqual({
    passed: 2,
    failed: 2,
    told: ['a.spec.ts: wrong', 'skipped: a.spec.ts: left out'],
    secondTries: ['a.spec.ts: late'],
  })
})
