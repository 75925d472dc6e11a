/** How a visitor's conversation leaves its browser: by the visitor's wish, and to the account of its address. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { makeAccount, PASSWORD } from '#test/people/account-person'
import { makePerson, type Person } from '#test/people/people'
import { answerConversation, listConversations } from './index.ts'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.close())

const write = (person: Person, text: string, email?: string) =>
  person.call('writeMessage', { body: { text, ...(email && { email }) } })
const texts = async (person: Person): Promise<string[]> =>
  (await person.call('readConversation')).body.messages.map(({ text }: { text: string }) => text)
const logIn = (person: Person, email: string) => person.call('logIn', { body: { email, password: PASSWORD } })
const of = async (text: string) =>
  (await listConversations(app.ctx.db, { state: null, take: 100 })).find(({ lastBody }) => lastBody === text)

test('a visitor leaves it: the browser shows it no more, and answers still reach the address', async () => {
  const [visitor, other] = [makePerson(app), makePerson(app)]
  await write(visitor, 'left behind', 'shared@quiet.example')
  await write(other, 'mine')
  const { id = '' } = (await of('left behind')) ?? {}
  expect((await visitor.call('leaveConversation', { body: {} })).status).toBe(204)
  expect(await texts(visitor)).toEqual([])
  expect(await texts(other)).toEqual(['mine'])
  await write(visitor, 'the next one')
  expect(await texts(visitor)).toEqual(['the next one'])
  await answerConversation(app.ctx, { conversationId: id, text: 'An answer to you', cameBy: 'command' })
  await app.passTime(180_000)
  expect((await app.mails('shared@quiet.example')).map(({ text }) => text).join()).toContain('An answer to you')
  expect(await texts(visitor)).toEqual(['the next one'])
  // Again, and by nobody, it does nothing.
  for (const person of [makePerson(app), visitor, visitor])
    expect((await person.call('leaveConversation', { body: {} })).status).toBe(204)
  const account = await makeAccount(app)
  await write(account, 'of an account')
  await account.call('leaveConversation', { body: {} })
  expect(await texts(account)).toEqual(['of an account'])
})

test('a login in the same browser with the proven address takes it over, and no other login', async () => {
  const [owner, stranger] = [await makeAccount(app), await makeAccount(app)]
  const browser = makePerson(app)
  await write(browser, 'who am I', owner.address)
  await logIn(makePerson(app), owner.address)
  await logIn(browser, stranger.address)
  await app.runJobs()
  expect(await of('who am I')).toMatchObject({ accountId: null, address: owner.address })
  await logIn(browser, owner.address)
  await app.runJobs()
  expect(await of('who am I')).toMatchObject({ accountId: owner.accountId, address: owner.address })
  expect(await texts(owner)).toEqual(['who am I'])
  // An account that has one keeps it, and so does the browser.
  const again = makePerson(app)
  await write(again, 'another', owner.address)
  await logIn(again, owner.address)
  await app.runJobs()
  expect(await texts(owner)).toEqual(['who am I'])
  expect(await of('another')).toMatchObject({ accountId: null })
})

test('an address that nobody has proven takes nothing over', async () => {
  const owner = await makeAccount(app)
  const browser = makePerson(app)
  await write(browser, 'no address')
  await logIn(browser, owner.address)
  await app.runJobs()
  expect(await of('no address')).toMatchObject({ accountId: null })
})
