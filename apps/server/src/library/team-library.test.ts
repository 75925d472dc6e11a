/** Files of a team: who lists, downloads and deletes them, and how that ends with a share, a role or the membership. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeTestApp, makeTwin, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson, type Sent } from '#test/people/people'
import { makeTeam } from '#test/people/team'
import { ASHA, answer, askFor, linkOf } from '#test/requests/calls'
import { openAll } from '#test/requests/team-readings'
import { blockTransfer } from '../transfers/index.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const CONTENT = 'bytes of 3307'
const file = (path: string) => ({ path, content: Buffer.from(CONTENT) })

let app: TestApp
let two: TestApp
let admin: AccountPerson
let manager: AccountPerson
let member: AccountPerson
let colleague: AccountPerson
let stranger: AccountPerson
let sent: Sent
/** By name: sent by the member, submitted to the member, sent to the member from outside. */
let ids: Record<string, string>
beforeAll(async () => {
  app = await makeTestApp()
  two = await makeTwin(app)
  const team = await makeTeam(app, { members: ['manager', 'member', 'member'] })
  admin = team.admin
  ;[manager, member, colleague] = team.members as [AccountPerson, AccountPerson, AccountPerson]
  stranger = (await makeTeam(app)).admin
  sent = await member.send({ files: [file('sent-3307.txt')] })
  const request = await askFor(member, { suppliers: [{ email: ASHA }] })
  const link = await linkOf(member, request, ASHA)
  await answer(makePerson(app, ASHA), link, { item: request.items[0]?._id ?? '', files: [file('submitted-3307.txt')] })
  await (await makeAccount(app)).send({ files: [file('mailed-3307.txt')], emailTo: [member.address] })
  await admin.send({ files: [file('of-admin.txt')] })
  await app.runJobs()
  const { body } = await list(member)
  ids = Object.fromEntries(body.files.map(({ fileName, _id }: Listed) => [fileName, _id]))
})
afterAll(async () => {
  await two?.close()
  await app?.close()
})

interface Listed {
  _id: string
  fileName: string
  owner: { _id: string; email: string }
}

async function list(person: AccountPerson, query = '') {
  const response = await person.fetch(`/library${query}`)
  return { status: response.status, body: await response.json() }
}

const namesOf = ({ body }: Awaited<ReturnType<typeof list>>) =>
  body.files.map(({ fileName }: Listed) => fileName).sort()

const named = (...names: string[]) => names.map((name) => ids[name] ?? '')

const fetchFiles = (person: AccountPerson, wanted: readonly string[]) =>
  person.call('fetchLibraryFiles', { body: { ids: [...wanted] } })

const opened = (links: readonly string[]) => openAll([app, two], links, CONTENT)

describe('lists', () => {
  test('the admin and managers list everyone’s or a member’s files, but not what was sent to a member', async () => {
    expect(Object.keys(ids).sort()).toEqual(['mailed-3307.txt', 'sent-3307.txt', 'submitted-3307.txt'])
    for (const person of [admin, manager]) {
      const theirs = await list(person, `?member=${member.accountId}`)
      expect(namesOf(theirs)).toEqual(['sent-3307.txt', 'submitted-3307.txt'])
      expect(theirs.body.files[0].owner).toMatchObject({ _id: member.accountId, email: member.address })
      expect(namesOf(await list(person, '?member=everyone'))).toEqual([
        'of-admin.txt',
        'sent-3307.txt',
        'submitted-3307.txt',
      ])
      expect(namesOf(await list(person, '?member=everyone&kind=received'))).toEqual(['submitted-3307.txt'])
      expect(namesOf(await list(person, '?member=everyone&q=SENT-33'))).toEqual(['sent-3307.txt'])
      const paged: string[] = []
      for (let after = ''; ; ) {
        const { body } = await list(person, `?member=everyone&take=1${after && `&after=${after}`}`)
        paged.push(...body.files.map(({ fileName }: Listed) => fileName))
        if (body.next === null) break
        after = body.next
      }
      expect(paged.sort()).toEqual(['of-admin.txt', 'sent-3307.txt', 'submitted-3307.txt'])
    }
    expect(namesOf(await list(manager))).toEqual([])
    for (const of of ['everyone', member.accountId]) {
      expect((await list(colleague, `?member=${of}`)).body.code).toBe('not-yours')
      expect(JSON.stringify((await list(stranger, `?member=${of}`)).body)).not.toContain('3307')
    }
    expect((await list(stranger, `?member=${member.accountId}`)).body.code).toBe('member-not-found')
  })
})

describe('downloads', () => {
  test('are for the admin and managers, alone or as a zip, and for nobody else', async () => {
    const wanted = named('sent-3307.txt', 'submitted-3307.txt')
    for (const person of [admin, manager]) {
      const single = await fetchFiles(person, wanted.slice(0, 1))
      expect(await opened(single.body.links.map(({ url }: { url: string }) => url))).toEqual([200])
      expect((await fetchFiles(person, wanted)).body.links).toHaveLength(1)
      expect((await fetchFiles(person, named('mailed-3307.txt'))).body.code).toBe('file-not-found')
    }
    for (const person of [colleague, stranger]) {
      for (const id of wanted) expect((await fetchFiles(person, [id])).body.code).toBe('file-not-found')
    }
  })

  test('of a shared transfer are for who it is shared with, until that ends on every process', async () => {
    const share = (shareWith: object[]) =>
      member.call('editTransfer', { params: { transfer: sent.id }, body: { shareWith } } as never)
    await share([{ shareWithId: colleague.accountId }])
    const { body } = await fetchFiles(colleague, named('sent-3307.txt'))
    const links = body.links.map(({ url }: { url: string }) => url)
    expect(await opened(links)).toEqual([200])
    expect((await fetchFiles(colleague, named('submitted-3307.txt'))).body.code).toBe('file-not-found')
    await share([])
    expect(await opened(links)).toEqual([404])
    expect((await fetchFiles(colleague, named('sent-3307.txt'))).body.code).toBe('file-not-found')
  })

  test('of others end with a block of the transfer and with the suspension of its sender', async () => {
    const share = (shareWith: object[]) =>
      member.call('editTransfer', { params: { transfer: sent.id }, body: { shareWith } } as never)
    await share([{ shareWithId: colleague.accountId }])
    const links: string[] = []
    for (const person of [manager, colleague])
      links.push((await fetchFiles(person, named('sent-3307.txt'))).body.links[0].url)
    const own = [(await fetchFiles(member, named('sent-3307.txt'))).body.links[0].url]
    const ended = async () => {
      expect(await opened(links)).toEqual([404])
      for (const person of [manager, colleague])
        expect((await fetchFiles(person, named('sent-3307.txt'))).body.code).toBe('file-not-found')
      // Its owner still gets what the owner has.
      expect(await opened(own)).toEqual([200])
    }
    await blockTransfer(app.ctx, sent.slug, true)
    await ended()
    await blockTransfer(app.ctx, sent.slug, false)
    expect(await opened(links)).toEqual([200])
    const suspend = (at: ReturnType<typeof sql>) =>
      sql`update accounts set suspended_at = ${at} where id = ${member.accountId}`.execute(app.ctx.db)
    await suspend(sql`now()`)
    await ended()
    await suspend(sql`null`)
    expect(await opened(links)).toEqual([200])
    await share([])
  })

  test('of an item’s example, by its supplier, end with the suspension of the requester', async () => {
    const items = [{ name: 'Ledger', exampleFile: named('sent-3307.txt')[0] }]
    const request = await askFor(member, { items, suppliers: [{ email: ASHA }] })
    const body = { ...(await linkOf(member, request, ASHA)), item: request.items[0]?._id ?? '' }
    const { url } = (await makePerson(app, ASHA).call('fetchItemExample', { body })).body
    expect(await opened([url])).toEqual([200])
    await sql`update accounts set suspended_at = now() where id = ${member.accountId}`.execute(app.ctx.db)
    expect(await opened([url])).toEqual([404])
    await sql`update accounts set suspended_at = null where id = ${member.accountId}`.execute(app.ctx.db)
    await member.call('deleteRequests', { body: { ids: [request._id] } })
  })

  test('of what is shared are listed as shared, with the shared transfers alone, until that ends', async () => {
    const request = (await member.call('listRequests')).body.requests[0]._id
    const share = async (members: object[]) => {
      await member.call('editTransfer', { params: { transfer: sent.id }, body: { shareWith: members } } as never)
      await member.call('editRequest', { params: { request }, body: { shareWith: members } } as never)
    }
    const forwarded = [{ newPath: ids['sent-3307.txt'] ?? '', fileName: '' }]
    const draft = { ...member.draft({ files: [] }), forwarded }
    const { plan } = (await member.call('planTransfer', { body: draft } as never)).body
    const saved = await member.call('completeTransfer', { body: { upload: plan.upload, token: plan.token } })
    const unshared = saved.body.data.ops[0]
    expect(namesOf(await list(colleague, '?kind=shared'))).toEqual([])
    await share([{ shareWithId: colleague.accountId }])
    const shared = await list(colleague, '?kind=shared')
    expect(namesOf(shared)).toEqual(['sent-3307.txt', 'submitted-3307.txt'])
    expect(shared.body.files.map(({ owner }: Listed) => owner._id)).toEqual([member.accountId, member.accountId])
    expect(JSON.stringify(shared.body)).toContain(sent.slug)
    expect(JSON.stringify(shared.body)).not.toContain(unshared.slug)
    const [first] = (await list(colleague, '?kind=shared&take=1')).body.files
    const { next } = (await list(colleague, '?kind=shared&take=1')).body
    const [second] = (await list(colleague, `?kind=shared&take=1&after=${next}`)).body.files
    expect([first.fileName, second.fileName].sort()).toEqual(['sent-3307.txt', 'submitted-3307.txt'])
    expect(namesOf(await list(colleague, '?kind=shared&q=SUBMITTED'))).toEqual(['submitted-3307.txt'])
    for (const person of [stranger, admin]) expect(namesOf(await list(person, '?kind=shared'))).toEqual([])
    await share([])
    expect(namesOf(await list(colleague, '?kind=shared'))).toEqual([])
  })

  test('end with the role of a manager', async () => {
    const { body } = await fetchFiles(manager, named('sent-3307.txt'))
    const links = body.links.map(({ url }: { url: string }) => url)
    const set = (role: string) =>
      admin.call('changeMemberRole', { params: { member: manager.accountId }, body: { role } } as never)
    expect((await set('member')).status).toBeLessThan(300)
    expect(await opened(links)).toEqual([404])
    expect((await list(manager, '?member=everyone')).body.code).toBe('not-yours')
    await set('manager')
    expect(await opened(links)).toEqual([200])
  })
})

describe('deleting', () => {
  test('is for the owner and the admin, whose act is in the security log', async () => {
    const theirs = await member.send({ files: [file('deleted.txt')] })
    const id = (await list(member, '?q=deleted')).body.files[0]._id
    for (const person of [manager, colleague, stranger]) {
      for (const name of ['listFileUses', 'deleteFiles'] as const) {
        expect((await person.call(name, { body: { ids: [id] } })).body.code).toBe('file-not-found')
      }
    }
    expect((await admin.call('listFileUses', { body: { ids: [id] } })).body.uses).toMatchObject([{ slug: theirs.slug }])
    const own = (await list(admin)).body.files[0]._id
    expect((await admin.call('deleteFiles', { body: { ids: [id, own, 'nobody'] } })).body.code).toBe('file-not-found')
    expect((await admin.call('deleteFiles', { body: { ids: [id, own] } })).body).toEqual({ deleted: 2 })
    const rows = await app.ctx.db
      .selectFrom('security_events')
      .select(['account_id', 'facts'])
      .where('event', '=', 'member-files-deleted')
      .execute()
    expect(rows).toEqual([{ account_id: member.accountId, facts: { by: admin.accountId, files: 1 } }])
    expect(namesOf(await list(member, '?q=deleted'))).toEqual([])
  })
})

test('the links of a former member open nothing, and the successor has the files', async () => {
  const { body } = await fetchFiles(manager, named('sent-3307.txt'))
  const { body: own } = await fetchFiles(member, named('sent-3307.txt'))
  const links = [...body.links, ...own.links].map(({ url }: { url: string }) => url)
  for (const person of [manager, member]) {
    await admin.call('removeMember', { params: { member: person.accountId }, body: {} })
  }
  expect(await opened(links)).toEqual([404])
  expect(namesOf(await list(admin))).toEqual(['sent-3307.txt', 'submitted-3307.txt'])
})
