import { randomBytes } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import { expect, test } from 'vitest'
import { cloneDatabase } from '#test/test-database'
import { masterKeyOf } from '../config/master-key.ts'
import { checkMasterKey } from './check-master-key.ts'
import { ClosingPool } from './pool.ts'
import type { Database } from './schema.ts'

test('a database knows its master key again, and refuses another', async () => {
  const database = await cloneDatabase()
  const pool = new ClosingPool({ connectionString: database.url })
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  const key = masterKeyOf(randomBytes(32))
  await checkMasterKey(db, key, '/key')
  await checkMasterKey(db, key, '/key')
  await expect(checkMasterKey(db, masterKeyOf(randomBytes(32)), '/key')).rejects.toThrow('/key is not the one')
  await db.destroy()
  await database.drop()
})
