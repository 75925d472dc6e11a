import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { emptyDatabase } from '#test/test-database'
import { migrate } from '../database/migrate.ts'
import { openDatabase } from '../database/open.ts'
import { makeLog } from '../log.ts'
import { checkLedgers } from './index.ts'

const log = makeLog('silent')
const migrations = join(import.meta.dirname, '../database/migrations')

test('what was on record before there were ledgers becomes the beginning of the chains', async () => {
  const database = await emptyDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'waybill-before-'))
  for (const name of readdirSync(migrations)) if (name < '0010') cpSync(join(migrations, name), join(folder, name))
  await migrate(database.connection, { folder })
  rmSync(folder, { recursive: true })
  const client = new pg.Client(database.connection)
  await client.connect()
  await insertAnyhow(client, 'uploads', { id: 'upload', store: 'disk', state: 'open' })
  await insertAnyhow(client, 'transfers', { id: 'one', slug: 'aaaaaaa', upload_id: 'upload', role: 'free' })
  await insertAnyhow(client, 'recipients', { id: 'asha', transfer_id: 'one', token_hash: '\\x01' })
  const before = [
    ['e2', 'begun', '10.1.2.3', 'Back\\slash on Linux', '2026-01-02T03:04:05.678912Z'],
    ['e1', 'opened', '47.75.18.65', 'Firefox on\nLinux', '2026-01-02T03:04:04Z'],
    ['e3', 'finished', null, null, '2026-02-03T03:04:05Z'],
  ]
  for (const [id, kind, ip, device, at] of before) {
    await client.query(
      `insert into events (id, transfer_id, recipient_id, kind, lane, ip, country, device, bytes, at)
       values ($1, 'one', 'asha', $2, 'human', $3, 'HK', $4, 12, $5)`,
      [id, kind, ip, device, at],
    )
  }
  expect(await migrate(database.connection)).toContain('0010-ledger.sql')
  const { rows } = await client.query(
    `select e.id, place, host(ip) as ip, device, bytes::int, e.at from events e left join event_ips on event_id = e.id
     order by place`,
  )
  expect(rows).toEqual([
    {
      id: 'e1',
      place: 1,
      ip: '47.75.18.65',
      device: 'Firefox on\nLinux',
      bytes: 12,
      at: new Date(before[1]?.[4] ?? ''),
    },
    {
      id: 'e2',
      place: 2,
      ip: '10.1.2.3',
      device: 'Back\\slash on Linux',
      bytes: 12,
      at: new Date('2026-01-02T03:04:05.678Z'),
    },
    { id: 'e3', place: 3, ip: null, device: null, bytes: 12, at: new Date('2026-02-03T03:04:05Z') },
  ])
  await client.end()
  const opened = await openDatabase({ database: { kind: 'url', url: database.url } }, log)
  expect(await checkLedgers(opened)).toEqual([])
  await opened.db.updateTable('events').set({ device: 'Else' }).where('id', '=', 'e2').execute()
  expect(await checkLedgers(opened)).toEqual([{ kind: 'ledger-broken', id: 'one', facts: { place: 2 } }])
  await opened.close()
  await database.drop()
})

/** A row with what is given, and anything at all in what else must be filled. */
async function insertAnyhow(client: pg.Client, table: string, given: Record<string, unknown>): Promise<void> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_name = $1 and is_nullable = 'NO' and column_default is null`,
    [table],
  )
  const anything: Record<string, unknown> = {
    text: 'email',
    bytea: '\\x00',
    boolean: false,
    'timestamp with time zone': new Date(),
  }
  const row = { ...Object.fromEntries(rows.map(({ name, type }) => [name, anything[type] ?? 0])), ...given }
  const names = Object.keys(row)
  await client.query(
    `insert into ${table} (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    Object.values(row),
  )
}
