import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { rename, unlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#test/database/test-database'
import { ClosingPool } from '../pool.ts'
import type { Database } from '../schema.ts'
import { openMasterKey } from './check-master-key.ts'

let database: TestDatabase
let db: Kysely<Database>
let folder = ''
const file = (name: string) => join(folder, name)

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waybill-keys-'))
  database = await cloneDatabase()
  db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: new ClosingPool(database.connection) }) })
})
afterEach(async () => {
  await db.destroy()
  await database.drop()
  rmSync(folder, { recursive: true })
})

test('recognises its master key and refuses another', async () => {
  expect(await openMasterKey(db, file('one'))).toMatchObject({ isNew: true })
  expect(await openMasterKey(db, file('one'))).toMatchObject({ isNew: false })
  await rename(file('one'), file('kept'))
  await db.deleteFrom('master_keys').execute()
  await openMasterKey(db, file('two'))
  const refused: string[] = []
  await expect(openMasterKey(db, file('kept'), (fingerprint) => refused.push(fingerprint))).rejects.toThrow(
    `${file('kept')} is not the one this database was created with`,
  )
  expect(refused).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)])
  expect(existsSync(file('kept'))).toBe(true)
})

test('does not replace a lost key file', async () => {
  await openMasterKey(db, file('master.key'))
  await unlink(file('master.key'))
  await expect(openMasterKey(db, file('master.key'))).rejects.toThrow('is missing, but this database was created with')
  expect(readdirSync(folder)).toEqual([])
})

test('lets exactly one of two nodes run when both first start at once with different key files, in every round', async () => {
  for (let round = 0; round < 20; round += 1) {
    await db.deleteFrom('master_keys').execute()
    const opened = await Promise.allSettled([`a${round}`, `b${round}`].map((name) => openMasterKey(db, file(name))))
    expect(opened.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    // The loser's key file is removed too, so that nobody mistakes it for the right one.
    expect(readdirSync(folder).length).toBe(round + 1)
  }
})

test('lets all nodes run when they first start at once with one key file, in every round, and names one as the first', async () => {
  for (let round = 0; round < 20; round += 1) {
    await db.deleteFrom('master_keys').execute()
    await openMasterKey(db, file('shared'))
    await db.deleteFrom('master_keys').execute()
    const opened = await Promise.all(Array.from({ length: 4 }, () => openMasterKey(db, file('shared'))))
    expect(opened.filter(({ isNew }) => isNew)).toHaveLength(1)
  }
})
