import { expect, test } from 'vitest'
import { isPure } from './pure-tests.ts'

const judge = (files: Record<string, string>) => isPure('apps/server/src/a.test.ts', (path) => files[path] ?? '')
const importing = (...targets: string[]) => targets.map((target) => `import { one } from '${target}'`).join('\n')

test.each([
  ['a rule beside it', importing('./a.ts', 'vitest'), true],
  ['types alone of the test app', "import type { TestApp } from '#test/app/test-app'", true],
  ['the file system', importing('node:fs', 'node:path'), true],
  ['another process', importing('node:child_process'), false],
  ['a browser', importing('@playwright/test'), false],
  ['a database, over several lines', "import {\n  sql,\n} from 'kysely'", false],
  ['a socket, when it runs', "await import('node:net')", false],
])('a test that imports %s', (_case, text, expected) => {
  expect(judge({ 'apps/server/src/a.test.ts': text })).toBe(expected)
})

test('the check follows test code that a test imports, but not the code under test', () => {
  const support = {
    'apps/server/src/a.test.ts': importing('#test/app', './a.ts'),
    'apps/server/src/a.ts': importing('pg'),
  }
  expect(judge({ ...support, 'apps/server/test/app.ts': importing('./line.ts') })).toBe(true)
  const line = { 'apps/server/test/app.ts': importing('./line.ts'), 'apps/server/test/line.ts': importing('node:net') }
  expect(judge({ ...support, ...line })).toBe(false)
})
