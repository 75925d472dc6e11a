import { expect, test } from 'vitest'
import { playwrightCounts } from './run-steps.ts'

const spec = (title: string, status: string) => ({ title, tests: [{ status }] })

test('says what broke a journey at its first try, and where', () => {
  const message = '\u001b[31mError: no such button\u001b[39m\n\nLocator: a\nExpected: b\nReceived: c\nmore'
  const tests = [{ status: 'flaky', results: [{ errors: [{ message, location: { line: 7 } }] }, { errors: [] }] }]
  const stats = { expected: 0, flaky: 1, unexpected: 0, skipped: 0 }
  const { secondTries } = playwrightCounts({
    stats,
    suites: [{ title: 'a.spec.ts', specs: [{ title: 'late', tests }] }],
  })
  expect(secondTries).toEqual(['a.spec.ts: late: line 7: Error: no such button Locator: a Expected: b Received: c'])
})

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
