/** The examples of docs/storage-credentials.md run as they are written, one after the other, on the disk store. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { makeAccount } from '#test/people/account-person'
import { makeKey } from '#test/people/key-person'
import { sha256 } from '#test/people/recipient'

const PAGE = join(import.meta.dirname, '../../../../../docs/storage-credentials.md')
let app: TestApp
let folder: string
beforeAll(async () => {
  app = await makeTestApp()
  folder = await mkdtemp(join(tmpdir(), 'waybill-documented-'))
})
afterAll(async () => {
  await app?.close()
  await rm(folder, { recursive: true })
})

test('plans, gets keys, puts the file with three clients and saves', async () => {
  const page = await readFile(PAGE, 'utf8')
  const blocks = [...page.matchAll(/```(sh|python)\n([\s\S]*?)```/g)].map(([, language, text = '']) =>
    language === 'sh' ? text : `/usr/bin/python3 - <<'END'\n${text}END\n`,
  )
  const isSave = (text: string) => text.includes('/quicksendData')
  const steps = [...blocks.filter((text) => !isSave(text)), ...blocks.filter(isSave)]
  expect(steps).toHaveLength(6)
  const content = randomBytes(21_000_000)
  await writeFile(join(folder, 'drawings.zip'), content)
  const person = await makeAccount(app, { role: 'business', subscription: 'active' })
  const { key } = await makeKey(app, person, { scopes: ['send'] })
  const env = { PATH: '/usr/bin:/bin', HOME: folder, WAYBILL: app.origin, KEY: key }
  const script = ['set -euo pipefail', ...steps].join('\n')
  const { stdout } = await promisify(execFile)('bash', ['-c', script], { cwd: folder, env })
  expect(stdout).toMatch(/"ops":\[\{"_id":/)
  await app.runJobs()
  const rows = await app.ctx.db.selectFrom('files').selectAll().execute()
  expect(rows.map(({ sha256: sum }) => sum?.toString('hex'))).toEqual([sha256(content)])
})
