/** The examples of docs/api.md, run as they stand, and its table. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { keyScopes } from '@waybill/contract/identity/key-scopes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withApiTable } from '../../../../scripts/api-doc/api-table.ts'
import { makeTestApp, type TestApp } from '../app/test-app.ts'
import { makeAccount } from '../people/account-person.ts'
import { makeKey } from '../people/key-person.ts'

const run = promisify(execFile)
const guide = readFileSync(join(import.meta.dirname, '../../../../docs/api.md'), 'utf8')
const blocksOf = (language: string) =>
  [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, code]) => code ?? '')

let app: TestApp
let folder: string
let env: Record<string, string>
beforeAll(async () => {
  app = await makeTestApp()
  folder = mkdtempSync(join(tmpdir(), 'waybill-guide-'))
  const owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
  const { key } = await makeKey(app, owner, { scopes: keyScopes })
  const path = `${dirname(process.execPath)}:${process.env.PATH}`
  env = { PATH: path, WAYBILL: app.origin, WAYBILL_KEY: key, TO: 'asha@rao.example' }
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await app?.close()
})

/** The slug in the line `word <link>` of an output. */
const slugIn = (output: string, word: string) => new RegExp(`^${word} \\S+/(\\w{7})$`, 'm').exec(output)?.[1] ?? ''
const isThere = async (table: 'transfers' | 'requests', slug: string) =>
  (await app.ctx.db.selectFrom(table).select('id').where('slug', '=', slug).execute()).length === 1

test('the examples for a shell send, list, read, fetch and ask', async () => {
  const script = blocksOf('sh')
  expect(script).toHaveLength(4)
  const { stdout } = await run('sh', ['-euc', script.join('\n')], { cwd: folder, env })
  expect(stdout).toMatch(/^account person-/m)
  expect(stdout).toMatch(/^events [1-9]/m)
  expect(stdout).toContain('fetched the same bytes')
  expect(await isThere('transfers', slugIn(stdout, 'sent'))).toBe(true)
  expect(await isThere('requests', slugIn(stdout, 'asked'))).toBe(true)
  expect(JSON.stringify(JSON.parse(readFileSync(join(folder, 'transfers.json'), 'utf8')))).toContain(
    slugIn(stdout, 'sent'),
  )
})

test('the example in TypeScript does the same', async () => {
  const [code = '', ...others] = blocksOf('ts')
  expect(others).toEqual([])
  writeFileSync(join(folder, 'example.ts'), code)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const { stdout } = await run(process.execPath, ['example.ts'], { cwd: folder, env })
  expect(await isThere('transfers', slugIn(stdout, 'sent'))).toBe(true)
  expect(await isThere('requests', slugIn(stdout, 'asked'))).toBe(true)
  expect(readFileSync(join(folder, 'model-again.txt'))).toEqual(readFileSync(join(folder, 'model.txt')))
})

test('the table is that of the contract: npm run api-doc', () => {
  expect(withApiTable(guide)).toBe(guide)
})
