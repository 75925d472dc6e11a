/** An account's reads return no row of anybody else, even in a statement that forgot its owner. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { KEPT } from '../../src/platform/database/kept-statements.ts'
import { makeTestApp, type TestApp } from '../app/test-app.ts'
import { until } from '../app/until.ts'
import { type AccountPerson, makeAccount } from '../people/account-person.ts'
import { moveInto } from '../people/move-into.ts'
import { makeOwner, type Owner } from './owner.ts'

// The owner of one of everything is created first, which takes time on a busy machine.
vi.setConfig({ hookTimeout: 60_000 })

let app: TestApp
let owner: Owner
let other: AccountPerson
let granted: string[]
beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeOwner(app)
  const read = await owner.person.fetch(`/d/${owner.sent.slug}/${owner.user}`, { headers: { accept: 'text/html' } })
  expect(read.status).toBe(200)
  other = await makeAccount(app)
  const { rows } = await sql<{ name: string }>`
    select distinct table_name::text as name from information_schema.column_privileges
    where grantee = 'waybill_reader' order by 1`.execute(app.ctx.db)
  granted = rows.map(({ name }) => name)
})
afterAll(() => app?.close())

/** How many rows of a table an account sees in a statement without any owner. */
async function shown(accountId: string, table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(
    app.ctx.readAs(accountId),
  )
  return rows[0]?.n ?? -1
}

const had = async (table: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(app.ctx.db)).rows[0]?.n ?? 0

test('every granted table has its policies enabled', async () => {
  expect(granted.length).toBeGreaterThan(10)
  const { rows } = await sql<{ relname: string }>`
    select relname::text from pg_class where relname = any(${granted}::text[]) and relkind in ('r', 'p')
      and (not relrowsecurity or not exists (select from pg_policy where polrelid = pg_class.oid))`.execute(app.ctx.db)
  expect(rows).toEqual([])
})

test('the owner sees rows of every kind, and somebody else none of them', async () => {
  for (const table of ['mails', 'feeds']) await until(async () => (await had(table)) > 0)
  const own = ['transfers', 'transfer_counts', 'transfer_day_counts', 'transfer_files', 'files', 'recipients', 'mails']
  const views = ['transfer_facts', 'transfer_contents', 'stored_files', 'recipient_facts', 'event_facts']
  for (const table of [
    ...own,
    ...views,
    'ledgers',
    'events',
    'contacts',
    'conversation_messages',
    'feeds',
    'account_addresses',
  ]) {
    expect([table, await shown(owner.person.accountId, table)]).not.toEqual([table, 0])
  }
  const addresses = ['account_addresses', 'account_emails']
  const foreign = granted.filter((table) => !addresses.includes(table))
  for (const table of foreign) expect([table, await shown(other.accountId, table)]).toEqual([table, 0])
  for (const table of addresses) expect([table, await shown(other.accountId, table)]).toEqual([table, 1])
})

test('a member of the same workspace sees what it owns, and nothing personal', async () => {
  const colleague = await makeAccount(app)
  await moveInto(app.ctx.db, colleague.accountId, sql`workspace_of(${owner.person.accountId})`)
  for (const table of ['transfers', 'transfer_counts', 'transfer_day_counts', 'contacts', 'transfer_files', 'events']) {
    expect([table, await shown(colleague.accountId, table)]).toEqual([
      table,
      await shown(owner.person.accountId, table),
    ])
  }
  for (const table of ['feeds', 'notifications', 'conversations', 'conversation_messages', 'news_reads'])
    expect([table, await shown(colleague.accountId, table)]).toEqual([table, 0])
  expect(await shown(colleague.accountId, 'account_addresses')).toBe(1)
})

test('a recipient of a mail sees its transfer, and nothing else', async () => {
  const reader = await makeAccount(app, { email: owner.recipientAddress })
  expect(await shown(reader.accountId, 'recipients')).toBe(1)
  expect(await shown(reader.accountId, 'recipient_facts')).toBe(1)
  const tables = ['transfers', 'transfer_files', 'files', 'events', 'contacts']
  for (const table of [...tables, 'transfer_facts', 'transfer_contents', 'stored_files', 'event_facts']) {
    expect([table, await shown(reader.accountId, table)]).toEqual([table, 0])
  }
})

test('a kept statement shows each account its own rows, in turn and concurrently', async () => {
  const ids = (accountId: string) =>
    sql<{ id: string }>`${KEPT} select id from transfers`
      .execute(app.ctx.readAs(accountId))
      .then(({ rows }) => rows.map(({ id }) => id))
  const two = [owner.person.accountId, other.accountId]
  const own = [[owner.sent.id], []]
  for (const nth of [0, 1, 0, 1]) expect(await ids(two[nth] as string)).toEqual(own[nth])
  const asked = Array.from({ length: 60 }, (_, nth) => nth % 2)
  expect(await Promise.all(asked.map((nth) => ids(two[nth] as string)))).toEqual(asked.map((nth) => own[nth]))
})

test('every view has the rights of its reader', async () => {
  const { rows } = await sql<{ relname: string; options: string[] | null }>`
    select relname::text, reloptions as options from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'v'`.execute(app.ctx.db)
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.filter(({ options }) => !options?.includes('security_invoker=true'))).toEqual([])
})

describe('the role reads nothing else, and writes nothing', () => {
  test.each(['accounts', 'sessions', 'passkeys', 'grants', 'event_ips', 'receipt_keys', 'upload_tokens', 'devices'])(
    'not %s',
    async (table) => {
      await expect(shown(owner.person.accountId, table)).rejects.toThrow(`permission denied for table ${table}`)
    },
  )

  test('nor other accounts', async () => {
    await expect(shown(owner.person.accountId, 'account_facts')).rejects.toThrow('permission denied')
  })

  test.each(['recipients.token_hash', 'mails.sealed', 'transfers.network'])('nor %s of its own rows', async (name) => {
    const [table = '', column = ''] = name.split('.')
    const asked = sql`select ${sql.ref(column)} from ${sql.table(table)}`.execute(
      app.ctx.readAs(owner.person.accountId),
    )
    await expect(asked).rejects.toThrow('permission denied')
  })

  test('not even its own', async () => {
    const reader = app.ctx.readAs(owner.person.accountId)
    await expect(reader.updateTable('transfers').set({ message: 'changed' }).execute()).rejects.toThrow('permission')
    await expect(reader.deleteFrom('contacts').execute()).rejects.toThrow('permission')
  })

  test.each(['', '%', "' or true --", "x', false); reset role; --"])(
    'nothing for an account named %j',
    async (name) => {
      expect(await shown(name, 'transfers')).toBe(0)
    },
  )
})
