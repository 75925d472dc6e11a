import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { buyingAt } from '#test/payments/buying'
import { failOnce } from '#test/payments/fail-once'
import { type AccountPerson, makeAccount, PASSWORD } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { invite, inviteTokenOf, joinAs, joinAsNew, makeTeam, newAddress } from '#test/people/team'
import { readUsage } from '../../billing/index.ts'
import { checkCounts } from '../../tracking/ledger/index.ts'
import { checkTransfers } from '../../transfers/index.ts'
import { checkUploads } from '../../uploads/index.ts'

vi.setConfig({ testTimeout: 60_000 })

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

const file = (path: string, bytes = 100) => ({ path, content: Buffer.alloc(bytes, path) })
const tryPlan = (person: AccountPerson, one: ReturnType<typeof file>) =>
  person.call('planTransfer', { body: person.draft({ files: [one] }) })
const remove = (admin: AccountPerson, member: AccountPerson, successor?: AccountPerson) =>
  admin.call('removeMember', {
    params: { member: member.accountId },
    body: successor ? { successor: successor.accountId } : {},
  })
const loginOf = async ({ address }: AccountPerson) => {
  const person = await makeAccount(app)
  return person.call('logIn', { body: { email: address, password: PASSWORD } })
}

/** A team of three with what a member made. */
async function teamWithThings() {
  const { admin, members } = await makeTeam(app, { members: ['member', 'manager'] })
  const [member, manager] = members as [AccountPerson, AccountPerson]
  const sent = await member.send({ files: [file('plan.pdf')], emailTo: ['reader@example.com'] })
  await member.call('addContact', { body: { email: newAddress('friend') } })
  return { admin, member, manager, sent }
}

describe('a removed member', () => {
  test('is signed out at once, tells nobody anything, and keeps a free account of their own', async () => {
    const { admin, member } = await teamWithThings()
    const { body } = await remove(admin, member)
    expect(body.team.members.map(({ email }: { email: string }) => email)).not.toContain(member.address)
    for (const call of ['readAccount', 'listTransfers', 'listLibrary', 'makeLiveTicket'] as const) {
      expect([call, await member.call(call)]).toMatchObject([call, { status: 401 }])
    }
    expect((await app.mails(member.address))[0]?.text).toContain(admin.address)
    const { body: again } = await loginOf(member)
    expect(again.user).toMatchObject({
      role: 'free',
      isTeamMember: false,
      memberRole: 'admin',
      team: [],
      parentAdmin: null,
      folderSize: 0,
      thisMonthsTransfers: 0,
    })
  })

  test('leaves what they made with the admin, and its links work', async () => {
    const { admin, member, sent } = await teamWithThings()
    const before = await readUsage(app.ctx.db, admin.accountId)
    await remove(admin, member)
    expect(await readUsage(app.ctx.db, admin.accountId)).toEqual(before)
    const { body } = await admin.call('listTransfers')
    expect(body.allDocs.map(({ slug }: { slug: string }) => slug)).toContain(sent.slug)
    const [link = ''] = Object.values(sent.links)
    expect((await app.fetch(link)).status).toBe(200)
    const { body: library } = await admin.call('listLibrary')
    expect(JSON.stringify(library)).toContain('plan.pdf')
    const { rows } = await sql`select 1 from transfers t join accounts a on a.id = t.account_id
      where a.id = ${member.accountId}`.execute(app.ctx.db)
    expect(rows).toEqual([])
  })

  test('leaves it with the team member whom the admin names', async () => {
    const { admin, member, manager, sent } = await teamWithThings()
    const stranger = await makeAccount(app)
    const unknown = { status: 404, body: { code: 'member-not-found' } }
    expect(await remove(admin, member, stranger)).toMatchObject(unknown)
    expect(await remove(admin, member, member)).toMatchObject(unknown)
    expect(await remove(admin, admin)).toMatchObject(unknown)
    expect((await remove(admin, member, manager)).status).toBe(200)
    const { body } = await manager.call('listTransfers')
    expect(body.allDocs.map(({ slug }: { slug: string }) => slug)).toEqual([sent.slug])
    expect((await admin.call('listTransfers')).body.allDocs).toEqual([])
  })

  test('stops sending, and gives the space back that they had reserved', async () => {
    const { admin, members } = await makeTeam(app)
    const [member] = members as [AccountPerson]
    const planned = await member.plan({ files: [file('big.bin', 5_000)] })
    expect((await readUsage(app.ctx.db, admin.accountId)).reservedBytes).toBe(5_000)
    await remove(admin, member)
    expect(await readUsage(app.ctx.db, admin.accountId)).toMatchObject({ usedBytes: 0, reservedBytes: 0 })
    const state = await app.ctx.db
      .selectFrom('uploads')
      .select('state')
      .where('id', '=', planned.upload)
      .executeTakeFirstOrThrow()
    expect(state).toEqual({ state: 'abandoned' })
  })
})

describe('a member', () => {
  test('cannot buy, nor manage the team', async () => {
    const { members } = await makeTeam(app, { members: ['member', 'manager'] })
    const refused = { status: 403, body: { code: 'admin-only' } }
    for (const person of members) {
      for (const call of ['readTeam', 'readBilling', 'listInvoices', 'cancelPlan'] as const) {
        expect([call, await person.call(call)]).toMatchObject([call, refused])
      }
      expect(await invite(person, [newAddress()])).toMatchObject(refused)
      expect(await remove(person, person)).toMatchObject(refused)
    }
  })

  test('sees no transfer of another', async () => {
    const { admin, member, sent } = await teamWithThings()
    const other = await joinAsNew(app, await invitedBy(admin))
    const headers = { authorization: `Bearer ${other.answer.body.accessToken}` }
    expect((await other.person.call('listTransfers', { headers })).body.allDocs).toEqual([])
    const ledger = await other.person.call('readLedger', { headers, params: { transfer: sent.id } })
    expect(ledger).toMatchObject({ status: 404 })
    expect((await member.call('listTransfers')).body.allDocs).toHaveLength(1)
  })

  test('who deletes the account leaves what they made to the team', async () => {
    const { admin, member, sent } = await teamWithThings()
    expect((await member.call('deleteAccount', { body: { password: PASSWORD } })).status).toBe(204)
    await app.runJobs()
    expect((await app.mails(member.address))[0]?.text).toContain('stays with its team')
    const { body } = await admin.call('listTransfers')
    expect(body.allDocs.map(({ slug }: { slug: string }) => slug)).toEqual([sent.slug])
    expect((await admin.call('readAccount')).body.user.role).toBe('business')
  })

  test('becomes a manager and a member again', async () => {
    const { admin, members } = await makeTeam(app)
    const [member] = members as [AccountPerson]
    const params = { member: member.accountId }
    for (const role of ['manager', 'member'] as const) {
      await admin.call('changeMemberRole', { params, body: { role } })
      expect((await member.call('readAccount')).body.user.memberRole).toBe(role)
    }
  })
})

async function invitedBy(admin: AccountPerson): Promise<string> {
  const address = newAddress()
  await invite(admin, [address])
  return address
}

describe('the admin', () => {
  test('cannot delete the account while there are members', async () => {
    const { admin, members } = await makeTeam(app)
    const [member] = members as [AccountPerson]
    const ask = () => admin.call('deleteAccount', { body: { password: PASSWORD } })
    expect(await ask()).toMatchObject({ status: 409, body: { code: 'team-has-members' } })
    await remove(admin, member)
    expect((await ask()).status).toBe(204)
  })

  test('who deletes the account withdraws its invitations before the provider ends what it pays for', async () => {
    const admin = await makeAccount(app, { email: newAddress('admin') })
    await buyingAt(() => app).buy(admin, 'sandbox_pro_monthly', { trial: false })
    const token = await inviteTokenOf(app, await invitedBy(admin))
    failOnce((app.ctx.payments as NonNullable<TestApp['ctx']['payments']>).provider, 'removeCustomer', 'before')
    const failed = await admin.call('deleteAccount', { body: { password: PASSWORD } })
    expect(failed).toMatchObject({ status: 503, body: { code: 'payments-unavailable' } })
    const opened = await makePerson(app).call('openInvite', { body: { invite: token } })
    expect(opened).toMatchObject({ status: 410, body: { code: 'invite-gone' } })
  })

  test('hands the place over to a member who agrees', async () => {
    const { admin, members } = await makeTeam(app, { members: ['member', 'member'] })
    const [member, other] = members as [AccountPerson, AccountPerson]
    const ask = (password: string) => admin.call('offerHandover', { body: { member: member.accountId, password } })
    expect(await ask('a wrong one')).toMatchObject({ status: 403, body: { code: 'password-wrong' } })
    expect((await ask(PASSWORD)).status).toBe(200)
    const none = { status: 404, body: { code: 'handover-not-found' } }
    expect(await other.call('acceptHandover')).toMatchObject(none)
    expect(await other.call('withdrawHandover')).toMatchObject(none)
    expect((await member.call('readAccount')).body.user.isAskedToAdminister).toBe(true)
    expect((await member.call('acceptHandover')).body.user).toMatchObject({ memberRole: 'admin', isTeamMember: false })
    expect((await admin.call('readAccount')).body.user).toMatchObject({
      memberRole: 'manager',
      parentAdmin: { parentAdminID: member.accountId },
    })
    expect(await admin.call('readBilling')).toMatchObject({ status: 403 })
    expect((await member.call('readTeam')).status).toBe(200)
    expect(await member.call('acceptHandover')).toMatchObject(none)
  })

  test('is one in every workspace, whatever is written', async () => {
    const { admin, members } = await makeTeam(app)
    const [member] = members as [AccountPerson]
    const stranger = await makeAccount(app)
    const write = (id: string | null) =>
      sql`update workspaces set admin_id = ${id} where admin_id = ${admin.accountId}`.execute(app.ctx.db)
    await expect(write(stranger.accountId)).rejects.toThrow('workspaces_admin_is_in')
    await expect(write(null)).rejects.toThrow('workspaces_one_admin')
    expect((await member.call('readAccount')).body.user.parentAdmin.parentAdminID).toBe(admin.accountId)
  })
})

test('nothing contradicts itself after people joined with uploads under way, and left', async () => {
  const { admin, members } = await makeTeam(app)
  const [member] = members as [AccountPerson]
  const joining = await makeAccount(app, { email: newAddress('joining') })
  await joining.send({ files: [file('own.txt')] })
  const open = await joining.plan({ files: [file('open.txt', 3_000)] })
  await invite(admin, [joining.address])
  expect((await joinAs(app, joining)).status).toBe(200)
  expect(await readUsage(app.ctx.db, admin.accountId)).toMatchObject({ usedBytes: 100, reservedBytes: 3_000 })
  await joining.upload(open, [file('open.txt', 3_000)])
  const done = await joining.call('completeTransfer', { body: { upload: open.upload, token: open.token } })
  expect(done.status).toBeLessThan(300)
  expect(await readUsage(app.ctx.db, admin.accountId)).toMatchObject({ usedBytes: 3_100, reservedBytes: 0 })
  await member.send({ files: [file('b.txt')] })
  await remove(admin, member)
  await remove(admin, joining)
  await app.runJobs()
  for (const check of [checkUploads, checkTransfers, checkCounts]) expect(await check(app.ctx)).toEqual([])
})

// Last, for it writes used bytes of no file.
test('64 parallel uploads of three people share one storage to the byte', async () => {
  const { admin, members } = await makeTeam(app, { role: 'pro', members: ['member', 'member'] })
  const people = [admin, ...members]
  const { rows } = await sql<{ id: string }>`
    select workspace_id as id from accounts where id = ${admin.accountId}`.execute(app.ctx.db)
  const room = 10 * 1_000
  await sql`insert into allowances (key, used_bytes) values (${`workspace:${rows[0]?.id}`}, ${200_000_000_000 - room})
    on conflict (key) do update set used_bytes = excluded.used_bytes`.execute(app.ctx.db)
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, nth) => tryPlan(people[nth % 3] as AccountPerson, file(`${nth}.bin`, 1_000))),
  )
  const codes = answers.map((answer) => (answer.status < 300 ? 'planned' : answer.body.code))
  const planned = codes.filter((code) => code === 'planned').length
  expect(planned).toBeGreaterThan(0)
  for (const code of codes)
    expect(code).toBeOneOf(['planned', 'storage-full', 'busy', 'too-many-calls', 'too-many-uploads'])
  const { reservedBytes } = await readUsage(app.ctx.db, admin.accountId)
  expect(reservedBytes).toBe(planned * 1_000)
  expect(reservedBytes).toBeLessThanOrEqual(room)
  for (const person of people) expect((await readUsage(app.ctx.db, person.accountId)).reservedBytes).toBe(reservedBytes)
})
