import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { followServerLog } from './follow-server-log.ts'

test('copies a bounded number of complaints into our log with their code and without quoted text', () => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-pglog-'))
  const file = join(folder, 'pg.log')
  const said: Array<[string, object]> = []
  const log = {
    warn: (facts: object) => void said.push(['warn', facts]),
    error: (facts: object) => void said.push(['error', facts]),
  }
  const line = (code: string, severity: string, message: string) =>
    `2026-11-23 13:00:00.000 UTC [77] ${code} ${severity}:  ${message}\n`
  const look = () => followServerLog(file, log, 0)()
  writeFileSync(file, line('22P02', 'ERROR', 'invalid input syntax for type bigint: "my secret"'))
  appendFileSync(file, line('23505', 'ERROR', 'duplicate key value violates unique constraint "accounts_email_key"'))
  appendFileSync(file, line('53100', 'PANIC', 'could not write to file: No space left on device'))
  appendFileSync(file, line('57P03', 'FATAL', 'the database system is starting up'))
  appendFileSync(file, line('42P01', 'ERROR', 'relation "graphile_worker.migrations" does not exist at character 30'))
  appendFileSync(file, '2026-11-23 13:00:00.000 UTC [77] 00000 LOG:  ready\n')
  look()
  expect(said).toEqual([
    ['warn', expect.objectContaining({ sqlstate: '22P02', complaint: 'invalid input syntax for type bigint: "…"' })],
    ['warn', expect.objectContaining({ complaint: expect.stringContaining('"accounts_email_key"') })],
    ['error', expect.objectContaining({ sqlstate: '53100' })],
  ])
  said.length = 0
  truncateSync(file)
  for (let nth = 0; nth < 500; nth += 1) appendFileSync(file, line('22012', 'ERROR', 'division by zero'))
  look()
  expect(said).toHaveLength(30)
  rmSync(folder, { recursive: true })
})
