import { localTimeAt } from '@waybill/contract/core/zoned-time'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { noise } from '#test/people/recipient'
import { answer, askFor, change, linkOf, suppliersOf } from '#test/requests/calls'
import { remindDue } from './remind-due.ts'

const HOUR_MS = 3_600_000
let app: TestApp
let owner: AccountPerson
let nowMs: number
beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
  nowMs = app.ctx.clock.nowMs()
})
afterAll(() => app.close())

/** A zone whose clocks show about `hour` now. */
function zoneAt(hour: number): string {
  const ahead = ((hour - new Date(nowMs).getUTCHours() + 36) % 24) - 12
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}

/** Asks a supplier in the zone, with a deadline this many hours from now. */
async function askBy(email: string, zone: string, hours: number, more: Record<string, unknown> = {}) {
  const at = localTimeAt(nowMs + hours * HOUR_MS, zone)
  return askFor(owner, { suppliers: [{ email, timeZone: zone }], deadline: { at, zone, rule: 'fixed' }, ...more })
}

const due = (request: string) =>
  app.ctx.db
    .updateTable('request_suppliers')
    .set({ next_reminder_at: new Date(nowMs - 60_000) })
    .where('request_id', '=', request)
    .execute()

const remindersTo = async (email: string) =>
  (await app.mails(email)).filter(({ subject }) => subject.startsWith('Files still missing'))

test('reminds a supplier who has not answered once, by any number of concurrent runs, and schedules the next', async () => {
  const request = await askBy('day@mill.example', zoneAt(13), 100, { reminderDays: [3, 1] })
  await due(request._id)
  await Promise.all([remindDue(app.ctx), remindDue(app.ctx), remindDue(app.ctx)])
  await remindDue(app.ctx)
  expect(await remindersTo('day@mill.example')).toHaveLength(1)
  const [listed] = await suppliersOf(owner, request._id)
  expect(listed?.remindedAt).not.toBeNull()
  expect(Date.parse(listed?.nextReminderAt ?? '')).toBeGreaterThan(nowMs)
})

test('wakes nobody: at night it waits until nine in the morning', async () => {
  const zone = zoneAt(3)
  const request = await askBy('night@mill.example', zone, 100)
  await due(request._id)
  await remindDue(app.ctx)
  expect(await remindersTo('night@mill.example')).toEqual([])
  const [listed] = await suppliersOf(owner, request._id)
  expect(localTimeAt(Date.parse(listed?.nextReminderAt ?? ''), zone)).toMatch(/T09:00$/)
})

test("goes by the request's zone where the supplier's is unknown to this runtime", async () => {
  const zone = zoneAt(3)
  const request = await askBy('mars@mill.example', zone, 100)
  await sql`update request_suppliers set time_zone = 'Mars/Olympus' where request_id = ${request._id}`.execute(
    app.ctx.db,
  )
  await due(request._id)
  await remindDue(app.ctx)
  expect(await remindersTo('mars@mill.example')).toEqual([])
  const [listed] = await suppliersOf(owner, request._id)
  expect(localTimeAt(Date.parse(listed?.nextReminderAt ?? ''), zone)).toMatch(/T09:00$/)
})

test('reminds nobody who has sent everything, or whose request is closed or paused', async () => {
  const zone = zoneAt(13)
  const done = await askBy('done@mill.example', zone, 100)
  const link = await linkOf(owner, done, 'done@mill.example')
  await due(done._id)
  await answer(makePerson(app), link, { item: done.items[0]?._id ?? '', files: [{ path: 'a', content: noise(9) }] })
  expect((await suppliersOf(owner, done._id))[0]?.nextReminderAt).toBeNull()
  for (const [email, body] of [
    ['closed@mill.example', { isClosed: true }],
    ['paused@mill.example', { isPaused: true }],
  ] as const) {
    const request = await askBy(email, zone, 100)
    await change(owner, request._id, body)
    await due(request._id)
  }
  await askBy('off@mill.example', zone, 100, { reminders: false })
  await remindDue(app.ctx)
  for (const name of ['done', 'closed', 'paused', 'off']) expect(await remindersTo(`${name}@mill.example`)).toEqual([])
})

test.each(['bounced_at', 'refused_at'] as const)(
  'stops after a mail that bounced (%s) until one arrives',
  async (came) => {
    const email = `${came}@mill.example`
    const request = await askBy(email, zoneAt(13), 100, { reminderDays: [3, 1] })
    const [listed] = await suppliersOf(owner, request._id)
    const mails = app.ctx.db.updateTable('mails').where('supplier_id', '=', listed?._id ?? '')
    await mails.set({ [came]: new Date(nowMs) }).execute()
    await due(request._id)
    await remindDue(app.ctx)
    expect(await remindersTo(email)).toEqual([])
    const [passedOver] = await suppliersOf(owner, request._id)
    expect(passedOver?.remindedAt).toBeNull()
    expect(Date.parse(passedOver?.nextReminderAt ?? '')).toBeGreaterThan(nowMs)
    await mails.set({ [came]: null }).execute()
    await due(request._id)
    await remindDue(app.ctx)
    expect(await remindersTo(email)).toHaveLength(1)
  },
)

test('says once that the deadline has passed, and then stops', async () => {
  const request = await askBy('late@mill.example', zoneAt(13), -30)
  await due(request._id)
  await remindDue(app.ctx)
  const [mail] = await remindersTo('late@mill.example')
  expect(mail?.text).toContain('They were due by')
  expect((await suppliersOf(owner, request._id))[0]?.nextReminderAt).toBeNull()
})

test('reminds by hand at most once an hour, and only those who still have to send something', async () => {
  const request = await askBy('hand@mill.example', zoneAt(3), 100)
  const remind = async () =>
    (await owner.call('remindRequestSuppliers', { params: { request: request._id }, body: {} })).body.reminded
  expect([await remind(), await remind()]).toEqual([1, 0])
  expect(await remindersTo('hand@mill.example')).toHaveLength(1)
})
