import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makeOperator, nameOperator } from '#test/people/operator'
import { makePerson } from '#test/people/people'
import { insertManyListed } from '#test/transfers/listed-transfers'
import { encodeCursor } from '../platform/cursor.ts'
import { findSecurityRows } from '../platform/security-log/security-store.ts'

let app: TestApp
let operator: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  operator = await makeOperator(app)
})
afterAll(() => app.close())

test('reported transfers are listed page after page, those with the most reports first', async () => {
  const { accountId } = await makeAccount(app)
  await insertManyListed(app.ctx, accountId, 60)
  // Three reports of every third transfer, two of one of each pair of others; many at the same instant.
  await sql`
    insert into abuse_reports (id, transfer_id, reporter, sender, reason, text, created_at, decided_at, decision, decided_by)
    select t.id || '-' || nth, t.id, decode(lpad(nth::text, 8, '0'), 'hex'), ''::bytea, 'other', '',
      now() - t.bytes % 5 * interval '1 minute', now(), 'dismiss', 'command line'
    from transfers t, generate_series(1, case when t.bytes % 3 = 0 then 3 else 1 + t.bytes % 2 end) nth
    where t.account_id = ${accountId}`.execute(app.ctx.db)
  const read = async (after = '') => {
    const answer = await operator.fetch(`/api/operator/reports?state=decided${after}`)
    return await answer.json()
  }
  const pages: Array<{ reported: Array<{ slug: string; reportCount: number }>; next: string | null }> = [await read()]
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await read(`&after=${next}`))
  const all = pages.flatMap(({ reported }) => reported).filter(({ slug }) => slug.startsWith('m'))
  expect([pages.length, new Set(all.map(({ slug }) => slug)).size, all.length]).toEqual([3, 60, 60])
  const counts = all.map(({ reportCount }) => reportCount)
  expect(counts).toEqual(counts.toSorted((one, other) => other - one))
  for (const after of ['x', Buffer.from('[1,-1,"a"]').toString('base64url')])
    expect((await read(`&after=${after}`)).code).toBe('invalid-input')
  await sql`delete from abuse_reports`.execute(app.ctx.db)
})

test('a list of emails and of conversations goes on after its cursor', async () => {
  const { db } = app.ctx
  const mail = { template: 'sender-code', sealed: Buffer.from('quince'), attempts: 3 }
  const hoursAgo = (hours: number) => sql<Date>`now() - make_interval(hours => ${hours})`
  for (const hours of [1, 2]) {
    const id = `of-${hours}-h`
    await db
      .insertInto('mails')
      .values([
        { id: `waits-${id}`, message_id: `waits-${id}`, ...mail, created_at: hoursAgo(hours) },
        { id: `ended-${id}`, message_id: `ended-${id}`, ...mail, sealed: null, given_up_at: hoursAgo(hours) },
      ])
      .execute()
    const person = await makeAccount(app)
    await person.call('writeMessage', { body: { text: id } })
    await db
      .updateTable('conversations')
      .set({ last_at: hoursAgo(hours) })
      .where('account_id', '=', person.accountId)
      .execute()
  }
  const read = async (path: string) => (await operator.fetch(`/api/operator/${path}`)).json()
  const after = (instant: string) => encodeCursor([Date.parse(instant) * 1_000 - 1, 'x'])
  for (const state of ['waiting', 'failed']) {
    const { mails } = await read(`mails?state=${state}`)
    const { givenUpAt, createdAt } = mails.at(-2)
    expect((await read(`mails?state=${state}&after=${after(givenUpAt ?? createdAt)}`)).mails).toEqual(mails.slice(-1))
  }
  const { conversations, next } = await read('conversations?state=open')
  expect(next).toBeNull()
  expect(conversations.map(({ lastText }: { lastText: string }) => lastText)).toEqual(['of-1-h', 'of-2-h'])
  const rest = await read(`conversations?state=open&after=${after(conversations[0].lastAt)}`)
  expect(rest).toEqual({ conversations: conversations.slice(1), next: null })
})

test('reports are listed and decided at the desk, by the operator who is named, but not against operators', async () => {
  const sender = await makeAccount(app)
  const { slug, links } = await sender.send({
    files: [{ path: 'a.txt', content: Buffer.from('a') }],
    emailTo: ['b@x.example'],
  })
  const user = links['b@x.example']?.split('/').at(-1) ?? ''
  const report = { user, reason: 'phishing', text: 'It asks for my password.', email: 'bob@x.example' }
  expect((await makePerson(app).call('reportTransfer', { params: { slug }, body: report })).status).toBe(202)
  const list = async (state: string) => {
    const answer = await operator.fetch(`/api/operator/reports?state=${state}`)
    return (await answer.json()).reported
  }
  const told = { reason: 'phishing', text: 'It asks for my password.', address: 'bob@x.example' }
  expect(await list('open')).toMatchObject([
    { slug, reportCount: 1, isBlocked: false, decided: null, sender: { accountId: sender.accountId }, reports: [told] },
  ])
  expect(await list('decided')).toEqual([])

  const decide = (decision: string, of = slug) =>
    operator.call('decideReported', { params: { slug: of }, body: { decision, note: 'seen' } })
  expect((await decide('dismiss', 'AAAAAAA')).body.code).toBe('not-found')
  await nameOperator(app, sender)
  expect((await decide('suspend-account')).body.code).toBe('operator-account')
  expect(await list('open')).toHaveLength(1)
  expect((await decide('block-transfer')).body).toEqual({ withdrawn: 0, unread: 0 })
  expect(await list('open')).toEqual([])
  expect((await decide('suspend-account')).body.code).toBe('operator-account')
  const decided = { decision: 'block-transfer', by: operator.accountId, note: 'seen' }
  expect(await list('decided')).toMatchObject([{ slug, isBlocked: true, decided }])
  for (const event of ['reports-decided', 'transfer-blocked'] as const) {
    const rows = await findSecurityRows(app.ctx.db, { event, limit: 5 })
    expect(rows.map(({ facts }) => facts.by)).toEqual([operator.accountId])
  }
})
