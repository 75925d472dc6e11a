import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { withTotp } from '#test/people/second-factors'

const DAY_MS = 86_400_000

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp({ env: { IP_RETENTION_DAYS: '10' } })
})
afterAll(async () => {
  await app.close()
})

async function forget(): Promise<void> {
  await sql`select graphile_worker.add_job('forget-sessions', '{}')`.execute(app.ctx.db)
  await app.runJobs()
}
const counts = async () => {
  const { rows } = await sql`select (select count(*) from sessions)::int as sessions,
    (select count(ip) from sessions)::int as addresses, (select count(*) from take_backs)::int as changes,
    (select count(*) from reset_tokens)::int as resets`.execute(app.ctx.db)
  return rows[0]
}

test("deletes expired data on time, addresses after the operator's number of days, and nothing sooner", async () => {
  const account = await makeAccount(app)
  await withTotp(account)
  await makePerson(app).call('requestReset', { body: { email: account.address } })
  await app.runJobs()
  await forget()
  expect(await counts()).toEqual({ sessions: 1, addresses: 1, changes: 1, resets: 1 })
  await app.passTime(4 * DAY_MS)
  await forget()
  expect(await counts()).toEqual({ sessions: 1, addresses: 1, changes: 0, resets: 0 })
  expect(await account.call('listSessions')).toMatchObject({ status: 200 })
  await app.passTime(7 * DAY_MS)
  await forget()
  expect(await counts()).toEqual({ sessions: 1, addresses: 0, changes: 0, resets: 0 })
  await app.passTime(110 * DAY_MS)
  await forget()
  expect(await counts()).toEqual({ sessions: 0, addresses: 0, changes: 0, resets: 0 })
})
