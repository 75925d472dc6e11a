import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestContext } from '#test/test-context'
import { clearTries, giveTryBack, takeTry } from './login-failure-store.ts'

let opened: Awaited<ReturnType<typeof openTestContext>>
beforeAll(async () => {
  opened = await openTestContext()
})
afterAll(() => opened.close())

const db = () => opened.ctx.db
const letTimePass = (interval: string) =>
  sql`update login_failures set blocked_until = blocked_until - ${interval}::interval,
    failed_at = failed_at - ${interval}::interval`.execute(db())

/** Seconds from the last try to the next that may be made, of the one name there is. */
async function waitSeconds(): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select round(extract(epoch from blocked_until - failed_at))::int as seconds from login_failures`.execute(db())
  return Math.max(0, rows[0]?.seconds ?? Number.NaN)
}

test('the first five may follow each other; from then on the next waits 1, 2, 4 … 900 seconds', async () => {
  const waits = []
  for (let i = 0; i < 18; i++) {
    expect(await takeTry(db(), 'somebody')).toBeNull()
    waits.push(await waitSeconds())
    await letTimePass('15 minutes')
  }
  expect(waits).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900])
  await clearTries(db(), 'somebody')
})

test('until then it is told how long, and nothing is counted', async () => {
  for (let i = 0; i < 14; i++) {
    await takeTry(db(), 'somebody')
    await letTimePass('10 minutes')
  }
  await takeTry(db(), 'somebody')
  const blocked = await takeTry(db(), 'somebody')
  expect(blocked?.waitSeconds).toBeGreaterThan(800)
  expect(blocked?.waitSeconds).toBeLessThanOrEqual(900)
  expect(await waitSeconds()).toBe(900)
  expect(await takeTry(db(), 'somebody else')).toBeNull()
  await clearTries(db(), 'somebody else')
  await clearTries(db(), 'somebody')
})

test('of 64 at once one is taken where the next has to wait, five where none had been made', async () => {
  const outcomes = async () =>
    (await Promise.all(Array.from({ length: 64 }, () => takeTry(db(), 'somebody')))).filter((one) => one === null)
  for (let i = 0; i < 11; i++) {
    await takeTry(db(), 'somebody')
    await letTimePass('1 hour')
  }
  expect(await outcomes()).toHaveLength(1)
  await clearTries(db(), 'somebody')
  expect((await outcomes()).length).toBeGreaterThanOrEqual(5)
  await clearTries(db(), 'somebody')
})

test('one that was never judged is given back, a right one clears them, and a day forgets them', async () => {
  for (let i = 0; i < 5; i++) await takeTry(db(), 'somebody')
  await giveTryBack(db(), 'somebody')
  expect(await takeTry(db(), 'somebody')).toBeNull()
  expect(await waitSeconds()).toBe(1)
  await clearTries(db(), 'somebody')
  expect(await takeTry(db(), 'somebody')).toBeNull()
  expect(await waitSeconds()).toBe(0)
  for (let i = 0; i < 4; i++) await takeTry(db(), 'somebody')
  await letTimePass('25 hours')
  await takeTry(db(), 'somebody')
  await giveTryBack(db(), 'somebody')
  expect(await takeTry(db(), 'somebody')).toBeNull()
  await clearTries(db(), 'somebody')
})
