import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestEnvironment, type TestEnvironment } from '#test/app/test-environment'
import { makeSender, saved } from '#test/people/sender'
import { testFile } from '#test/storage/upload-parts'
import { childEnv } from './platform/config/env.ts'

/** Every command is a separate process, which takes a while to start. */
const PATIENCE_MS = 120_000

let environment: TestEnvironment
let upload: { _id: string }
let close: () => Promise<void>

beforeAll(async () => {
  environment = await makeTestEnvironment()
  const node = await environment.open()
  close = node.close
  upload = await saved(node.ctx, await makeSender(node.ctx), [testFile('a.bin', 300_000), testFile('b.txt', 9)])
})
afterAll(async () => {
  await close()
  await environment.drop()
})

async function waybill(...words: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { ...childEnv(), DATA_DIR: environment.dataDir, DATABASE_URL: environment.databaseUrl }
  const run = promisify(execFile)(process.execPath, [join(import.meta.dirname, 'cli.ts'), ...words], { env })
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, err: stderr }),
    ({ code, stdout, stderr }) => ({ code, out: stdout, err: stderr }),
  )
}

test('fsck beside a running server finds nothing where nothing is inconsistent', { timeout: PATIENCE_MS }, async () => {
  expect(await waybill('fsck', '--hash')).toEqual({ code: 0, out: 'No findings.\n', err: '' })
})

test('fsck exits with 1 and names what is inconsistent, as JSON too', { timeout: PATIENCE_MS }, async () => {
  const { ctx, close: closeOther } = await environment.open()
  await sql`update transfers set file_count = 7`.execute(ctx.db)
  const plain = await waybill('fsck')
  expect(plain).toMatchObject({ code: 1, err: '' })
  expect(plain.out).toBe(`transfer-contradiction ${upload._id} what=counts differ from its files\n1 finding.\n`)
  const { code, out } = await waybill('fsck', '--json')
  expect(code).toBe(1)
  const facts = { what: 'counts differ from its files' }
  expect(JSON.parse(out)).toEqual([{ kind: 'transfer-contradiction', id: upload._id, facts }])
  await sql`update transfers set file_count = 2`.execute(ctx.db)
  await closeOther()
})

test('prints the help on request and for an unknown command', { timeout: PATIENCE_MS }, async () => {
  expect(await waybill('--help')).toMatchObject({ code: 0, out: expect.stringContaining('fsck') })
  for (const words of [[], ['format-disk'], ['fsck', 'twice'], ['fsck', '--unknown']]) {
    expect(await waybill(...words)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/Usage|Unknown option/),
    })
  }
})
