import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { opensslLines } from './openssl-lines.ts'

test('the page shows the lines of the guide, which a test runs on real receipts', async () => {
  const guide = await readFile(join(import.meta.dirname, '../../../../../docs/receipts.md'), 'utf8')
  expect(guide).toContain(`\`\`\`sh\n${opensslLines}\n\`\`\``)
})
