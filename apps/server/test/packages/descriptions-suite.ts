/** The compose file and the systemd unit, read by the programs that they are for. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { run } from './containers.ts'

const root = join(import.meta.dirname, '../../../..')
const folder = mkdtempSync(join(tmpdir(), 'waybill-descriptions-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('docker-compose accepts the compose file, and every secret in it comes from outside', () => {
  const env = join(folder, '.env')
  const secrets = ['DATABASE_PASSWORD', 'S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
  writeFileSync(env, secrets.map((name) => `${name}=given-${name}\n`).join(''))
  const file = join(root, 'deploy/compose.yaml')
  const read = run('docker-compose', ['--env-file', env, '--file', file, 'config'])
  expect(read).toContain('postgres://waybill:given-DATABASE_PASSWORD@database:5432/waybill')
  for (const name of secrets) expect(read).toContain(`given-${name}`)
  expect(readFileSync(file, 'utf8')).not.toMatch(/(PASSWORD|KEY(_ID)?): (?!\$\{)\S/)
})

test('systemd accepts the unit, and finds it hardened', () => {
  // The program is not installed here; all else stays.
  const unit = readFileSync(join(root, 'deploy/waybill.service'), 'utf8')
  const file = join(folder, 'waybill.service')
  writeFileSync(file, unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`))
  expect(run('systemd-analyze', ['verify', file])).toBe('')
  // 10 is unprotected; a unit without any of this has 9.6. The threshold is in tenths.
  run('systemd-analyze', ['security', '--offline=true', '--threshold=30', file])
})
