/** How pages of a list are planned, where one account is large and all others are small. */
import { transferSorts } from '@waybill/contract/transfers/views'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestContext, type TestContext } from '#test/app/test-context'
import { insertManyListed } from '#test/transfers/listed-transfers'
import type { Database } from '../../platform/database/schema.ts'
import { listRuns, type TransferSort } from './list-order.ts'
import { listRows } from './transfer-list-store.ts'
import { ofAccount, type Whose } from './whose.ts'

const OWNER = 'owner'
/** Transfers of the owner, and the number of other accounts, which have one each. */
const LARGE = 1_000
const SMALL = 2_000

let ctx: TestContext
let close: () => Promise<void>
beforeAll(async () => {
  ;({ ctx, close } = await openTestContext())
  await sql`
    with names as (select ${OWNER} as name union all select 'small' || n from generate_series(1, ${SMALL}::int) n),
      made as (insert into workspaces (id, admin_id) select name, name from names returning id)
    insert into accounts (id, workspace_id, email, password_hash)
    select id, id, id || '@example.com', '' from made`.execute(ctx.db)
  await insertManyListed(ctx, OWNER, LARGE + SMALL)
  await sql`
    update transfers set account_id = 'small' || substr(id, ${OWNER.length + 1}),
      workspace_id = 'small' || substr(id, ${OWNER.length + 1})
    where account_id = ${OWNER} and substr(id, ${OWNER.length + 1})::int <= ${SMALL}`.execute(ctx.db)
  await sql`analyze`.execute(ctx.db)
})
afterAll(() => close?.())

interface Plan {
  'Plan Rows'?: number
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  Plans?: Plan[]
}
const partsOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(partsOf)]

/** The plan of a cached statement, for every account: its connection makes no other. */
async function planOf(reader: Kysely<Database>, name: string, values: number): Promise<Plan> {
  const given = Array.from({ length: values }, () => 'null').join(', ')
  const explain = `explain (format json) execute "${name}"${values > 0 ? `(${given})` : ''}`
  const { rows } = await sql.raw<{ 'QUERY PLAN': [{ Plan: Plan }] }>(explain).execute(reader)
  return rows[0]?.['QUERY PLAN'][0].Plan as Plan
}

async function readPages(reader: Kysely<Database>, whose: Whose, sort: TransferSort): Promise<void> {
  for (const run of listRuns('all', sort))
    await listRows(reader, whose, { sort, run, after: null }, { skip: 0, take: 30 })
}

test('plans a statement without a known account for a large one', async () => {
  const reader = ctx.readAs(OWNER)
  await sql.raw('prepare of_account (text) as select id from transfers where account_id = $1').execute(reader)
  const [scan] = partsOf(await planOf(reader, 'of_account', 1)).filter((part) => part['Relation Name'] === 'transfers')
  expect(scan?.['Plan Rows']).toBeGreaterThanOrEqual((LARGE + SMALL) / 100)
})

test.each(transferSorts)(
  'joins a transfer of a page by %s through its key, without a search through the account',
  async (sort) => {
    const reader = ctx.readAs(OWNER)
    await readPages(reader, ofAccount(OWNER), sort)
    const { rows } = await sql<{ name: string; values: number; statement: string }>`
    select name, cardinality(parameter_types) as values, statement from pg_prepared_statements`.execute(reader)
    const pages = rows.filter(({ statement }) => statement.includes('join transfers t'))
    expect(pages.length).toBeGreaterThan(0)
    for (const { name, values } of pages) {
      const byId = partsOf(await planOf(reader, name, values)).filter(
        (part) =>
          part['Index Name']?.startsWith('transfers_') && /\bid = (?!')/.test(`${part['Index Cond']} ${part.Filter}`),
      )
      expect(byId.length).toBeGreaterThan(0)
      expect(new Set(byId.map((part) => part['Index Name']))).toEqual(new Set(['transfers_pkey']))
    }
  },
)

test.each(transferSorts)(
  'reads a page by %s in the order of the index of its account, or of its team',
  async (sort) => {
    const reader = ctx.readAs(OWNER)
    for (const [whose, owner, index] of [
      [ofAccount(OWNER), 't.account_id = $', /^transfers_by_/],
      [{ accountIds: [OWNER, 'small1'], workspaceId: OWNER }, 't.workspace_id = $', /^transfers_of_team_by_/],
    ] as const) {
      await readPages(reader, whose, sort)
      const { rows } = await sql<{ name: string; values: number; statement: string }>`
      select name, cardinality(parameter_types) as values, statement from pg_prepared_statements`.execute(reader)
      const pages = rows.filter(({ statement }) => statement.includes('join transfers t') && statement.includes(owner))
      const used = new Set<string>()
      for (const { name, values } of pages) {
        for (const { 'Index Name': one } of partsOf(await planOf(reader, name, values))) if (one) used.add(one)
      }
      const own = [...used].filter((name) => /^transfers_(by|of)_/.test(name))
      expect(own.length).toBeGreaterThan(0)
      expect(own.filter((name) => !index.test(name))).toEqual([])
    }
  },
)
