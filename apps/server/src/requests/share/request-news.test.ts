/** Who hears of a request that is shared or assigned, and of what comes to it; and that this ends with the share. */
import { pathOf } from '@waybill/contract/core/routes'
import type { RequestRecord } from '@waybill/contract/requests/shapes'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import type { AccountPerson } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { makeTeam } from '#test/people/team'
import { ASHA, answer, askFor, linkOf } from '#test/requests/calls'
import { addJob } from '../../platform/jobs/add-job.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let app: TestApp
let requester: AccountPerson
let friend: AccountPerson
let colleague: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  const { members } = await makeTeam(app, { members: ['member', 'member', 'member'] })
  ;[requester, friend, colleague] = members as [AccountPerson, AccountPerson, AccountPerson]
})
afterAll(() => app?.close())

const named = (...people: AccountPerson[]) => people.map(({ accountId }) => ({ shareWithId: accountId }))

const edit = (person: AccountPerson, body: object, request: string) =>
  person.call('editRequest', { params: { request }, body } as never)

describe('news', () => {
  const told = async (person: AccountPerson, request: RequestRecord) =>
    (await person.call('listNotifications', { body: {} })).body.notifications
      .filter(({ slug }: { slug: string }) => slug === request.slug)
      .map(({ kind, supplier }: { kind: string; supplier: string | null }) => [kind, supplier])
  const mailed = async (person: AccountPerson, subject: string) =>
    (await app.mails(person.address)).filter((mail) => mail.subject?.includes(subject)).length

  test('reaches who it is shared with or assigned to, once, and the assignee hears of submissions', async () => {
    const request = await askFor(requester, { suppliers: [{ email: ASHA }] })
    const before = [await mailed(friend, 'shared a request'), await mailed(colleague, 'was assigned to you')]
    for (let round = 0; round < 2; round += 1) {
      await edit(requester, { shareWith: [] }, request._id)
      await edit(requester, { shareWith: named(friend), assignTo: colleague.accountId }, request._id)
      await app.runJobs()
    }
    expect(await told(friend, request)).toEqual([['shared', requester.address]])
    expect(await told(colleague, request)).toEqual([['assigned', null]])
    expect(await mailed(friend, 'shared a request')).toBe((before[0] ?? 0) + 1)
    expect(await mailed(colleague, 'was assigned to you')).toBe((before[1] ?? 0) + 1)
    const about = async (person: AccountPerson, body: object) =>
      (await person.call('listNotifications', { body } as never)).body.notifications.length
    expect([await about(friend, {}), await about(friend, { about: 'shared' })]).toEqual([1, 1])
    for (const [member, count] of [
      [requester, 1],
      [colleague, 0],
      [friend, 0],
    ] as const) {
      expect(await about(friend, { member: member.accountId })).toBe(count)
    }
    const link = await linkOf(requester, request, ASHA)
    const item = request.items[0]?._id ?? ''
    const submitted = [await mailed(colleague, 'sent'), await mailed(requester, 'sent'), await mailed(friend, 'sent')]
    await answer(makePerson(app, ASHA), link, { item, files: [{ path: 'a.txt', content: Buffer.from('a') }] })
    await app.runJobs()
    const kinds = async (person: AccountPerson) => (await told(person, request)).map(([kind]: [string]) => kind)
    expect(await kinds(colleague)).toEqual(['completed', 'answered', 'assigned'])
    expect(await kinds(requester)).toEqual(['completed', 'answered'])
    expect([await about(requester, { about: 'shared' }), await about(colleague, { about: 'shared' })]).toEqual([0, 3])
    expect(await kinds(friend)).toEqual(['shared'])
    const now = [await mailed(colleague, 'sent'), await mailed(requester, 'sent'), await mailed(friend, 'sent')]
    expect(now.map((count, nth) => count - (submitted[nth] ?? 0))).toEqual([1, 1, 0])
    await edit(requester, { shareWith: named(friend) }, request._id)
    expect([await told(colleague, request), await kinds(friend)]).toEqual([[], ['shared']])
    await requester.call('deleteRequests', { body: { ids: [request._id] } })
    expect(await told(friend, request)).toEqual([])
  })

  test('does not reach somebody from whom it was taken back before it was told', async () => {
    const request = await askFor(requester)
    const before = (await app.mails(friend.address)).length
    await app.ctx.db.transaction().execute(async (tx) => {
      await addJob(tx, 'tell-request-shared', {
        requestId: request._id,
        memberIds: [friend.accountId],
        assignedAt: new Date().toISOString(),
      })
    })
    await app.runJobs()
    expect([await told(friend, request), (await app.mails(friend.address)).length]).toEqual([[], before])
  })
})

test('the export of an account says with whom its requests are shared, and who is assigned', async () => {
  const request = await askFor(requester)
  await edit(requester, { shareWith: named(friend), assignTo: colleague.accountId }, request._id)
  const exported = JSON.parse(await (await requester.fetch(pathOf('exportAccount'))).text())
  const { sharedWith } = exported.requests.find(({ id }: { id: string }) => id === request._id)
  expect(sharedWith).toHaveLength(2)
  expect(sharedWith).toMatchObject([
    { email: expect.any(String), sharedAt: expect.any(String) },
    { email: expect.any(String), isAssigned: expect.any(Boolean) },
  ])
  const assigned = sharedWith.filter(({ isAssigned }: { isAssigned: boolean }) => isAssigned)
  expect(assigned.map(({ email }: { email: string }) => email)).toEqual([colleague.address])
})
