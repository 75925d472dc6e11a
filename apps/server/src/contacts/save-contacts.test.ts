import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { saveContacts } from './save-contacts.ts'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.make()
})
afterAll(() => app.close())

const files = [{ path: 'a.txt', content: Buffer.from('a') }]
const contactsOf = async (person: AccountPerson) => {
  await app.runJobs()
  return (await person.call('listContacts')).body.contacts
}

test('makes every recipient a contact, with the time of sending', async () => {
  const person = await makeAccount(app, { role: 'pro' })
  await person.call('addContact', { body: { email: 'known@x.example', name: 'Known', company: 'Here' } })
  await person.send({ files, emailTo: ['Known@X.example', 'new@x.example'] })
  const [known, fresh] = await contactsOf(person)
  expect(known).toMatchObject({
    email: 'known@x.example',
    name: 'Known',
    company: 'Here',
    lastSentAt: expect.any(String),
  })
  expect(fresh).toMatchObject({ email: 'new@x.example', name: '', lastSentAt: known.lastSentAt })
})

test('keeps the last time, in whatever order the jobs run, and however often', async () => {
  const person = await makeAccount(app, { role: 'pro' })
  const first = await person.send({ files, emailTo: ['a@x.example'] })
  await app.runJobs()
  await app.passTime(3_600_000)
  const second = await person.send({ files: [{ path: 'b.txt', content: Buffer.from('b') }], emailTo: ['a@x.example'] })
  const [{ lastSentAt }] = await contactsOf(person)
  for (const transferId of [first.id, second.id, first.id])
    await saveContacts(app.ctx, { accountId: person.accountId, transferId })
  expect(await contactsOf(person)).toMatchObject([{ email: 'a@x.example', lastSentAt }])
})

test('adds nobody to full contacts, and still updates the time of known ones', async () => {
  const person = await makeAccount(app, { role: 'pro' })
  await sql`insert into contacts (id, account_id, workspace_id, email)
    select ${person.accountId} || n, ${person.accountId}, workspace_of(${person.accountId}), 'filler' || n || '@x.example'
    from generate_series(1, 9999) n`.execute(app.ctx.db)
  await person.send({ files, emailTo: ['filler1@x.example', 'b@x.example', 'c@x.example'] })
  await app.runJobs()
  const found = async (q: string) => (await (await person.fetch(`/contacts?q=${q}`)).json()).contacts
  expect(await found('filler1@')).toMatchObject([{ lastSentAt: expect.any(String) }])
  expect(await found('b@x')).toHaveLength(1)
  expect(await found('c@x')).toHaveLength(0)
})

test('adds nobody for a link, or for an account that is gone', async () => {
  const person = await makeAccount(app, { role: 'pro' })
  const { id } = await person.send({ files, emailTo: ['a@x.example'] })
  await app.runJobs()
  await sql`delete from contacts where account_id = ${person.accountId}`.execute(app.ctx.db)
  await sql`update accounts set deleted_at = now(), email = null where id = ${person.accountId}`.execute(app.ctx.db)
  await saveContacts(app.ctx, { accountId: person.accountId, transferId: id })
  await saveContacts(app.ctx, { accountId: person.accountId, transferId: 'none' })
  const { rows } = await sql`select id from contacts where account_id = ${person.accountId}`.execute(app.ctx.db)
  expect(rows).toEqual([])
})
