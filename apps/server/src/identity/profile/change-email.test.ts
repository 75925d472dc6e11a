import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount, PASSWORD } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { mailedResetTokens } from '#test/people/signing-up'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.make()
})
afterAll(() => app.close())

let made = 0
const freshAddress = () => `moved-${++made}@example.com`
const change = (person: AccountPerson, email: string, password = PASSWORD) =>
  person.call('changeEmail', { body: { email, password } })

test('moves the account to an address proven in this browser, and tells the old one', async () => {
  const person = await makeAccount(app)
  await person.call('addContact', { body: { email: 'asha@rao-forge.example' } })
  const email = freshAddress()
  await person.prove(email)
  const answer = await change(person, ` ${email.toUpperCase()} `)
  expect(answer).toMatchObject({ status: 200, body: { user: { _id: person.accountId, email } } })
  expect((await makePerson(app).call('logIn', { body: { email, password: PASSWORD } })).status).toBe(200)
  const former = await makePerson(app).call('logIn', { body: { email: person.address, password: PASSWORD } })
  expect(former.body.code).toBe('login-refused')
  expect((await person.call('listContacts')).body.total).toBe(1)
  const [mail] = await app.mails(person.address)
  expect(mail?.subject).toBe('Your account’s email address was changed')
  expect(mail?.text).toContain(person.address)
  expect(mail?.text).not.toContain(email)
  const proven = await app.ctx.db
    .selectFrom('account_addresses')
    .select('address')
    .where('account_id', '=', person.accountId)
    .orderBy('address')
    .execute()
  expect(proven.map(({ address }) => address).sort()).toEqual([email, person.address].sort())
})

test('requires that this browser has proven the address within 30 minutes', async () => {
  const person = await makeAccount(app)
  const email = freshAddress()
  expect(await change(person, email)).toMatchObject({ status: 403, body: { code: 'sender-unproven' } })
  await makePerson(app).prove(email)
  expect(await change(person, email)).toMatchObject({ status: 403, body: { code: 'sender-unproven' } })
  await app.passTime(3_000)
  await person.prove(email)
  await app.passTime(31 * 60_000)
  expect(await change(person, email)).toMatchObject({ status: 403, body: { code: 'sender-unproven' } })
  expect((await person.call('readAccount')).body.user.email).toBe(person.address)
})

test('requires the password and a valid address', async () => {
  const person = await makeAccount(app)
  const email = freshAddress()
  await person.prove(email)
  expect(await change(person, email, 'not it')).toMatchObject({ status: 403, body: { code: 'password-wrong' } })
  expect(await change(person, 'nobody')).toMatchObject({ status: 400, body: { code: 'invalid-recipient' } })
  const visitor = makePerson(app)
  const unknown = await visitor.call('changeEmail', { body: { email, password: PASSWORD } })
  expect(unknown).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
})

test('refuses an address that belongs to another account', async () => {
  const [person, other] = [await makeAccount(app), await makeAccount(app)]
  await person.prove(other.address)
  expect(await change(person, other.address)).toMatchObject({ status: 409, body: { code: 'email-taken' } })
  expect((await other.call('readAccount')).body.user.email).toBe(other.address)
})

test('gives an address that several accounts want at once to one', async () => {
  const email = freshAddress()
  const people = await Promise.all(Array.from({ length: 4 }, () => makeAccount(app)))
  for (const person of people) {
    await person.prove(email)
    await app.passTime(3_000)
  }
  const answers = await Promise.all(people.map((person) => change(person, email)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
})

test('changes nothing and tells nobody for the same address', async () => {
  const person = await makeAccount(app)
  await person.prove()
  expect((await change(person, person.address)).status).toBe(200)
  const told = (await app.mails(person.address)).map(({ subject }) => subject)
  expect(told.filter((subject) => /has changed/.test(subject))).toEqual([])
})

test('ends password links that went to the old address', async () => {
  const person = await makeAccount(app)
  await makePerson(app).call('requestReset', { body: { email: person.address } })
  const [token = ''] = await mailedResetTokens(app, person.address)
  expect((await makePerson(app).call('checkResetToken', { body: { token } })).status).toBe(202)
  const email = freshAddress()
  await person.prove(email)
  expect((await change(person, email)).status).toBe(200)
  const refused = await makePerson(app).call('checkResetToken', { body: { token } })
  expect(refused).toMatchObject({ status: 403, body: { code: 'reset-refused' } })
})
