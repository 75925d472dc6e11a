/** How pages of a list are planned, where one account is large and all others are small. */
import { transferSorts } from '@waybill/contract/transfer-views'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertManyListed } from '#test/listed-transfers'
import { openTestContext, type TestContext } from '#test/test-context'
import { listRuns } from './list-order.ts'
import { listRows } from './list-store.ts'

const OWNER = 'owner'
/** Transfers of the owner, and of as many others, who have one each. */
const LARGE = 1_000
const SMALL = 2_000

let ctx: TestContext
let close: () => Promise<void>
beforeAll(async () => {
  ;({ ctx, close } = await openTestContext())
  await sql`
    insert into accounts (id, email, password_hash, role, subscription)
    select name, name || '@example.com', '', 'business', 'active'
    from (select ${OWNER} as name union all select 'small' || n from generate_series(1, ${SMALL}::int) n) names`.execute(
    ctx.db,
  )
  await insertManyListed(ctx, OWNER, LARGE + SMALL)
  await sql`
    update transfers set account_id = 'small' || substr(id, ${OWNER.length + 1})
    where account_id = ${OWNER} and substr(id, ${OWNER.length + 1})::int <= ${SMALL}`.execute(ctx.db)
  await sql`analyze`.execute(ctx.db)
})
afterAll(() => close?.())

test('an account that is not named yet is planned for as a large one', async () => {
  const { rows } = await sql
    .raw<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      'explain (generic_plan, format json) select from transfers where account_id = $1',
    )
    .execute(ctx.db)
  expect(rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows']).toBeGreaterThanOrEqual((LARGE + SMALL) / 100)
})

interface Plan {
  'Plan Rows'?: number
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  Plans?: Plan[]
}
const partsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(partsOf)]

test.each(transferSorts)(
  'a transfer of a page by %s is joined by its key, not looked for in all of the account',
  async (sort) => {
    const reader = ctx.readAs(OWNER)
    for (const run of listRuns('all', sort))
      await listRows(reader, OWNER, { sort, run, after: null }, { skip: 0, take: 30 })
    const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(reader)
    const pages = rows.filter(({ statement }) => statement.includes(' from transfers t'))
    expect(pages.length).toBeGreaterThan(0)
    for (const { statement } of pages) {
      const told = await sql
        .raw<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (generic_plan, format json) ${statement}`)
        .execute(reader)
      const byId = partsOf(told.rows[0]?.['QUERY PLAN'][0].Plan as Plan).filter(
        (part) =>
          /\bid = (?!')/.test(`${part['Index Cond']} ${part.Filter}`) && part['Index Name']?.startsWith('transfers_'),
      )
      expect(byId.length).toBeGreaterThan(0)
      expect(new Set(byId.map((part) => part['Index Name']))).toEqual(new Set(['transfers_pkey']))
    }
  },
)
