/** What is owned, what is personal, and that everything owned is in its account's workspace. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '../../src/platform/ids.ts'
import { makeTestApp, type TestApp } from '../app/test-app.ts'
import { makeAccount, PASSWORD } from '../people/account-person.ts'
import { moveInto } from '../people/move-into.ts'
import { makePerson } from '../people/people.ts'
import { makeOwner, type Owner } from './owner.ts'

// The owner of one of everything is created first, which takes time on a busy machine.
vi.setConfig({ hookTimeout: 60_000 })

/** What a workspace owns: such a row names the workspace and the account that created it. */
const OWNED = [
  'contacts',
  'request_templates',
  'requests',
  'submissions',
  'transfer_counts',
  'transfer_day_counts',
  'transfers',
  'uploads',
  'webhooks',
]
/** What belongs to one person in any workspace. */
const PERSONAL = [
  'account_addresses',
  'api_keys',
  'challenges',
  'conversations',
  'device_logins',
  'feedback_openings',
  'feeds',
  'library_grants',
  'live_tickets',
  'news_reads',
  'notifications',
  'passkeys',
  'pictures',
  'recovery_codes',
  'reset_tokens',
  'security_events',
  'sessions',
  'sso_subjects',
  'take_backs',
]
/**
 * Records and counts of transfers: found by their transfer, or by the account they were counted for. And who wrote a
 * comment, which is found by its request.
 */
const RECORDED = ['counted', 'counted_fresh', 'counted_sums', 'events', 'request_comments', 'transfer_searches']

let app: TestApp
let owner: Owner
beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeOwner(app)
})
afterAll(() => app?.close())

async function tablesWith(...columns: string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.relname::text as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and (select count(*) from pg_attribute a
        where a.attrelid = c.oid and a.attname = any(${columns}::text[]) and not a.attisdropped) = ${columns.length}::int
    order by 1`.execute(app.ctx.db)
  return rows.map(({ name }) => name)
}

/** Among the rows of a table that name an account or a workspace: how many there are, and how many disagree. */
async function judged(table: string): Promise<{ all: number; wrong: number }> {
  const { rows } = await sql<{ all: number; wrong: number }>`
    select count(*)::int as all,
      count(*) filter (where t.workspace_id is distinct from workspace_of(t.account_id))::int as wrong
    from ${sql.table(table)} t where t.account_id is not null or t.workspace_id is not null`.execute(app.ctx.db)
  return rows[0] as { all: number; wrong: number }
}

test('every table that names an account is owned, personal or recorded', async () => {
  expect(await tablesWith('account_id')).toEqual([...OWNED, ...PERSONAL, ...RECORDED].sort())
  expect(await tablesWith('account_id', 'workspace_id')).toEqual(OWNED)
})

test('everything an account owns is in its workspace, and follows it into another', async () => {
  for (const table of OWNED) {
    const { all, wrong } = await judged(table)
    expect([table, all > 0 || table === 'request_templates', wrong]).toEqual([table, true, 0])
  }
  const elsewhere = newId()
  await app.ctx.db.transaction().execute(async (tx) => {
    await tx.insertInto('workspaces').values({ id: elsewhere, admin_id: owner.person.accountId }).execute()
    await moveInto(tx, owner.person.accountId, sql`${elsewhere}`)
  })
  for (const table of OWNED) expect([table, (await judged(table)).wrong]).toEqual([table, 0])
})

test('an owned row without its account’s workspace is refused', async () => {
  const stranger = await makeAccount(app)
  for (const workspace of [null, (await makeAccount(app)).accountId]) {
    const changed = sql`update transfers set account_id = ${stranger.accountId}, workspace_id = ${workspace}
      where id = ${owner.sent.id}`.execute(app.ctx.db)
    await expect(changed).rejects.toThrow('violates foreign key constraint')
  }
})

test('what a visitor sends has no owner, and joins account and workspace at once', async () => {
  const visitor = makePerson(app)
  await visitor.prove()
  const { id } = await visitor.send({ files: [{ path: 'a.txt', content: Buffer.from('a') }] })
  const rowOf = () =>
    app.ctx.db
      .selectFrom('transfers')
      .innerJoin('uploads', 'uploads.id', 'transfers.upload_id')
      .select(['transfers.account_id', 'transfers.workspace_id', 'uploads.workspace_id as upload_workspace_id'])
      .where('transfers.id', '=', id)
      .executeTakeFirstOrThrow()
  expect(await rowOf()).toEqual({ account_id: null, workspace_id: null, upload_workspace_id: null })
  const { body } = await visitor.call('signUp', { body: { email: visitor.address, password: PASSWORD } })
  await app.runJobs()
  const account = await sql<{ workspace_id: string }>`select workspace_id from accounts where id = ${body.user._id}`
    .execute(app.ctx.db)
    .then(({ rows }) => rows[0])
  const { workspace_id } = account as { workspace_id: string }
  expect(await rowOf()).toEqual({ account_id: body.user._id, workspace_id, upload_workspace_id: workspace_id })
})
