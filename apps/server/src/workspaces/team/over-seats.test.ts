import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import type { AccountPerson } from '#test/people/account-person'
import { changeAccount } from '#test/people/put-account'
import { invite, makeTeam, newAddress } from '#test/people/team'

vi.setConfig({ testTimeout: 60_000 })

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

const file = (path: string) => ({ path, content: Buffer.alloc(100, path) })
const tryPlan = (person: AccountPerson, one: ReturnType<typeof file>) =>
  person.call('planTransfer', { body: person.draft({ files: [one] }) })

test('a plan below the members throws nobody out, is told to all, and stops those above its seats after 14 days', async () => {
  const { admin, members } = await makeTeam(app, { role: 'business', members: ['member', 'member', 'member'] })
  const [first, second, third] = members as [AccountPerson, AccountPerson, AccountPerson]
  await changeAccount(app.ctx.db, admin.accountId, { role: 'pro' })
  await app.runJobs()
  const { body } = await admin.call('readTeam')
  expect(body.team.members.map(({ isOverSeats }: { isOverSeats: boolean }) => isOverSeats)).toEqual([
    false,
    false,
    false,
    true,
  ])
  expect((await invite(admin, [newAddress()])).body.outcomes).toMatchObject([{ outcome: 'no-seat' }])
  const told: Array<[AccountPerson, string, boolean]> = [
    [admin, 'Nobody is removed.', false],
    [first, 'You have a seat, so nothing changes for you.', false],
    [second, 'You have a seat, so nothing changes for you.', false],
    [third, 'You can send until', true],
  ]
  for (const [person, meaning, lacksSeat] of told) {
    const [mail] = await app.mails(person.address)
    expect(mail?.subject).toBe('Your team has more members than seats')
    expect(mail?.text).toContain(meaning)
    const { overSeats } = (await person.call('readAccount')).body.user
    expect(overSeats).toEqual({ seats: 2, members: 3, until: body.team.overSeatsUntil, lacksSeat })
  }
  const { id: transfer } = await third.send({ files: [file('a.txt')] })
  await sql`update workspaces set over_seats_since = over_seats_since - interval '15 days'
    where admin_id = ${admin.accountId}`.execute(app.ctx.db)
  expect(await tryPlan(third, file('b.txt'))).toMatchObject({ status: 403, body: { code: 'seat-lost' } })
  const { files } = third.draft({ files: [file('more.txt')] })
  const added = await third.call('planAddedFiles', { params: { transfer }, body: { files } })
  expect(added).toMatchObject({ status: 403, body: { code: 'seat-lost' } })
  expect((await third.call('readAccount')).body.user.hasLostSeat).toBe(true)
  for (const person of [admin, first, second]) await person.send({ files: [file('c.txt')] })
  await changeAccount(app.ctx.db, admin.accountId, { role: 'business' })
  await third.send({ files: [file('b.txt')] })
  expect((await first.call('readAccount')).body.user.overSeats).toBeNull()
})

test('a plan of still fewer seats is told again, and the same plan read once more is not', async () => {
  const { admin, members } = await makeTeam(app, { role: 'business', members: ['member', 'member', 'member'] })
  const [, second] = members as [AccountPerson, AccountPerson]
  const toldOf = async (person: AccountPerson) =>
    (await app.mails(person.address)).filter(({ subject }) => subject.includes('more members than seats'))
  for (const [role, mails] of [
    ['pro', 1],
    ['pro', 1],
    ['personal', 2],
    ['personal', 2],
  ] as const) {
    await changeAccount(app.ctx.db, admin.accountId, { role })
    await app.runJobs()
    for (const person of [admin, second]) expect(await toldOf(person)).toHaveLength(mails)
  }
  const texts = (await toldOf(second)).map(({ text }) => /You (?:can send until|have a seat)/.exec(text)?.[0])
  expect(texts.toSorted()).toEqual(['You can send until', 'You have a seat'])
})
