/** The shared book of a team: who reads, adds and changes, and what becomes of it when people join and leave. */
import type { Contact } from '@waybill/contract/contacts/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inLanes } from '#test/app/in-lanes'
import { TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { invite, joinAs, makeTeam, newAddress } from '#test/people/team'
import { newId } from '../platform/ids.ts'
import { upsertContacts } from './contact-store.ts'
import { holdBook } from './hold-book.ts'
import { importContacts } from './import-contacts.ts'

let app: TestApp
let [admin, manager, member, other] = [] as unknown as [AccountPerson, AccountPerson, AccountPerson, AccountPerson]
beforeAll(async () => {
  app = await TestApp.make()
  const team = await makeTeam(app, { members: ['manager', 'member', 'member'] })
  admin = team.admin
  ;[manager, member, other] = team.members as typeof team.members & [AccountPerson, AccountPerson, AccountPerson]
})
afterAll(() => app?.close())

type Book = 'own' | 'shared'
const add = (person: AccountPerson, email: string, book: Book = 'shared', name = '') =>
  person.call('addContact', { body: { email, book, name } })
async function added(person: AccountPerson, email: string, book: Book = 'shared', name = ''): Promise<Contact> {
  const { status, body } = await add(person, email, book, name)
  expect([status, body.code]).toEqual([201, undefined])
  return body.contact
}
async function list(person: AccountPerson, query: Record<string, string> = {}): Promise<Contact[]> {
  const answer = await person.fetch(`/contacts?${new URLSearchParams(query)}`)
  const { contacts, total } = await answer.json()
  if (query.take === undefined) expect(total).toBe(contacts.length)
  return contacts
}
const emails = (contacts: Contact[]) => contacts.map(({ email }) => email)
const move = async (person: AccountPerson, ids: string[], book: Book) =>
  (await person.call('moveContacts', { body: { ids, book } })).body.moved
const remove = async (person: AccountPerson, ids: string[]) =>
  (await person.call('deleteContacts', { body: { ids } })).body.deleted

describe('the shared book', () => {
  test('is read by everybody of the team and nobody else, and its own book comes first', async () => {
    await added(member, 'asha@book.example', 'shared', 'Asha of the team')
    await added(member, 'mine@book.example', 'own')
    await added(other, 'asha@book.example', 'own', 'My Asha')
    const stranger = await makeAccount(app, { role: 'business' })
    expect(await list(stranger, { q: 'book.example' })).toEqual([])
    for (const person of [admin, manager]) {
      expect(await list(person, { q: '@book.example' })).toMatchObject([
        { email: 'asha@book.example', book: 'shared', isEditable: true, sharedBy: member.address },
      ])
    }
    expect(emails(await list(member, { q: '@book.example' }))).toEqual(['asha@book.example', 'mine@book.example'])
    expect(await list(other, { q: '@book.example' })).toMatchObject([{ name: 'My Asha', book: 'own', sharedBy: null }])
    expect(await list(other, { q: '@book.example', book: 'shared' })).toMatchObject([
      { name: 'Asha of the team', isEditable: false, sharedBy: member.address },
    ])
    expect(emails(await list(member, { q: '@book.example', book: 'own' }))).toEqual(['mine@book.example'])
  })

  test('is changed by who added an entry, the admin and managers, and by no other member', async () => {
    const contact = await added(member, 'lin@change.example', 'shared', 'Lin')
    const params = { contact: contact._id }
    const edit = (person: AccountPerson, body: object) => person.call('editContact', { params, body })
    expect(await edit(other, { name: 'Taken' })).toMatchObject({ status: 403, body: { code: 'not-yours' } })
    expect(await add(other, 'LIN@change.example')).toMatchObject({ status: 409, body: { code: 'contact-shared' } })
    expect([await remove(other, [contact._id]), await move(other, [contact._id], 'own')]).toEqual([0, 0])
    const stranger = await makeAccount(app)
    expect((await edit(stranger, { name: 'x' })).body.code).toBe('contact-not-found')
    expect((await edit(member, { company: 'Forge' })).body.contact).toMatchObject({ name: 'Lin', company: 'Forge' })
    expect((await edit(manager, { name: 'Lin Wu' })).body.contact).toMatchObject({ sharedBy: member.address })
    expect((await add(admin, 'lin@change.example', 'shared', 'Lin W.')).status).toBe(201)
    const taken = await added(member, 'taken@change.example')
    expect((await edit(member, { email: taken.email })).body.code).toBe('contact-exists')
    expect(await list(other, { q: 'lin@change' })).toMatchObject([{ name: 'Lin W.', sharedBy: member.address }])
    expect(await remove(manager, [contact._id, taken._id])).toBe(2)
  })

  test('takes entries from a book of one’s own, and gives them back', async () => {
    const one = await added(member, 'one@move.example', 'own')
    const twice = await added(member, 'twice@move.example', 'own', 'Mine')
    await added(other, 'twice@move.example', 'shared', 'Theirs')
    expect(await move(member, [one._id, twice._id], 'shared')).toBe(1)
    expect(emails(await list(other, { book: 'shared', q: 'move.example' }))).toEqual([
      'one@move.example',
      'twice@move.example',
    ])
    expect(await list(member, { book: 'own', q: 'move.example' })).toMatchObject([{ name: 'Mine' }])
    // The admin takes it from the team into a book of their own.
    expect(await move(admin, [one._id], 'own')).toBe(1)
    expect(emails(await list(member, { q: 'one@move' }))).toEqual([])
    expect(await list(admin, { q: 'one@move' })).toMatchObject([{ book: 'own', isEditable: true, sharedBy: null }])
    expect(await move(other, [twice._id], 'shared')).toBe(0)
  })

  test('is imported and exported, and keeps what others added', async () => {
    await added(member, 'kept@csv.example', 'shared', 'Kept')
    const csv = 'email,name\nkept@csv.example,Changed\nnew@csv.example,New\n'
    const take = async (person: AccountPerson) =>
      (await person.call('importContacts', { body: { csv, book: 'shared' } })).body
    expect(await take(other)).toEqual({ added: 1, updated: 0, kept: 1, refused: [] })
    expect(await list(admin, { q: 'kept@csv' })).toMatchObject([{ name: 'Kept' }])
    expect(await take(manager)).toEqual({ added: 0, updated: 2, kept: 0, refused: [] })
    expect(await list(admin, { q: 'csv.example', book: 'own' })).toEqual([])
    const exported = async (query: string) => (await admin.fetch(`/contacts.csv${query}`)).text()
    expect(await exported('?book=own')).not.toContain('csv.example')
    expect(await exported('?book=shared')).toContain('kept@csv.example,Changed')
    expect(await exported('')).toContain('new@csv.example,New')
    expect((await other.call('exportAccount')).body.contacts).toContainEqual(
      expect.objectContaining({ email: 'new@csv.example', book: 'shared' }),
    )
  })

  test('is imported with the role of the moment: a call may outlive it', async () => {
    await added(member, 'kept@role.example', 'shared', 'Kept')
    const csv = 'email,name\nkept@role.example,Changed\n'
    const keeper = { id: other.accountId, memberRole: 'manager' } as const
    expect(await importContacts(app.ctx, { keeper, book: 'shared', csv })).toMatchObject({ updated: 0, kept: 1 })
  })

  test('has one writer at a time: changes and deletions do not wait for an import that waits for them', async () => {
    const [first, last, changed] = [
      await added(member, 'a@wait.example'),
      await added(member, 'z@wait.example'),
      await added(member, 'c@wait.example'),
    ]
    const take = (tx: Parameters<typeof upsertContacts>[0], emails: string[]) => {
      const rows = emails.map((email) => ({ id: newId(), email, name: 'Imported', company: '' }))
      return upsertContacts(tx, { id: admin.accountId }, 'shared', rows)
    }
    const calls: Array<Promise<unknown>> = []
    await app.ctx.db.transaction().execute(async (tx) => {
      await holdBook(tx, admin.accountId, 'shared')
      await take(tx, ['z@wait.example', 'new@wait.example'])
      calls.push(remove(manager, [first._id, last._id]))
      const edit = { params: { contact: changed._id }, body: { email: 'new@wait.example' } }
      calls.push(member.call('editContact', edit).then(({ body }) => body.code))
      await new Promise((resolve) => setTimeout(resolve, 300))
      await take(tx, ['a@wait.example', 'c@wait.example'])
    })
    expect(await Promise.all(calls)).toEqual([2, 'contact-exists'])
  })

  test('notes when somebody sends to it, and makes no entry of one’s own of it', async () => {
    await added(member, 'sent@note.example', 'shared', 'Noted')
    const sent = {
      files: [{ path: 'a.txt', content: Buffer.from('a') }],
      emailTo: ['sent@note.example', 'x@note.example'],
    }
    await other.send(sent)
    await app.runJobs()
    expect(await list(other, { q: 'note.example' })).toMatchObject([
      { name: 'Noted', book: 'shared', lastSentAt: expect.any(String) },
      { email: 'x@note.example', book: 'own' },
    ])
  })
})

test('the shared book stops at its limit, however many members add at once, and pages show each entry once', async () => {
  const team = await makeTeam(app, { members: ['member', 'member', 'manager'] })
  const people = [team.admin, ...team.members]
  await sql`insert into contacts (id, account_id, workspace_id, is_shared, email, name)
    select 'f' || n || ${team.admin.accountId}, ${team.admin.accountId}, workspace_of(${team.admin.accountId}), true,
      'filler' || n || '@x.example', 'Filler' from generate_series(1, 9997) n`.execute(app.ctx.db)
  const told = await inLanes(24, (nth) => add(people[nth % 4] as AccountPerson, `new${nth}@limit.example`))
  expect(told.filter(({ status }) => status === 201)).toHaveLength(3)
  expect(new Set(told.map(({ status, body }) => body.code ?? status))).toEqual(new Set([201, 'too-many-contacts']))
  const own = await added(people[1] as AccountPerson, 'own@limit.example', 'own')
  const full = await (people[1] as AccountPerson).call('moveContacts', { body: { ids: [own._id], book: 'shared' } })
  expect(full.body.code).toBe('too-many-contacts')
  const seen: string[] = []
  for (let after = ''; ; ) {
    const answer = await (people[2] as AccountPerson).fetch(
      `/contacts?${new URLSearchParams({ take: '200', q: 'limit.example', ...(after ? { after } : {}) })}`,
    )
    const { contacts, next } = await answer.json()
    seen.push(...emails(contacts))
    if (next === null) break
    after = next
  }
  expect([seen.length, new Set(seen).size]).toEqual([3, 3])
})

test('who leaves leaves the entries to the successor, and who joins brings a shared book as their own', async () => {
  const team = await makeTeam(app, { members: ['member'] })
  const [leaving] = team.members as [AccountPerson]
  await added(leaving, 'both@leave.example', 'own', 'Leaving')
  await added(leaving, 'both@leave.example', 'shared', 'Team')
  await added(leaving, 'own@leave.example', 'own')
  await added(team.admin, 'own@leave.example', 'own', 'Admin')
  await team.admin.call('removeMember', { params: { member: leaving.accountId }, body: {} })
  expect(await list(team.admin, { q: 'leave.example', book: 'shared' })).toMatchObject([
    { name: 'Team', sharedBy: null, isEditable: true },
  ])
  expect((await list(team.admin, { q: 'leave.example', book: 'own' })).map(({ name }) => name)).toEqual([
    'Admin',
    'Leaving',
  ])

  const joining = await makeAccount(app, { email: newAddress('joining') })
  await added(joining, 'both@leave.example', 'shared', 'Joining')
  await added(joining, 'twin@leave.example', 'shared', 'Shared twin')
  await added(joining, 'twin@leave.example', 'own', 'Own twin')
  await invite(team.admin, [joining.address])
  expect((await joinAs(app, joining)).status).toBe(200)
  expect((await list(joining, { book: 'own' })).map(({ name }) => name)).toEqual(['Joining', 'Own twin'])
  expect((await list(team.admin, { book: 'shared' })).map(({ name }) => name)).toEqual(['Team'])
})
