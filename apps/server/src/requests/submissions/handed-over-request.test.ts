import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import type { AccountPerson } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { noise } from '#test/people/recipient'
import { makeTeam } from '#test/people/team'
import { ASHA, askFor, codeOf, expectSound, linkOf, planOf } from '#test/requests/calls'
import { handOverRequests } from '../hand-over-store.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

async function waiting(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(app.ctx.db)
  return rows[0]?.waiting ?? 0
}

test.each([
  ['open link', false],
  ['mailed link', true],
])(
  'files planned through the %s of a request that is handed over meanwhile use the successor’s storage alone',
  async (_link, isMailed) => {
    const { admin, members } = await makeTeam(app)
    const [member] = members as [AccountPerson]
    const request = await askFor(member, { suppliers: [{ email: ASHA }] })
    const link = isMailed ? await linkOf(member, request, ASHA) : { slug: request.slug }
    const submission = { item: request.items[0]?._id ?? '', files: [{ path: 'paper.pdf', content: noise(500) }] }
    const supplier = makePerson(app)
    const { planned } = await app.ctx.db.transaction().execute(async (tx) => {
      await sql`select from accounts where id = ${member.accountId} for update`.execute(tx)
      const before = await waiting()
      const asked = planOf(supplier, link, submission)
      await until(async () => (await waiting()) > before)
      await handOverRequests(tx, member.accountId, admin.accountId)
      return { planned: asked }
    })
    expect(await planned).toMatchObject({ status: 503, body: { code: 'busy' } })
    expect(codeOf(await planOf(supplier, link, submission))).toBe('done')
    const { rows } =
      await sql`select account_id from uploads where account_id in (${admin.accountId}, ${member.accountId})`.execute(
        app.ctx.db,
      )
    expect(rows).toEqual([{ account_id: admin.accountId }])
    await expectSound(app)
  },
)
