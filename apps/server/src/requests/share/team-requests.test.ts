/** What a team sees of each other's requests, who changes them, and how sharing and assigning end, on any process. */
import type { RouteName } from '@waybill/contract/core/routes'
import type { RequestRecord } from '@waybill/contract/requests/shapes'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeTestApp, makeTwin, type TestApp } from '#test/app/test-app'
import type { AccountPerson } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { makeTeam } from '#test/people/team'
import { ASHA, answer, askFor, codeOf, expectSound, linkOf } from '#test/requests/calls'
import { openAll, readAll } from '#test/requests/team-readings'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const [TITLE, SECRET, CONTENT] = ['Papers for order 9114', 'secret-paper-9114', 'bytes of 9114']
/** What nobody may learn who does not see the request. */
const SECRETS = [TITLE, SECRET, CONTENT, ASHA]

let app: TestApp
let two: TestApp
let admin: AccountPerson
let manager: AccountPerson
let requester: AccountPerson
let friend: AccountPerson
let colleague: AccountPerson
let stranger: AccountPerson
let asked: RequestRecord
let submission: string
let fileId: string
beforeAll(async () => {
  app = await makeTestApp()
  two = await makeTwin(app)
  const team = await makeTeam(app, { members: ['manager', 'member', 'member', 'member'] })
  admin = team.admin
  ;[manager, requester, friend, colleague] = team.members as [
    AccountPerson,
    AccountPerson,
    AccountPerson,
    AccountPerson,
  ]
  stranger = (await makeTeam(app)).admin
  asked = await askFor(requester, { title: TITLE, suppliers: [{ email: ASHA }] })
  const link = await linkOf(requester, asked, ASHA)
  const item = asked.items[0]?._id ?? ''
  const files = [{ path: `${SECRET}.txt`, content: Buffer.from(CONTENT) }]
  const receipt = await answer(makePerson(app, ASHA), link, { item, files })
  ;[submission, fileId] = [receipt._id, receipt.files[0]?._id ?? '']
  await app.runJobs()
})
afterAll(async () => {
  await expectSound(app)
  await two?.close()
  await app?.close()
})

const named = (...people: AccountPerson[]) => people.map(({ accountId }) => ({ shareWithId: accountId }))

const edit = (person: AccountPerson, body: object, request = asked._id) =>
  person.call('editRequest', { params: { request }, body } as never)

const read = (person: AccountPerson) => readAll([app, two], person, { request: asked, submission, fileId }, SECRETS)
const opened = (links: readonly string[]) => openAll([app, two], links, CONTENT)

async function list(person: AccountPerson, query = '') {
  const response = await person.fetch(`/requests${query}`)
  return { status: response.status, body: await response.json() }
}

const idsOf = ({ body }: Awaited<ReturnType<typeof list>>) => body.requests.map(({ _id }: { _id: string }) => _id)

describe('without a share', () => {
  test('the requester, the admin and managers read it with its files, and nobody else a byte of it', async () => {
    for (const person of [requester, admin, manager]) {
      const { seen, links } = await read(person)
      expect([seen, links.length]).toEqual([[true], 4])
      expect(await opened(links)).toEqual([200])
    }
    for (const person of [friend, colleague, stranger]) expect(await read(person)).toEqual({ seen: [false], links: [] })
  })

  test('only who may change it sees suppliers’ own links, with which one can answer as them', async () => {
    const linkFor = async (person: AccountPerson) =>
      (await person.call('listRequestSuppliers', { params: { request: asked._id } })).body.suppliers[0].link
    expect(await linkFor(requester)).toContain('/r/')
    expect(await linkFor(admin)).toContain('/r/')
    expect(await linkFor(manager)).toBeNull()
  })

  test('the admin and managers list everyone’s or a member’s, with who asks; others only their own', async () => {
    const own = await askFor(manager, { title: 'Of the manager' })
    for (const person of [admin, manager]) {
      const everyone = await list(person, '?member=everyone')
      expect([everyone.body.counts.all, new Set(idsOf(everyone))]).toEqual([2, new Set([asked._id, own._id])])
      const of = await list(person, `?member=${requester.accountId}&filter=open`)
      expect(of.body.requests).toMatchObject([
        { _id: asked._id, requester: { _id: requester.accountId, email: requester.address }, assignee: null },
      ])
      expect(idsOf(await list(person, '?member=everyone&q=9114'))).toEqual([asked._id])
      const first = await list(person, '?member=everyone&take=1')
      const second = await list(person, `?member=everyone&take=1&after=${first.body.next}`)
      expect([...idsOf(first), ...idsOf(second)]).toEqual([own._id, asked._id])
      expect((await list(person, `?member=${stranger.accountId}`)).body.code).toBe('member-not-found')
    }
    expect(idsOf(await list(admin))).toEqual([])
    for (const member of ['everyone', requester.accountId]) {
      expect((await list(friend, `?member=${member}`)).body.code).toBe('not-yours')
      expect((await list(stranger, `?member=${member}`)).body).not.toMatchObject({ requests: [{ _id: asked._id }] })
    }
    expect((await list(friend)).body).toMatchObject({ requests: [], counts: { all: 0, shared: 0, assigned: 0 } })
  })
})

describe('changing', () => {
  const calls = (request: RequestRecord, supplier: string): Array<[RouteName, object]> => {
    const params = { request: request._id }
    return [
      ['editRequest', { params, body: { message: 'changed' } }],
      ['addRequestSuppliers', { params, body: { suppliers: [{ email: 'more@quiet.example' }] } }],
      ['remindRequestSuppliers', { params, body: { suppliers: [supplier] } }],
      ['duplicateRequest', { params, body: {} }],
      ['removeRequestSupplier', { params: { ...params, supplier } }],
      ['deleteRequests', { body: { ids: [request._id] } }],
      ['restoreRequests', { body: { ids: [request._id] } }],
    ]
  }
  const supplierOf = async ({ _id }: RequestRecord) =>
    (await requester.call('listRequestSuppliers', { params: { request: _id } })).body.suppliers[0]._id as string
  const logged = () =>
    app.ctx.db
      .selectFrom('security_events')
      .select(['account_id', 'facts'])
      .where('event', '=', 'member-request-changed')
      .execute()

  test('is refused to managers, members with a share, and everybody else', async () => {
    await edit(requester, { shareWith: named(friend), assignTo: friend.accountId })
    const judge = { params: { request: asked._id, supplier: await supplierOf(asked), item: asked.items[0]?._id } }
    for (const person of [manager, friend, colleague, stranger]) {
      const verdict = ['judgeItem', { ...judge, body: { verdict: 'accept' } }] as [RouteName, object]
      for (const [name, options] of [...calls(asked, await supplierOf(asked)), verdict]) {
        const answered = await person.call(name, options as never)
        expect([name, answered.status, answered.body.code]).toEqual([name, 404, 'request-not-found'])
      }
    }
    expect(await logged()).toEqual([])
    await edit(requester, { shareWith: [] })
  })

  test('is done by the admin as the requester, and the security log has who did it, unless it is refused', async () => {
    const theirs = await askFor(requester, { suppliers: [{ email: 'one@quiet.example' }] })
    const made = calls(theirs, await supplierOf(theirs))
    for (const [name, options] of made) {
      const answered = await admin.call(name, options as never)
      expect([name, answered.status < 300, answered.body?.code]).toEqual([name, true, undefined])
      if (name === 'duplicateRequest') expect(answered.body.request.requester._id).toBe(requester.accountId)
    }
    const rows = await logged()
    expect(rows).toHaveLength(made.length)
    expect(new Set(rows.map(({ account_id }) => account_id))).toEqual(new Set([requester.accountId]))
    expect(rows.map(({ facts }) => facts)).toContainEqual(
      expect.objectContaining({ by: admin.accountId, request: theirs._id }),
    )
    const ids = [theirs._id, (await askFor(admin))._id, (await askFor(colleague))._id]
    expect((await admin.call('deleteRequests', { body: { ids: [...ids, 'nobody'] } })).body.code).toBe(
      'request-not-found',
    )
    expect((await edit(admin, { items: [{ _id: 'nobody', name: 'A' }] }, ids[2])).body.code).toBe('item-not-found')
    expect(await logged()).toHaveLength(made.length)
    expect((await admin.call('deleteRequests', { body: { ids } })).body.deleted).toBe(3)
    expect((await admin.call('restoreRequests', { body: { ids } })).body.restored).toBe(3)
  })
})

describe('sharing', () => {
  test('lets the named member read it and download, until it ends: links end too, on every process', async () => {
    const shared = await edit(requester, { shareWith: named(friend) })
    expect(shared.body.request.shareWith).toMatchObject([{ shareWithId: friend.accountId }])
    const { seen, links } = await read(friend)
    expect([seen, links.length, await opened(links)]).toEqual([[true], 4, [200]])
    const record = (await friend.call('readRequest', { params: { request: asked.slug } })).body.request
    expect(record).toMatchObject({ mayChange: false, requester: { email: requester.address } })
    const { body } = await list(friend, '?filter=shared')
    expect(body).toMatchObject({ requests: [{ _id: asked._id }], counts: { all: 0, shared: 1, assigned: 0 } })
    expect(await read(colleague)).toEqual({ seen: [false], links: [] })
    await edit(requester, { shareWith: [] })
    expect(await opened(links)).toEqual([404])
    expect(await read(friend)).toEqual({ seen: [false], links: [] })
    expect((await list(friend, '?filter=shared')).body).toMatchObject({ requests: [], counts: { shared: 0 } })
  })

  test('is for the requester alone, with members of the team alone', async () => {
    for (const person of [admin, manager, friend, colleague, stranger]) {
      const answered = await edit(person, { shareWith: named(person === friend ? colleague : friend) })
      expect(codeOf(answered)).toMatch(/^(request|member)-not-found$/)
    }
    for (const person of [stranger, requester]) {
      expect(codeOf(await edit(requester, { shareWith: named(person) }))).toBe('member-not-found')
      expect(codeOf(await edit(requester, { assignTo: person.accountId }))).toBe('member-not-found')
    }
    expect(codeOf(await edit(requester, { shareWith: [{ shareWithId: 'nobody-has-this-id' }] }))).toBe(
      'member-not-found',
    )
  })

  test('ends with the deletion of the request, and comes back with it', async () => {
    const other = await askFor(requester)
    await edit(requester, { shareWith: named(friend) }, other._id)
    const sees = async () => (await friend.call('readRequest', { params: { request: other._id } })).status
    expect(await sees()).toBe(200)
    await requester.call('deleteRequests', { body: { ids: [other._id] } })
    expect([await sees(), (await list(friend, '?filter=shared')).body.counts.shared]).toEqual([404, 0])
    await requester.call('restoreRequests', { body: { ids: [other._id] } })
    expect(await sees()).toBe(200)
    await edit(requester, { shareWith: [] }, other._id)
  })

  test('two members share with each other at once, while the admin changes both, and nobody waits for ever', async () => {
    const [one, other] = [await askFor(requester), await askFor(friend)]
    for (let round = 0; round < 6; round += 1) {
      const answers = await Promise.all([
        edit(requester, { shareWith: named(friend) }, one._id),
        edit(friend, { shareWith: named(requester) }, other._id),
        edit(admin, { assignTo: colleague.accountId }, one._id),
        admin.call('addRequestSuppliers', {
          params: { request: other._id },
          body: { suppliers: [{ email: `r${round}@quiet.example` }] },
        }),
      ])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      await Promise.all([edit(requester, { shareWith: [] }, one._id), edit(friend, { shareWith: [] }, other._id)])
    }
  })
})

describe('assigning', () => {
  test('hands it to one member, who reads it; the next one replaces them', async () => {
    const first = await edit(requester, { assignTo: friend.accountId })
    expect(first.body.request).toMatchObject({
      assignee: { _id: friend.accountId, email: friend.address },
      shareWith: [{ shareWithId: friend.accountId }],
    })
    expect((await list(friend, '?filter=assigned')).body).toMatchObject({
      requests: [{ _id: asked._id, assignee: { _id: friend.accountId } }],
      counts: { shared: 1, assigned: 1 },
    })
    const next = await edit(admin, { assignTo: colleague.accountId })
    expect(next.body.request.assignee._id).toBe(colleague.accountId)
    expect((await list(friend, '?filter=assigned')).body).toMatchObject({
      requests: [],
      counts: { shared: 1, assigned: 0 },
    })
    expect((await read(friend)).seen).toEqual([true])
    expect((await edit(requester, { shareWith: named(friend) })).body.request.assignee).toBeNull()
    expect((await read(colleague)).seen).toEqual([false])
    await edit(requester, { assignTo: friend.accountId })
    expect((await edit(requester, { assignTo: null })).body.request).toMatchObject({ assignee: null })
    await edit(requester, { shareWith: [] })
  })
})

describe('leaving', () => {
  test('ends what was shared with the member at once; what they asked for becomes the successor’s', async () => {
    const { admin: boss, members } = await makeTeam(app, { members: ['member', 'member'] })
    const [stays, goes] = members as [AccountPerson, AccountPerson]
    const [theirs, shared] = [await askFor(goes), await askFor(stays, { suppliers: [{ email: ASHA }] })]
    await edit(goes, { shareWith: named(stays) }, theirs._id)
    await edit(stays, { shareWith: named(goes), assignTo: goes.accountId }, shared._id)
    const removed = await boss.call('removeMember', { params: { member: goes.accountId }, body: {} })
    expect(removed.status).toBe(200)
    for (const site of [app, two]) {
      const response = await fetch(new URL(`/requests/${shared._id}`, site.origin), { headers: goes.headers() })
      expect(response.status).toBe(401)
    }
    const record = async (person: AccountPerson, request: string) =>
      (await person.call('readRequest', { params: { request } })).body.request
    expect(await record(stays, shared._id)).toMatchObject({ assignee: null, shareWith: [] })
    expect(await record(boss, theirs._id)).toMatchObject({ requester: { _id: boss.accountId } })
    expect(await record(stays, theirs._id)).toMatchObject({ mayChange: false, requester: { _id: boss.accountId } })
  })

  test('at the same time as a share leaves none', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { admin: boss, members } = await makeTeam(app)
      const [gone] = members as [AccountPerson]
      const own = await askFor(boss)
      const [shared, removed] = await Promise.all([
        edit(boss, { assignTo: gone.accountId }, own._id),
        boss.call('removeMember', { params: { member: gone.accountId }, body: {} }),
      ])
      expect(removed.status).toBe(200)
      expect([200, 404]).toContain(shared.status)
      const rows = await app.ctx.db
        .selectFrom('request_shares')
        .select('member_id')
        .where('request_id', '=', own._id)
        .execute()
      expect(rows).toEqual([])
    }
  })
})
