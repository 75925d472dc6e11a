/** What a team's admin decides takes effect at once, on every process: somebody is removed, or needs a second factor. */
import type { RouteName } from '@waybill/contract/core/routes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, makeTwin, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { type AccountPerson, makeAccount, PASSWORD } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { steppedUp, withPasskey, withTotp } from '#test/people/second-factors'
import { invite, joinAs, joinAsNew, makeTeam, newAddress } from '#test/people/team'
import { askFor, codeOf, linkOf, planOf, stage, submit } from '#test/requests/calls'
import { linkToOwn } from '../../downloads/index.ts'
import { lockAccount, pinAccounts } from '../../identity/accounts/index.ts'
import { handOverRequests } from '../../requests/index.ts'
import { handOverUploads } from '../../uploads/index.ts'

let app: TestApp
let two: TestApp
beforeAll(async () => {
  app = await makeTestApp()
  two = await makeTwin(app)
})
afterAll(async () => {
  await two?.close()
  await app?.close()
})

/** An open page of the person on one process: whether its stream has ended. */
async function follow(site: TestApp, person: AccountPerson) {
  const { body } = await person.call('makeLiveTicket')
  const answer = await fetch(`${site.origin}/live?ticket=${body.ticket}`)
  expect(answer.status).toBe(200)
  const page = { isOver: false }
  const read = async () => {
    for await (const _chunk of answer.body ?? []);
    page.isOver = true
  }
  void read().catch(() => {})
  return page
}

test('a removed member: streams end and calls are refused on both processes at once', async () => {
  const { admin, members } = await makeTeam(app)
  const [member] = members as [AccountPerson]
  const pages = [await follow(app, member), await follow(two, member)]
  const callAt = (site: TestApp) => site.call('listTransfers', { headers: member.headers() })
  for (const site of [app, two]) expect((await callAt(site)).status).toBe(200)
  expect(pages).toEqual([{ isOver: false }, { isOver: false }])
  await admin.call('removeMember', { params: { member: member.accountId }, body: {} })
  for (const site of [app, two]) expect((await callAt(site)).status).toBe(401)
  // Sooner than the heartbeat, which looks too.
  await until(() => pages.every(({ isOver }) => isOver))
})

test('a member who is removed while they ask for a link to their own files gets one that opens nothing', async () => {
  const { admin, members } = await makeTeam(app)
  const [member] = members as [AccountPerson]
  const { upload } = await member.send({ files: [{ path: 'a.txt', content: Buffer.from('a') }] })
  const file = app.ctx.db.selectFrom('files').select('id').where('upload_id', '=', upload)
  const ids = [(await file.executeTakeFirstOrThrow()).id]
  // As the member's call goes on once it has looked whose files these are.
  const link = async () => (await linkToOwn(app.ctx, member.accountId, ids)).url
  const open = async (url: string) => (await fetch(new URL(url, two.origin))).status
  expect(await open(await link())).toBe(200)
  let removed: Promise<{ status: number }> | undefined
  await app.ctx.db.transaction().execute(async (tx) => {
    await pinAccounts(tx, [member.accountId])
    removed = admin.call('removeMember', { params: { member: member.accountId }, body: {} })
    await new Promise((resolve) => setTimeout(resolve, 100))
  })
  const late = await link()
  expect((await removed)?.status).toBe(200)
  expect(await open(late)).toBe(404)
})

test('a member who is removed while they close and delete requests does not wait for them for ever', async () => {
  const { admin, members } = await makeTeam(app)
  const [member] = members as [AccountPerson]
  const asked = [await askFor(member, { isOpenLink: true }), await askFor(member, { isOpenLink: true })]
  const files = [{ path: 'paper.txt', content: Buffer.from('paper') }]
  for (const { slug, items } of asked) {
    const said = { name: 'Asha' }
    expect(codeOf(await planOf(makePerson(app), { slug }, { item: items[0]?._id ?? '', files, said }))).toBe('done')
  }
  const calls: Array<Promise<string>> = []
  // The steps of a removal, with the member's calls in the middle.
  await app.ctx.db.transaction().execute(async (tx) => {
    await lockAccount(tx, member.accountId)
    await handOverUploads(tx, member.accountId, admin.accountId)
    calls.push(member.call('deleteRequests', { body: { ids: [asked[0]?._id] } } as never).then(codeOf))
    const close = { params: { request: asked[1]?._id }, body: { isClosed: true } }
    calls.push(member.call('editRequest', close as never).then(codeOf))
    await new Promise((resolve) => setTimeout(resolve, 300))
    await handOverRequests(tx, member.accountId, admin.accountId)
  })
  expect(await Promise.all(calls)).toEqual(['request-not-found', 'request-not-found'])
})

const refused = { status: 403, body: { code: 'second-factor-required' } }
const require = (admin: AccountPerson, code: string, isRequired = true) =>
  admin.call('requireSecondFactor', { body: { isRequired, password: PASSWORD, code } })
const ruleOf = async (person: AccountPerson) => (await person.call('readAccount')).body.user.secondFactorRule

/** A team whose admin has a second factor. `code` gives another valid code at each call. */
async function guardedTeam(members: Array<'manager' | 'member'> = ['member']) {
  const team = await makeTeam(app, { members })
  const { recoveryCodes } = await withTotp(team.admin)
  return { ...team, code: () => recoveryCodes.pop() ?? '' }
}

describe('a required second factor', () => {
  test('is for the admin alone, who must have one, and show it', async () => {
    const { admin, members } = await makeTeam(app)
    const [member] = members as [AccountPerson]
    expect(await require(admin, '123456')).toMatchObject({ status: 409, body: { code: 'own-factor-first' } })
    const body = { isRequired: true }
    expect(await member.call('requireSecondFactor', { body })).toMatchObject({ body: { code: 'admin-only' } })
    const { code } = await withTotp(admin)
    const unshown = await admin.call('requireSecondFactor', { body })
    expect(unshown).toMatchObject({ status: 403, body: { code: 'step-up-required' } })
    expect(await ruleOf(member)).toBe('none')
    const { status, body: answer } = await require(admin, code(1))
    expect(status).toBe(200)
    expect(answer.team.requiresSecondFactor).toBe(true)
    const shown = answer.team.members.map((one: Record<string, unknown>) => [one.email, one.hasSecondFactor])
    expect(shown).toEqual([
      [admin.address, true],
      [member.address, false],
    ])
    expect([await ruleOf(admin), await ruleOf(member)]).toEqual(['met', 'unmet'])
  })

  test('shuts members without one out on both processes at once, and lets them in with one', async () => {
    const { admin, members, code } = await guardedTeam(['member', 'manager'])
    const [member, manager] = members as [AccountPerson, AccountPerson]
    await withPasskey(app, manager)
    const pages = [await follow(app, member), await follow(two, member)]
    const kept = await follow(two, manager)
    await require(admin, code())
    const calls: RouteName[] = ['listTransfers', 'listLibrary', 'makeLiveTicket', 'updateProfile', 'exportAccount']
    for (const site of [app, two]) {
      for (const name of calls) {
        const answer = await site.call(name, { headers: member.headers(), body: name.startsWith('u') ? {} : undefined })
        expect([name, answer]).toMatchObject([name, refused])
      }
      expect((await site.call('listTransfers', { headers: manager.headers() })).status).toBe(200)
    }
    // Sending needs no account, but the account that asks is the member's.
    const draft = member.draft({ files: [{ path: 'a.txt', content: Buffer.from('a') }] })
    expect(await member.call('planTransfer', { body: draft })).toMatchObject(refused)
    await until(() => pages.every(({ isOver }) => isOver))
    expect(kept.isOver).toBe(false)
    const mails = await app.mails(member.address)
    expect(mails[0]?.text).toContain('/dash/account/security')
    expect((await app.mails(manager.address)).map(({ subject }) => subject)).not.toContain(mails[0]?.subject)
    // The session is the same one.
    expect((await member.call('listFactors')).status).toBe(200)
    await withTotp(member)
    expect((await member.call('listTransfers')).status).toBe(200)
    expect(await ruleOf(member)).toBe('met')
  })

  test('lets a member finish what they were sending, and nothing more', async () => {
    const { admin, members, code } = await guardedTeam()
    const [member] = members as [AccountPerson]
    const files = [{ path: 'plan.pdf', content: Buffer.from('half of it is here') }]
    const planned = await member.plan({ files })
    await require(admin, code())
    await member.upload(planned, files)
    const body = { upload: planned.upload, token: planned.token }
    expect((await member.call('completeTransfer', { body })).status).toBe(200)
    expect(await member.call('listTransfers')).toMatchObject(refused)
  })

  test('leaves the links of others open, where the member is a visitor, and lets a submission finish', async () => {
    const { admin, members, code } = await guardedTeam()
    const [member] = members as [AccountPerson]
    const { admin: sender } = await makeTeam(app, { members: [] })
    const asked = await askFor(sender, { suppliers: [{ email: member.address }], isOpenLink: true })
    const own = await linkOf(sender, asked, member.address)
    const item = asked.items[0]?._id ?? ''
    const files = [{ path: 'paper.txt', content: Buffer.from('paper') }]
    const begun = await stage(member, own, { item, files })
    const reader = newAddress('reader')
    const { id, links } = await sender.send({ files, emailTo: [member.address, reader] })
    const linkFor = (address: string) => {
      const [, , slug, user] = (links[address] ?? '').split('/')
      return { slug, user }
    }
    const grant = async (address: string) => codeOf(await member.call('grantDownload', { body: linkFor(address) }))
    await require(admin, code())
    const again = await member.call('resumeSubmission', { body: { ...own, upload: begun.upload } })
    expect([again.status, again.body.code]).toEqual([200, undefined])
    expect(codeOf(await submit(member, again.body.plan))).toBe('done')
    for (const body of [{ slug: asked.slug }, own])
      expect(codeOf(await member.call('openRequest', { body }))).toBe('done')
    expect(await grant(reader)).toBe('done')
    await sender.call('editTransfer', { params: { transfer: id }, body: { onlyProven: true } })
    // The account’s address proves nothing now.
    expect(await grant(member.address)).toBe('link-locked')
    await withTotp(member)
    expect(await grant(member.address)).toBe('done')
  })

  test('cannot be removed as the last one, but as one of two', async () => {
    const { admin, members, code } = await guardedTeam()
    const [member] = members as [AccountPerson]
    const totp = await withTotp(member)
    await require(admin, code())
    const headers = await steppedUp(member, totp.code(1))
    expect(await member.call('removeTotp', { body: {}, headers })).toMatchObject({
      status: 409,
      body: { code: 'last-factor' },
    })
    const { id } = await withPasskey(app, member, undefined, headers)
    expect((await member.call('removeTotp', { body: {}, headers })).status).toBe(204)
    const params = { passkey: id }
    expect((await member.call('removePasskey', { params, body: {}, headers })).body.code).toBe('last-factor')
    const own = await steppedUp(admin, code())
    expect((await admin.call('removeTotp', { body: {}, headers: own })).body.code).toBe('last-factor')
    expect((await require(admin, code(), false)).body.team.requiresSecondFactor).toBe(false)
    expect((await admin.call('removeTotp', { body: {}, headers: own })).status).toBe(204)
  })

  test('concerns those who join, until it is no longer required or they leave', async () => {
    const { admin, code } = await guardedTeam([])
    await require(admin, code())
    const [address, other] = [newAddress(), await makeAccount(app, { email: newAddress() })]
    await invite(admin, [address, other.address])
    const { answer } = await joinAsNew(app, address)
    expect(answer.body.user.secondFactorRule).toBe('unmet')
    await joinAs(app, other)
    expect(await other.call('listTransfers')).toMatchObject(refused)
    const logIn = () => makePerson(app).call('logIn', { body: { email: other.address, password: PASSWORD } })
    expect((await logIn()).body.user.secondFactorRule).toBe('unmet')
    await admin.call('removeMember', { params: { member: other.accountId }, body: {} })
    expect((await logIn()).body.user.secondFactorRule).toBe('none')
  })

  test('a member without one may delete the account and sign out', async () => {
    const { admin, members, code } = await guardedTeam(['member', 'member'])
    const [member, second] = members as [AccountPerson, AccountPerson]
    await require(admin, code())
    expect((await member.call('deleteAccount', { body: { password: PASSWORD } })).status).toBe(204)
    expect((await second.call('endSession', { params: { session: second.sessionId } })).status).toBe(204)
    expect((await second.call('readAccount')).status).toBe(401)
  })
})
