import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operate } from '#test/app/operate'
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

test('lifetime codes are made, listed by state, and ended as long as nobody has redeemed them', async () => {
  const made = (await operator.call('makeLifetimeAtDesk', { body: { count: 52, note: 'a fair' } })).body.codes
  expect(new Set(made).size).toBe(52)
  const list = async (query: string) => (await operator.fetch(`/api/operator/lifetime${query}`)).json()
  const first = await list('')
  const second = await list(`?after=${first.next}`)
  expect([first.codes.length, second.codes.length, second.next]).toEqual([50, 2, null])
  expect(JSON.stringify([first, second])).not.toContain(made[0])
  const listed = [...first.codes, ...second.codes]
  expect(new Set(listed.map(({ _id }) => _id)).size).toBe(52)
  const idOf = (code: string) => listed.find(({ ending }) => code.endsWith(ending))._id
  const person = await makeAccount(app)
  expect((await person.call('redeemLifetimeCodes', { body: { codes: [made[0]] } })).status).toBe(200)
  const end = async (id: string) => (await operator.call('endLifetimeAtDesk', { params: { code: id }, body: {} })).body
  expect(await end(idOf(made[0]))).toEqual({ isEnded: false })
  expect(await end('no-such-code')).toEqual({ isEnded: false })
  expect(await Promise.all([end(idOf(made[1])), end(idOf(made[1]))])).toEqual(
    expect.arrayContaining([{ isEnded: true }, { isEnded: false }]),
  )
  expect((await makePerson(app).call('redeemLifetimeCodes', { body: { codes: [made[1]] } })).status).not.toBe(200)
  expect((await list('?state=redeemed')).codes).toMatchObject([{ email: person.address, note: 'a fair' }])
  expect((await list('?state=revoked')).codes).toMatchObject([{ _id: idOf(made[1]), email: null }])
  for (const body of [{ count: 0 }, { count: 101 }, { count: 1.5 }, { count: 1, note: 'x'.repeat(201) }])
    expect((await operator.call('makeLifetimeAtDesk', { body } as never)).body.code).toBe('invalid-input')
  const { rows } = await sql<{ event: string; facts: object }>`
    select event, facts from security_events where event like 'lifetime-%' and event <> 'lifetime-redeemed' order by event`.execute(
    app.ctx.db,
  )
  expect(rows).toEqual([
    { event: 'lifetime-made', facts: { codes: 52, by: operator.accountId } },
    { event: 'lifetime-revoked', facts: { code: (made[1] as string).slice(-4), by: operator.accountId } },
  ])
})

test('the command line does what the desk does with answers, assignments, accounts and health', async () => {
  const waybill = (...words: string[]) => operate(app.env, ...words)
  expect(await waybill('answer', 'save', 'Greeting', 'Hello there')).toMatchObject({ code: 0, out: 'Saved.\n' })
  expect((await waybill('answer', 'save', 'Greeting', 'Good day')).code).toBe(0)
  const answers = (await operator.fetch('/api/operator/canned-answers').then((got) => got.json())).answers
  expect(answers).toMatchObject([{ title: 'Greeting', text: 'Good day' }])
  expect((await waybill('answer', 'list')).out).toBe(`${answers[0]._id}\tGreeting\tGood day\n`)
  expect((await waybill('answer', 'delete', answers[0]._id)).out).toBe('Deleted.\n')
  expect((await waybill('answer', 'delete', answers[0]._id)).code).toBe(1)
  const person = await makeAccount(app, { fullName: 'Found By Words' })
  const id = `conv-${person.accountId}`
  await sql`insert into conversations (id, account_id, language, state, length)
    values (${id}, ${person.accountId}, 'en', 'open', 1)`.execute(app.ctx.db)
  await sql`insert into conversation_messages (conversation_id, place, author, body, came_by)
    values (${id}, 1, 'customer', 'Hello', 'page')`.execute(app.ctx.db)
  expect((await waybill('conversation', 'assign', id, person.address)).out).toContain('No operator has the address')
  expect((await waybill('conversation', 'assign', id, operator.address)).code).toBe(0)
  const read = async () => (await operator.call('openConversation', { params: { conversation: id } })).body.conversation
  expect(JSON.stringify(await read())).toContain('"isMine":true')
  expect((await waybill('conversation', 'release', id)).code).toBe(0)
  expect(JSON.stringify(await read())).toContain('"isMine":false')
  expect((await waybill('conversation', 'release', 'none')).code).toBe(1)
  const found = await waybill('user', 'find', 'found by wo')
  expect(found.out).toMatch(new RegExp(`^${person.accountId}\t${person.address}\tFound By Words\t`))
  expect((await waybill('user', 'find', 'nobody at all')).code).toBe(1)
  const { cells } = JSON.parse((await waybill('health', 'history', 'day', '--json')).out)
  expect(cells).toHaveLength(48)
  expect((await waybill('health', 'history', 'week')).out.split('\n').length).toBeGreaterThan(50)
})
