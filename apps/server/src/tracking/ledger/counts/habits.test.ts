import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { findBestHours } from './counts-store.ts'

const NOW = 1_994_321
const ASHA = 'asha@rao-forge.example'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

/** So many openings at one of her hours, the last of them this many quarters ago. */
const opened = (times: number, hour: number, ago: number, table: 'counted' | 'counted_fresh') =>
  sql`insert into ${sql.table(table)} (account_id, quarter, kind, country, address, file_id, local_hour)
    select 'owner', ${NOW - ago} - n, 'opening', 'IN', ${ASHA}, '', ${hour}::int
    from generate_series(0, ${times - 1}::int) n`.execute(app.ctx.db)

test('reports what was done most recently as the habit, however often something else was done before', async () => {
  const bestHour = async (from: number, to: number) =>
    (await findBestHours(app.ctx.db, ['nobody', 'owner'], [ASHA, 'nobody@rao-forge.example'], { from, to })).get(ASHA)
  await opened(400, 9, 1_000, 'counted')
  await opened(40, 14, 500, 'counted')
  expect(await bestHour(0, NOW)).toBe(9)
  await opened(30, 14, 10, 'counted_fresh')
  expect(await bestHour(0, NOW)).toBe(14)
  expect(await bestHour(0, NOW - 1_000)).toBe(9)
  expect(await bestHour(NOW, NOW + 1)).toBeUndefined()
})
