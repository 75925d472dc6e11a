import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { noise } from '#test/people/recipient'
import { ASHA, answer, askFor, linkOf } from '#test/requests/calls'
import { askSealed, seal } from '#test/requests/sealed'

let app: TestApp
let owner: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
})
afterAll(() => app.close())

const mailed = async (to: string, text: string) => {
  await until(async () => (await app.mails(to)).some((mail) => mail.text.includes(text)))
  return (await app.mails(to)).find((mail) => mail.text.includes(text))
}
const newest = async () => (await owner.call('listNotifications', { body: {} })).body.notifications[0]

test('tells suppliers that their browser seals, and the requester that submissions are sealed', async () => {
  const asked = await askSealed(owner, { title: 'Drawings', suppliers: [{ email: ASHA, lang: 'en' }] })
  const invitation = await mailed(ASHA, 'asked you for files')
  expect(invitation?.text).toContain(
    `your browser encrypts each file before it leaves your device, and only ${owner.address} can open it`,
  )
  expect(invitation?.text).toContain('on the device where you started')
  expect(invitation?.text).not.toContain('even on another device')
  const files = [{ path: 'a.pdf', content: await seal(asked.sealing, noise(10)) }]
  await answer(makePerson(app), await linkOf(owner, asked.request, ASHA), { item: asked.item, files })
  expect(await newest()).toMatchObject({ kind: 'completed', isSealed: false })
  const { notifications } = (await owner.call('listNotifications', { body: {} })).body
  expect(notifications[1]).toMatchObject({ kind: 'answered', isSealed: true, fileName: 'a.pdf' })
  const notice = await mailed(owner.address, 'sent 1 file')
  expect(notice?.text).toContain('Open them on the request’s page with its passphrase.')
})

test('says nothing of that for unsealed files', async () => {
  const request = await askFor(owner, { title: 'Lists', items: [{ name: 'List' }], suppliers: [{ email: ASHA }] })
  const invitation = await mailed(ASHA, 'Lists')
  expect(invitation?.text).toContain('even on another device')
  expect(invitation?.text).not.toContain('encrypts')
  const files = [{ path: 'a.sealed', content: noise(10) }]
  const item = request.items[0]?._id ?? ''
  await answer(makePerson(app), { slug: request.slug }, { item, files, said: { note: 'The new ones.' } })
  expect(await newest()).toMatchObject({ kind: 'answered', isSealed: false, fileName: 'a.sealed' })
  expect((await mailed(owner.address, 'The new ones.'))?.text).not.toContain('passphrase')
})
