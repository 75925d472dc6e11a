/** Whose act an entry of the ledger is, in a team: the sender's, the admin's, or that of somebody who only reads. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import type { AccountPerson } from '#test/people/account-person'
import { chrome, fetchAll, press, recordOf, sendLink, settled } from '#test/people/open-links'
import { makeTeam } from '#test/people/team'

let app: TestApp
let admin: AccountPerson
let member: AccountPerson
let colleague: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  const team = await makeTeam(app, { members: ['member', 'member'] })
  admin = team.admin
  ;[member, colleague] = team.members as [AccountPerson, AccountPerson]
})
afterAll(() => app?.close())

const files = [{ path: 'plan.txt', content: Buffer.from('plan') }]
const eventsOf = (id: string) =>
  app.ctx.db
    .selectFrom('events')
    .select(['kind', 'actor_kind', 'reason', 'person_digest'])
    .where('transfer_id', '=', id)
    .orderBy('place')
    .execute()

test('what the admin changes is on record as the admin’s, and never with the sender’s digest', async () => {
  const sent = await member.send({ files, emailTo: ['reader-1@quiet.example'] })
  const params = { transfer: sent.id }
  for (const [person, body] of [
    [admin, { isPaused: true }],
    [member, { isPaused: false }],
    [admin, { message: 'changed' }],
  ] as const) {
    expect((await person.call('editTransfer', { params, body })).status).toBe(200)
  }
  const { entries } = (await member.call('readLedger', { params })).body
  expect(entries.slice(0, 3).map((entry: Record<string, unknown>) => [entry.kind, entry.detail, entry.reason])).toEqual(
    [
      ['edited', 'message', 'admin'],
      ['resumed', null, null],
      ['paused', null, 'admin'],
    ],
  )
  expect((await admin.call('deleteTransfer', { body: { ids: [sent.id] } })).status).toBe(200)
  const kinds = ['sent', 'paused', 'resumed', 'edited', 'deleted']
  const acts = (await eventsOf(sent.id)).filter(({ kind }) => kinds.includes(kind))
  expect(acts.map(({ kind, reason, person_digest }) => [kind, reason, person_digest === null])).toEqual([
    ['sent', null, false],
    ['paused', 'admin', true],
    ['resumed', null, false],
    ['edited', 'admin', true],
    ['deleted', 'admin', true],
  ])
})

test('the admin at a member’s link is no recipient; somebody of the team who may not read the record is', async () => {
  const sent = await sendLink(app, files, member)
  const visit = async (person: AccountPerson) => {
    await person.call('reportOpened', { body: { slug: sent.slug }, headers: chrome })
    for (const path of await press(person, sent.slug, chrome)) await fetchAll(person, path)
    await settled(app, sent.id)
    await app.runJobs()
  }
  await visit(admin)
  expect((await recordOf(sent)).total_downloads).toBe(0)
  const visits = (await eventsOf(sent.id)).filter(({ kind }) => ['opened', 'begun', 'delivered'].includes(kind))
  expect(visits.length).toBeGreaterThan(1)
  for (const { actor_kind, reason } of visits) expect([actor_kind, reason]).toEqual(['owner', 'team'])
  const { body } = await member.call('listNotifications', { body: {} })
  expect(body.notifications).toEqual([])
  await visit(colleague)
  await until(async () => (await recordOf(sent)).total_downloads === 1)
})
