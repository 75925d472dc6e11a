import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { ASHA, askFor, linkOf, open, suppliersOf } from '#test/requests/calls'

let app: TestApp
let owner: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
})
afterAll(() => app.close())

/** Where clocks change, every reader of the deadline gets the later of the instants that it may mean. */
test.each([
  ['2027-03-28T02:30', 'Europe/Berlin', '2027-03-28T01:30:00.000Z'],
  ['2027-03-28T03:00', 'Europe/Berlin', '2027-03-28T01:00:00.000Z'],
  ['2027-10-31T02:30', 'Europe/Berlin', '2027-10-31T01:30:00.000Z'],
  ['2027-03-14T02:15', 'America/New_York', '2027-03-14T07:15:00.000Z'],
  ['2027-11-07T01:15', 'America/New_York', '2027-11-07T06:15:00.000Z'],
  ['2027-10-03T02:10', 'Australia/Lord_Howe', '2027-10-02T15:40:00.000Z'],
  ['2027-04-04T01:45', 'Australia/Lord_Howe', '2027-04-03T15:15:00.000Z'],
  ['2027-03-28T02:30', 'Asia/Shanghai', '2027-03-27T18:30:00.000Z'],
])('takes %s in %s for %s, for every reader, in the table and on the page', async (at, timeZone, instant) => {
  const fixed = await askFor(owner, { deadline: { at, zone: timeZone, rule: 'fixed' } })
  expect(fixed.dueAt).toBe(instant)
  expect((await open(makePerson(app), { slug: fixed.slug })).dueAt).toBe(instant)
  const deadline = { at, zone: 'UTC', rule: 'supplier' }
  const own = await askFor(owner, { deadline, suppliers: [{ email: ASHA, timeZone }] })
  expect(own.dueAt).toBe(`${at}:00.000Z`)
  expect((await suppliersOf(owner, own._id))[0]?.dueAt).toBe(instant)
  expect((await open(makePerson(app), await linkOf(owner, own, ASHA))).dueAt).toBe(instant)
})
