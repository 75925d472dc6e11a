import type { LateRequest } from '@waybill/contract/tracking/analytics-endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { answer, askFor, change, linkOf } from '#test/requests/calls'
import { addPastEvent } from '#test/transfers/ledgers'
import { insertDelivery, insertTransfer, type Tracked, type TrackedOptions } from '#test/transfers/tracked-transfer'
import { newId } from '../../platform/ids.ts'

let app: TestApp
let owner: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

const overview = async (person = owner) => (await person.call('readOverview')).body
const sent = (options: TrackedOptions = {}) => insertTransfer(app.ctx, { accountId: owner.accountId, ...options })
const waiting = async (kind: string, person = owner) => {
  const { attention } = await overview(person)
  const found = attention.find((one: { kind: string }) => one.kind === kind)
  return { count: found.count, people: found.people.map(({ email }: { email: string }) => email) }
}
const happen = ({ transferId, recipientIds }: Tracked, kind: string, minutesAgo = 0, nth = 0) =>
  addPastEvent(app.ctx.db, { transferId, recipientId: recipientIds[nth] ?? null, kind, minutesAgo, country: 'IN' })
const mail = ({ recipientIds }: Tracked, outcome: 'refused_at' | 'accepted_at') =>
  sql`insert into mails (id, message_id, template, recipient_id, ${sql.ref(outcome)})
    values (${newId()}, ${newId()}, 'files-arrived-again', ${recipientIds[0]}, now())`.execute(app.ctx.db)
const changed = ({ transferId }: Tracked, what: string) =>
  sql`update transfers set ${sql.raw(what)} where id = ${transferId}`.execute(app.ctx.db)
const inDays = (days: number) => new Date(app.ctx.clock.nowMs() + days * 86_400_000).toISOString()

beforeAll(async () => {
  owner = await makeAccount(app, { role: 'pro' })
})

test('says so for an account without anything', async () => {
  const nobody = await makeAccount(app, { role: 'pro' })
  expect(await overview(nobody)).toEqual({
    hasSent: false,
    hasBeenOpened: false,
    hasAsked: false,
    attention: ['bounced', 'stalled', 'expiring', 'unseen'].map((kind) => ({ kind, count: 0, people: [] })),
    lateRequests: [],
    countries: [],
    recent: [],
  })
})

test('knows the first steps of an account from its rows', async () => {
  const newcomer = await makeAccount(app, { role: 'pro' })
  const steps = async () => {
    const { hasSent, hasBeenOpened, hasAsked } = await overview(newcomer)
    return [hasSent, hasBeenOpened, hasAsked]
  }
  const first = await insertTransfer(app.ctx, { accountId: newcomer.accountId })
  expect(await steps()).toEqual([true, false, false])
  await addPastEvent(app.ctx.db, {
    transferId: first.transferId,
    recipientId: first.recipientIds[0] ?? null,
    kind: 'opened',
    minutesAgo: 0,
    country: 'IN',
  })
  await askFor(newcomer, { title: 'Papers', suppliers: [] })
  expect(await steps()).toEqual([true, true, true])
})

test('lists who is late with a request until they send it, or it closes; the latest comes first', async () => {
  owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
  const late = async () =>
    (await overview()).lateRequests.map(({ title, late: n, suppliers }: LateRequest) => [title, n, suppliers])
  const people = ['a', 'b', 'c'].map((name) => ({ email: `${name}@mill.example` }))
  const [one, other] = [
    await askFor(owner, { title: 'Papers', suppliers: people }),
    await askFor(owner, { title: 'Photos', suppliers: people.slice(0, 1) }),
  ]
  expect(await late()).toEqual([])
  const due = (request: string, minutes: number, address = 'a@mill.example') =>
    sql`update request_suppliers set due_at = now() - make_interval(mins => ${minutes})
      where request_id = ${request} and address = ${address}`.execute(app.ctx.db)
  await due(one._id, 5)
  await due(one._id, 3, 'b@mill.example')
  await due(one._id, -60, 'c@mill.example')
  await due(other._id, 60)
  expect(await late()).toEqual([
    ['Photos', 1, 1],
    ['Papers', 2, 3],
  ])
  const files = [{ path: 'a.txt', content: Buffer.from('a') }]
  const link = await linkOf(owner, one, 'a@mill.example')
  await answer(makePerson(app), link, { item: one.items[0]?._id ?? '', files })
  await change(owner, other._id, { isClosed: true })
  expect(await late()).toEqual([['Papers', 1, 3]])
})

test('lists an unseen transfer until it is opened, and never where the link does not open', async () => {
  owner = await makeAccount(app, { role: 'pro' })
  const people = ['a', 'b'].map((name) => ({ address: `${name}@rao-forge.example` }))
  const one = await sent({ recipients: people })
  for (const what of [
    'paused_at = now()',
    'deleted_at = now()',
    "expires_at = now() - interval '1 hour'",
    'blocked_at = now()',
  ]) {
    await changed(await sent(), what)
  }
  await changed(await sent(), "sent_at = now() - interval '31 days'")
  expect(await waiting('unseen')).toEqual({ count: 2, people: people.map(({ address }) => address) })
  await sql`update recipients set opened_at = now() where id = ${one.recipientIds[0]}`.execute(app.ctx.db)
  expect(await waiting('unseen')).toEqual({ count: 1, people: ['b@rao-forge.example'] })
  await sql`update recipients set removed_at = now() where id = ${one.recipientIds[1]}`.execute(app.ctx.db)
  expect((await waiting('unseen')).count).toBe(0)
})

test('lists what expires soon until everything is downloaded; the first to expire comes first', async () => {
  owner = await makeAccount(app, { role: 'pro' })
  await sent({ expiresAt: inDays(5), recipients: [{ address: 'late@x.example' }] })
  await sent({ expiresAt: inDays(2), recipients: [{ address: 'second@x.example' }] })
  const first = await sent({ expiresAt: inDays(1), recipients: [{ address: 'first@x.example' }] })
  expect(await waiting('expiring')).toEqual({ count: 2, people: ['first@x.example', 'second@x.example'] })
  await sql`update recipients set opened_at = now(), finished_at = now() where id = ${first.recipientIds[0]}`.execute(
    app.ctx.db,
  )
  expect((await waiting('expiring')).count).toBe(1)
})

test('lists a stalled download until it moves or is done', async () => {
  owner = await makeAccount(app, { role: 'pro' })
  const one = await sent()
  const [recipientId = '', fileId = ''] = [one.recipientIds[0], one.fileIds[0]]
  await insertDelivery(app.ctx, one, recipientId, fileId, { bytes: 10, minutesAgo: 60 })
  await happen(one, 'stalled', 50)
  expect((await waiting('stalled')).count).toBe(1)
  await insertDelivery(app.ctx, one, recipientId, fileId, { bytes: 20, minutesAgo: 5 })
  expect((await waiting('stalled')).count).toBe(0)
  await happen(one, 'stalled', 0)
  expect((await waiting('stalled')).count).toBe(1)
  await sql`update recipients set finished_at = now() where id = ${recipientId}`.execute(app.ctx.db)
  expect((await waiting('stalled')).count).toBe(0)
})

test('lists a bounce, which is not unseen, until a mail was accepted', async () => {
  owner = await makeAccount(app, { role: 'pro' })
  const one = await sent()
  await mail(one, 'refused_at')
  await happen(one, 'bounced')
  expect([await waiting('bounced'), (await waiting('unseen')).count]).toEqual([
    { count: 1, people: ['asha@rao-forge.example'] },
    0,
  ])
  await mail(one, 'accepted_at')
  expect([(await waiting('bounced')).count, (await waiting('unseen')).count]).toEqual([0, 1])
  await sql`update mails set bounced_at = now() where recipient_id = ${one.recipientIds[0]} and accepted_at is not null`.execute(
    app.ctx.db,
  )
  expect([(await waiting('bounced')).count, (await waiting('unseen')).count]).toEqual([1, 0])
})

test('lists a bounce of a mail that was accepted and came back', async () => {
  owner = await makeAccount(app, { role: 'pro' })
  const one = await sent()
  await mail(one, 'accepted_at')
  await sql`update mails set bounced_at = now() where recipient_id = ${one.recipientIds[0]}`.execute(app.ctx.db)
  await happen(one, 'bounced')
  expect([(await waiting('bounced')).count, (await waiting('unseen')).count]).toEqual([1, 0])
})

test('lists the longest unseen first, whether somebody has downloaded from the same link or not', async () => {
  owner = await makeAccount(app, { role: 'pro' })
  const ages: Array<[string, number, number]> = [
    ['third', 1, 0],
    ['first', 3, 1],
    ['second', 2, 0],
  ]
  for (const [name, days, downloads] of ages) {
    const one = await sent({ recipients: [{ address: `${name}@x.example` }] })
    await changed(one, `sent_at = now() - interval '${days} days', download_count = ${downloads}`)
  }
  expect((await waiting('unseen')).people).toEqual(['first@x.example', 'second@x.example', 'third@x.example'])
})

test('shows more than a hundred as a number and more, five of them by name', async () => {
  owner = await makeAccount(app, { role: 'pro' })
  const recipients = Array.from({ length: 120 }, (_, nth) => ({ address: `p${nth}@x.example` }))
  await sent({ recipients })
  const { count, people } = await waiting('unseen')
  expect([count, people.length]).toEqual([101, 5])
})

test('lists the newest events of people first, with places; and the countries of the last thirty days', async () => {
  owner = await makeAccount(app, { role: 'pro' })
  const one = await sent()
  await happen(one, 'opened', 50 * 1_440)
  await happen(one, 'begun', 3)
  await happen(one, 'opened', 2)
  await happen(one, 'finished', 1)
  await addPastEvent(app.ctx.db, {
    transferId: one.transferId,
    recipientId: one.recipientIds[0] ?? '',
    kind: 'opened',
    actorKind: 'bot',
  })
  const { recent, countries, hasSent } = await overview()
  expect(hasSent).toBe(true)
  expect(recent).toMatchObject([
    { kind: 'finished', slug: one.slug, email: 'asha@rao-forge.example', country: 'IN' },
    { kind: 'opened' },
    { kind: 'opened' },
  ])
  expect(countries).toEqual([{ country: 'IN', downloads: 1, repeats: 0, openings: 1 }])
  const somebody = await makeAccount(app, { role: 'pro' })
  expect((await overview(somebody)).recent).toEqual([])
})

test('combines files that somebody downloads one after the other, apart from what comes between', async () => {
  owner = await makeAccount(app, { role: 'pro' })
  const one = await sent({ files: Array.from({ length: 12 }, (_, nth) => ({ path: `in/${nth}.pdf`, bytes: 10 })) })
  const get = (nth: number, minutesAgo: number) =>
    addPastEvent(app.ctx.db, {
      transferId: one.transferId,
      recipientId: one.recipientIds[0] ?? '',
      kind: 'finished',
      fileId: one.fileIds[nth] ?? '',
      minutesAgo,
    })
  for (let nth = 0; nth < 10; nth += 1) await get(nth, 30 - nth)
  await happen(one, 'opened', 10)
  for (const nth of [10, 11]) await get(nth, 5)
  const { recent } = await overview()
  expect(recent).toMatchObject([
    { kind: 'finished', fileName: '11.pdf', fileCount: 2 },
    { kind: 'opened', fileName: null, fileCount: 1 },
    { kind: 'finished', fileName: '9.pdf', fileCount: 10 },
  ])
})

test('distinguishes what was handed to a proxy from what was received', async () => {
  owner = await makeAccount(app, { role: 'pro' })
  const one = await sent({ files: Array.from({ length: 3 }, (_, nth) => ({ path: `in/${nth}.pdf`, bytes: 10 })) })
  const got = { transferId: one.transferId, recipientId: one.recipientIds[0] ?? '', kind: 'finished' }
  for (const nth of [0, 1, 2])
    await addPastEvent(app.ctx.db, { ...got, fileId: one.fileIds[nth] ?? '', minutesAgo: 3 - nth })
  await sql`update events set evidence = case when file_id = ${one.fileIds[2]} then 'received' else 'handed-over' end
    where transfer_id = ${one.transferId} and kind = 'finished'`.execute(app.ctx.db)
  expect((await overview()).recent).toMatchObject([
    { kind: 'finished', fileName: '2.pdf', fileCount: 1, evidence: 'received' },
    { kind: 'finished', fileName: '1.pdf', fileCount: 2, evidence: 'handed-over' },
  ])
})

test('counts an archive with all its files beside those downloaded one by one', async () => {
  owner = await makeAccount(app, { role: 'pro' })
  const one = await sent({ files: Array.from({ length: 12 }, (_, nth) => ({ path: `in/${nth}.pdf`, bytes: 10 })) })
  const got = { transferId: one.transferId, recipientId: one.recipientIds[0] ?? '', kind: 'finished' }
  await addPastEvent(app.ctx.db, { ...got, fileId: one.fileIds[11] ?? '', minutesAgo: 3 })
  await addPastEvent(app.ctx.db, { ...got, files: one.fileIds.slice(0, 11), minutesAgo: 2 })
  expect((await overview()).recent).toMatchObject([{ kind: 'finished', fileName: '0.pdf', fileCount: 12 }])
})

test('counts the countries in the same days as the page behind them', async () => {
  owner = await makeAccount(app, { role: 'pro' })
  const one = await sent()
  for (const days of [1, 29, 30]) await happen(one, 'opened', days * 1_440 - 20)
  const { countries } = await overview()
  expect(countries).toEqual((await (await owner.fetch('/analytics?days=30')).json()).countries)
})
