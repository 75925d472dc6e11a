import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount, PASSWORD } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { changeAccount } from '#test/people/put-account'
import { invite, inviteTokenOf, joinAs, joinAsNew, makeTeam, newAddress } from '#test/people/team'
import { hashToken } from '../../platform/ids.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

const makeAdmin = (role: 'free' | 'pro' | 'business' = 'business') =>
  makeAccount(app, { role, subscription: 'active', email: newAddress('admin'), company: 'Lovelace' })
const gone = { status: 410, body: { code: 'invite-gone' } }

describe('inviting', () => {
  test('says of each address what became of it, and mails only new ones', async () => {
    const { admin, members } = await makeTeam(app)
    const [one, other] = [newAddress(), newAddress()]
    const typed = [one, ` ${one.toUpperCase()} `, other, 'no address', members[0]?.address ?? '', admin.address]
    const { body } = await invite(admin, typed)
    expect(body.outcomes.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      'invited',
      'invited-before',
      'invited',
      'invalid',
      'member',
      'member',
    ])
    expect(body.team.seats).toEqual({ limit: 5, members: 1, invites: 2 })
    const [mail, ...more] = await app.mails(one)
    expect(more).toEqual([])
    expect(mail?.subject).toContain(admin.address)
    expect(mail?.text).toContain('Lovelace')
  })

  test('stores no token, only its hash', async () => {
    const admin = await makeAdmin()
    const address = newAddress()
    await invite(admin, [address])
    const token = await inviteTokenOf(app, address)
    const { rows } = await sql<{ token_hash: Buffer; row: string }>`
      select token_hash, to_jsonb(invites)::text as row from invites where address = ${address}`.execute(app.ctx.db)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.token_hash).toEqual(hashToken(token))
    expect(rows[0]?.row).not.toContain(token)
  })

  test('ends with the seats of the plan, and begins again when one is withdrawn', async () => {
    const admin = await makeAdmin('pro')
    const { body } = await invite(admin, [newAddress(), newAddress(), newAddress()])
    expect(body.outcomes.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['invited', 'invited', 'no-seat'])
    const [first] = body.team.invites
    await admin.call('withdrawInvite', { params: { invite: first._id } })
    expect((await invite(admin, [newAddress()])).body.outcomes).toMatchObject([{ outcome: 'invited' }])
  })

  test('is not part of the free plan', async () => {
    const { body } = await invite(await makeAdmin('free'), [newAddress()])
    expect(body).toMatchObject({ outcomes: [{ outcome: 'no-seat' }], team: { seats: { limit: 0 } } })
  })

  test('64 at once into the last seat: one gets it', async () => {
    const admin = await makeAdmin('pro')
    await invite(admin, [newAddress()])
    const answers = await Promise.all(Array.from({ length: 64 }, () => invite(admin, [newAddress()])))
    const outcomes = answers.map(({ status, body }) => (status === 200 ? body.outcomes[0].outcome : body.code))
    expect(outcomes.filter((outcome) => outcome === 'invited')).toHaveLength(1)
    for (const outcome of outcomes) expect(outcome).toBeOneOf(['invited', 'no-seat', 'busy', 'too-many-calls'])
  })
})

describe('an invitation', () => {
  test('shows who invites whom, and changes nothing however often it is opened', async () => {
    const admin = await makeAdmin()
    const address = newAddress()
    await invite(admin, [address], 'manager')
    const token = await inviteTokenOf(app, address)
    const row = () => sql`select to_jsonb(invites) from invites where address = ${address}`.execute(app.ctx.db)
    const { rows: before } = await row()
    // A mail scanner reads the page, and may run its script.
    for (const method of ['GET', 'HEAD']) {
      const headers = { accept: 'text/html', 'user-agent': 'BarracudaCentral' }
      expect((await makePerson(app).fetch(`/invite/${token}`, { method, headers })).status).toBe(200)
    }
    for (let nth = 0; nth < 3; nth++) {
      const { status, body } = await makePerson(app).call('openInvite', { body: { invite: token } })
      expect([status, body]).toMatchObject([
        200,
        { email: address, role: 'manager', company: 'Lovelace', hasAccount: false, brings: null },
      ])
    }
    expect((await row()).rows).toEqual(before)
    expect((await joinAsNew(app, address)).answer.status).toBe(200)
  })

  test('makes an account with a proven address in the team, once', async () => {
    const admin = await makeAdmin()
    const address = newAddress()
    await invite(admin, [address], 'manager')
    const token = await inviteTokenOf(app, address)
    const { answer } = await joinAsNew(app, address)
    expect(answer.body.user).toMatchObject({
      email: address,
      role: 'business',
      company: 'Lovelace',
      isTeamMember: true,
      memberRole: 'manager',
      parentAdmin: { parentAdminID: admin.accountId, parentEmail: admin.address },
      team: [{ _id: admin.accountId }, { email: address, finished_onboarding: true }],
    })
    expect((await joinAsNew(app, address, { token })).answer).toMatchObject(gone)
    expect(await makePerson(app).call('openInvite', { body: { invite: token } })).toMatchObject(gone)
    expect((await app.mails(admin.address))[0]?.text).toContain(address)
    const { rows } = await sql`select 1 from account_addresses where address = ${address}`.execute(app.ctx.db)
    expect(rows).toHaveLength(1)
  })

  test('is answered again where the answer was lost, in this browser, with this password', async () => {
    const address = newAddress()
    await invite(await makeAdmin(), [address])
    const token = await inviteTokenOf(app, address)
    const person = makePerson(app, address)
    await person.call('openInvite', { body: { invite: token } })
    const body = { invite: token, newMemberEmail: address, password: PASSWORD, fullName: 'Ada' }
    // Without its answer the browser has only what it had before.
    const joined = await app.call('joinTeam', { body, headers: person.headers() })
    const again = await app.call('joinTeam', { body, headers: person.headers() })
    expect([joined.status, again.status]).toEqual([200, 200])
    expect(again.body.user).toMatchObject({ _id: joined.body.user._id, isTeamMember: true })
    expect(again.headers.getSetCookie().join()).toContain('session')
    const wrong = { ...body, password: `${PASSWORD}, not` }
    expect(await app.call('joinTeam', { body: wrong, headers: person.headers() })).toMatchObject(gone)
    const other = { ...body, newMemberEmail: newAddress() }
    expect(await app.call('joinTeam', { body: other, headers: person.headers() })).toMatchObject(gone)
    expect(await makePerson(app).call('joinTeam', { body })).toMatchObject(gone)
  })

  test('stands when the admin who made it has handed the place over and is gone', async () => {
    const { admin, members } = await makeTeam(app)
    const [successor] = members as [AccountPerson]
    const [address, resent] = [newAddress(), newAddress()]
    const { body } = await invite(admin, [address, resent])
    const token = await inviteTokenOf(app, address)
    await admin.call('offerHandover', { body: { member: successor.accountId, password: PASSWORD } })
    expect((await successor.call('acceptHandover')).status).toBe(200)
    expect((await admin.call('deleteAccount', { body: { password: PASSWORD } })).status).toBe(204)
    const opened = await makePerson(app).call('openInvite', { body: { invite: token } })
    expect(opened).toMatchObject({ status: 200, body: { invitedBy: { email: successor.address } } })
    expect((await joinAsNew(app, address, { token })).answer).toMatchObject({
      status: 200,
      body: { user: { parentAdmin: { parentEmail: successor.address } } },
    })
    const { _id } = body.team.invites.find(({ email }: { email: string }) => email === resent)
    expect((await successor.call('resendInvite', { params: { invite: _id } })).status).toBe(200)
    expect((await app.mails(resent))[0]?.text).toContain(successor.address)
    expect((await joinAsNew(app, resent)).answer.status).toBe(200)
  })

  test('16 people with the same link: one account', async () => {
    const admin = await makeAdmin()
    const address = newAddress()
    await invite(admin, [address])
    const token = await inviteTokenOf(app, address)
    const answers = await Promise.all(Array.from({ length: 16 }, () => joinAsNew(app, address, { token })))
    const codes = answers.map(({ answer }) => (answer.status === 200 ? 'joined' : answer.body.code))
    expect(codes.filter((code) => code === 'joined')).toHaveLength(1)
    for (const code of codes) expect(code).toBeOneOf(['joined', 'invite-gone', 'email-taken', 'busy', 'too-many-calls'])
  })

  test('is for its address', async () => {
    const admin = await makeAdmin()
    const address = newAddress()
    await invite(admin, [address])
    const token = await inviteTokenOf(app, address)
    const other = await makeAccount(app)
    const elsewhere = { status: 403, body: { code: 'invite-elsewhere' } }
    expect(await joinAs(app, other, token)).toMatchObject(elsewhere)
    const body = { invite: token, newMemberEmail: other.address, password: PASSWORD }
    expect(await makePerson(app).call('joinTeam', { body })).toMatchObject(elsewhere)
  })

  test('ends when it is withdrawn, sent again or seven days old', async () => {
    const admin = await makeAdmin()
    const address = newAddress()
    const { body } = await invite(admin, [address])
    const invitation = { invite: body.team.invites[0]._id }
    const first = await inviteTokenOf(app, address)
    expect((await admin.call('resendInvite', { params: invitation })).status).toBe(200)
    const second = await inviteTokenOf(app, address)
    const open = (token: string) => makePerson(app).call('openInvite', { body: { invite: token } })
    expect(await open(first)).toMatchObject(gone)
    expect((await open(second)).status).toBe(200)
    await app.passTime(8 * 86_400_000)
    expect(await open(second)).toMatchObject(gone)
    const later = await admin.call('readTeam')
    expect(later.status === 200 ? later.body.team.seats.invites : 0).toBe(0)
  })

  test('is gone once withdrawn', async () => {
    const admin = await makeAdmin()
    const address = newAddress()
    const { body } = await invite(admin, [address])
    const params = { invite: body.team.invites[0]._id }
    const token = await inviteTokenOf(app, address)
    expect((await admin.call('withdrawInvite', { params })).body.team.invites).toEqual([])
    expect((await joinAsNew(app, address, { token })).answer).toMatchObject(gone)
    const again = await admin.call('withdrawInvite', { params })
    expect(again).toMatchObject({ status: 404, body: { code: 'invite-not-found' } })
  })
})

describe('an account that was invited', () => {
  test('is told what it brings, and brings it', async () => {
    const admin = await makeAdmin()
    const person = await makeAccount(app, { email: newAddress() })
    await person.send({ files: [{ path: 'a.txt', content: Buffer.alloc(1_000, 'a') }] })
    await person.call('addContact', { body: { email: 'friend@example.com' } })
    await invite(admin, [person.address])
    const token = await inviteTokenOf(app, person.address)
    const { body } = await person.call('openInvite', { body: { invite: token } })
    expect(body).toMatchObject({
      hasAccount: true,
      // With the recipient.
      brings: { transfers: 1, requests: 0, contacts: 2, usedBytes: 1_000, because: null },
    })
    const { body: joined } = await joinAs(app, person, token)
    expect(joined.user).toMatchObject({
      isTeamMember: true,
      role: 'business',
      folderSize: 1_000,
      thisMonthsTransfers: 1,
    })
    const { body: team } = await admin.call('readTeam')
    expect(team.team.members).toMatchObject([
      { memberRole: 'admin', usedBytes: 0 },
      { memberRole: 'member', usedBytes: 1_000, monthTransfers: 1 },
    ])
    expect((await admin.call('readAccount')).body.user.folderSize).toBe(1_000)
    expect((await person.call('listTransfers')).body.allCount).toBe(1)
  })

  test.each([
    ['a plan', 'paid'],
    ['a team', 'team'],
    ['a membership', 'member'],
  ] as const)('with %s of its own cannot join', async (_what, because) => {
    const other = await makeTeam(app)
    const bound =
      because === 'paid'
        ? await makeAccount(app, { role: 'pro', subscription: 'active', email: newAddress() })
        : because === 'team'
          ? other.admin
          : other.members[0]
    if (bound === undefined) throw new Error('nobody')
    const admin = await makeAdmin()
    if (because === 'team') await changeAccount(app.ctx.db, bound.accountId, { role: 'free' })
    await invite(admin, [bound.address])
    expect(await joinAs(app, bound)).toMatchObject({ status: 409, body: { code: 'account-bound', facts: { because } } })
  })

  test('finds no seat under a plan that was lowered meanwhile, and may try again later', async () => {
    const admin = await makeAdmin('pro')
    const address = newAddress()
    await invite(admin, [address])
    await changeAccount(app.ctx.db, admin.accountId, { role: 'free' })
    const refused = await joinAsNew(app, address)
    expect(refused.answer).toMatchObject({ status: 409, body: { code: 'no-seat' } })
    await changeAccount(app.ctx.db, admin.accountId, { role: 'pro' })
    expect((await joinAsNew(app, address)).answer.status).toBe(200)
  })
})
