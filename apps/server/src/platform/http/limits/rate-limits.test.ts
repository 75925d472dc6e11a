import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '#test/database/test-database'
import { createPool } from '../../database/pool.ts'
import { makeRateLimits } from './rate-limits.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {} }
let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await cloneDatabase()
  pool = createPool(database.connection, quiet, { max: 20, name: 'test' })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('spends exactly the budget with 64 concurrent calls over two processes', async () => {
  const [one, two] = [makeRateLimits(pool), makeRateLimits(pool)]
  const budget = { name: 'probe', points: 5, seconds: 600 }
  const results = await Promise.allSettled(
    Array.from({ length: 64 }, (_, i) => (i % 2 ? one : two).spend(budget, 'key')),
  )
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
  expect(await one.isSpent(budget, 'key')).toBe(true)
  expect(await one.isSpent(budget, 'another')).toBe(false)
})

test('does not store the key itself', async () => {
  await makeRateLimits(pool).spend({ name: 'secret', points: 1, seconds: 60 }, 'ada@lovelace.example')
  const { rows } = await pool.query('select key from rate_limits')
  expect(rows.map(({ key }) => key).join()).not.toContain('lovelace')
})
