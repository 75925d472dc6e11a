/** A removed member has no access left, on any process. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, makeTwin, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import type { AccountPerson } from '#test/people/account-person'
import { makeTeam } from '#test/people/team'

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
