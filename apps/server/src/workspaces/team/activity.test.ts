/** What a team did, as its admin and managers read it. */
import type { ActivityEntry } from '@waybill/contract/workspaces/activity-endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount, PASSWORD } from '#test/people/account-person'
import { withTotp } from '#test/people/second-factors'
import { invite, joinAs, makeTeam, newAddress } from '#test/people/team'
import { askFor } from '#test/requests/calls'
import { noteSecurityIn } from '../../platform/security-log/security-scope.ts'
import { forgetOldActivity } from './activity-store.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app?.close())

const file = (path: string) => ({ path, content: Buffer.from(path) })
async function list(person: AccountPerson, query: Record<string, string> = {}) {
  const answer = await person.fetch(`/activity?${new URLSearchParams(query)}`)
  const body = await answer.json()
  const entries: ActivityEntry[] = body.entries ?? []
  const { next, timeZone, code } = body
  return { status: answer.status, entries, next, timeZone, code }
}
/** Each as 'who kind whom'. */
const told = (entries: readonly ActivityEntry[]) =>
  entries.map(({ actor, kind, subject }) => [actor?.name, kind, subject?.name].filter(Boolean).join(' '))
const rowsIn = async (workspaceOf: AccountPerson) => {
  const { rows } = await sql<{ rows: number }>`select count(*)::int as rows from team_events
    where workspace_id = workspace_of(${workspaceOf.accountId})`.execute(app.ctx.db)
  return rows[0]?.rows
}

describe('what a team does', () => {
  let [admin, manager, member] = [] as unknown as [AccountPerson, AccountPerson, AccountPerson]
  let names: { admin: string; manager: string; member: string }
  let slug: string
  beforeAll(async () => {
    const team = await makeTeam(app, { members: ['manager', 'member'] })
    admin = team.admin
    ;[manager, member] = team.members as [AccountPerson, AccountPerson]
    names = { admin: admin.address, manager: manager.address, member: member.address }
  })

  test('is listed with who did it and whom it concerns, the latest first', async () => {
    const sent = await member.send({ files: [file('a.txt'), file('b.txt')], emailTo: ['reader@example.com'] })
    slug = sent.slug
    const params = { transfer: sent.id }
    await member.call('editTransfer', { params, body: { shareWith: [{ shareWithId: manager.accountId }] } })
    await admin.call('editTransfer', { params, body: { isPaused: true } })
    const { body: exported } = await member.call('exportAccount')
    expect(exported.transfers).toMatchObject([{ slug, sharedWith: [{ email: manager.address }] }])
    expect(exported.teamActivity.map(({ kind }: ActivityEntry) => kind)).toEqual(['shared', 'sent', 'member-joined'])
    const { body: library } = await member.call('listLibrary')
    await member.call('fetchLibraryFiles', { body: { ids: [library.files[0]._id] } })
    await askFor(manager)
    await invite(admin, ['invited@team.example'], 'manager')
    const { body } = await admin.call('readTeam')
    await admin.call('withdrawInvite', { params: { invite: body.team.invites[0]._id } })
    await admin.call('changeMemberRole', { params: { member: member.accountId }, body: { role: 'manager' } })
    await admin.call('editBranding', { body: { showsPoweredBy: true } })
    await sql`update subscriptions set role = 'pro' where workspace_id = workspace_of(${admin.accountId})`.execute(
      app.ctx.db,
    )
    const { entries, timeZone } = await list(admin)
    expect(timeZone).toBe('UTC')
    expect(told(entries)).toEqual([
      'plan-changed',
      `${names.admin} branding-changed`,
      `${names.admin} member-role-set ${names.member}`,
      `${names.admin} invite-withdrawn invited@team.example`,
      `${names.admin} invited invited@team.example`,
      `${names.manager} requested`,
      `${names.member} fetched`,
      `${names.admin} member-transfer-changed ${names.member}`,
      `${names.member} shared ${names.manager}`,
      `${names.member} sent`,
      `${names.member} member-joined`,
      `${names.admin} invited ${names.member}`,
      `${names.manager} member-joined`,
      `${names.admin} invited ${names.manager}`,
    ])
    const of = (kind: string) => entries.find((entry) => entry.kind === kind)
    expect(of('sent')).toMatchObject({ slug, files: 2, part: 'transfers', actor: { _id: member.accountId } })
    expect(of('fetched')).toMatchObject({ files: 1 })
    expect(of('member-transfer-changed')).toMatchObject({ slug })
    expect(of('member-role-set')).toMatchObject({ memberRole: 'manager' })
    expect(of('plan-changed')).toMatchObject({ actor: null, plan: { from: 'business', to: 'pro' } })
  })

  test('is filtered by member and kind, comes in pages, and as CSV', async () => {
    const whole = (await list(manager)).entries
    expect(told((await list(manager, { member: member.accountId })).entries)).toEqual([
      `${names.member} fetched`,
      `${names.member} shared ${names.manager}`,
      `${names.member} sent`,
      `${names.member} member-joined`,
    ])
    expect(new Set((await list(admin, { part: 'people' })).entries.map(({ part }) => part))).toEqual(
      new Set(['people']),
    )
    const seen: ActivityEntry[] = []
    for (let after = ''; ; ) {
      const page = await list(admin, { take: '5', ...(after ? { after } : {}) })
      seen.push(...page.entries)
      if (page.next === null) break
      after = page.next
    }
    expect(seen).toEqual(whole)
    expect(await list(admin, { after: 'nonsense' })).toMatchObject({ status: 400, code: 'invalid-input' })
    const csv = (await (await admin.fetch('/activity.csv?part=transfers')).text()).trimEnd().split('\r\n')
    expect(csv).toHaveLength(4)
    expect(csv.at(-1)).toContain(`Transfers,Sent,${names.member},,${slug},2`)
  })

  test('is nobody else’s: neither a member’s nor another team’s', async () => {
    const { admin: stranger, members } = await makeTeam(app)
    expect(await list(members[0] as AccountPerson)).toMatchObject({ status: 403, code: 'not-yours' })
    expect((await (members[0] as AccountPerson).fetch('/activity.csv')).status).toBe(403)
    expect(JSON.stringify((await list(stranger)).entries)).not.toContain(names.member)
    expect((await list(stranger, { member: member.accountId })).entries).toEqual([])
    expect((await (await stranger.fetch('/activity.csv')).text()).includes(names.member)).toBe(false)
  })

  test('names somebody who has left, whose things are another’s now', async () => {
    await admin.call('removeMember', { params: { member: member.accountId }, body: {} })
    await admin.call('offerHandover', { body: { member: manager.accountId, password: PASSWORD } })
    await manager.call('acceptHandover')
    const { entries } = await list(manager, { take: '3' })
    expect(told(entries)).toEqual([
      `${names.manager} handed-over ${names.admin}`,
      `${names.admin} handover-asked ${names.manager}`,
      `${names.admin} member-removed ${names.member}`,
    ])
    const sent = (await list(admin, { part: 'transfers' })).entries
    expect(told(sent)).toContain(`${names.member} sent`)
    // The former member sees nothing of it.
    expect(await rowsIn(member)).toBe(0)
  })
})

test('names what the admin deletes of a member, and how people sign in and where links lead', async () => {
  const { admin, members } = await makeTeam(app)
  const [member] = members as [AccountPerson]
  await member.send({ files: [file('old.txt')] })
  const { body: library } = await member.call('listLibrary')
  await admin.call('deleteFiles', { body: { ids: [library.files[0]._id] } })
  const { recoveryCodes } = await withTotp(admin)
  for (const isRequired of [true, false]) {
    const body = { isRequired, password: PASSWORD, code: recoveryCodes.pop() ?? '' }
    expect((await admin.call('requireSecondFactor', { body })).status).toBe(200)
  }
  const event = { outcome: 'ok', accountId: admin.accountId } as const
  await noteSecurityIn(app.ctx.db, { ...event, event: 'host-claimed', facts: { host: 'files.lovelace.example' } })
  await noteSecurityIn(app.ctx.db, { ...event, event: 'mail-domain-released', facts: { domain: 'lovelace.example' } })
  const { entries } = await list(admin, { take: '5' })
  expect(told(entries)).toEqual([
    `${admin.address} mail-domain-released lovelace.example`,
    `${admin.address} host-claimed files.lovelace.example`,
    `${admin.address} factor-optional`,
    `${admin.address} factor-required`,
    `${admin.address} member-files-deleted ${member.address}`,
  ])
  expect(entries.at(-1)).toMatchObject({ part: 'library', files: 1 })
})

test('an account alone has no rows, and those of a workspace end with it, or after a year', async () => {
  const alone = await makeAccount(app, { role: 'pro', email: newAddress('alone') })
  await alone.send({ files: [file('alone.txt')] })
  await askFor(alone)
  expect(await rowsIn(alone)).toBe(0)

  const { admin, members } = await makeTeam(app)
  const [leaving] = members as [AccountPerson]
  await leaving.call('deleteAccount', { body: { password: PASSWORD } })
  expect(told((await list(admin)).entries)[0]).toBe(`${leaving.address} member-left`)
  await sql`update team_events set at = now() - interval '366 days'
    where kind = 'invited' and workspace_id = workspace_of(${admin.accountId})`.execute(app.ctx.db)
  await forgetOldActivity(app.ctx.db)
  expect((await list(admin)).entries.map(({ kind }) => kind)).toEqual(['member-left', 'member-joined'])
  const { rows } = await sql<{ id: string }>`select workspace_of(${admin.accountId}) as id`.execute(app.ctx.db)
  await admin.call('deleteAccount', { body: { password: PASSWORD } })
  const left = await sql`select from team_events where workspace_id = ${rows[0]?.id}`.execute(app.ctx.db)
  expect(left.rows).toEqual([])

  // Who joins a team leaves the rows of the workspace that ends.
  const host = (await makeTeam(app, { members: [] })).admin
  await invite(host, [alone.address])
  await sql`update subscriptions set role = 'free', status = 'trialing'
    where workspace_id = workspace_of(${alone.accountId})`.execute(app.ctx.db)
  expect((await joinAs(app, alone)).status).toBe(200)
  expect(told((await list(host)).entries)).toEqual([
    `${alone.address} member-joined`,
    `${host.address} invited ${alone.address}`,
  ])
})
