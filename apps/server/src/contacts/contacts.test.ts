import type { Contact } from '@waybill/contract/contacts/endpoints'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { newId } from '../platform/ids.ts'

let app: TestApp
beforeAll(async () => {
  app = await TestApp.make()
})
afterAll(() => app.close())

const add = async (person: AccountPerson, email: string, name = '', company = ''): Promise<Contact> => {
  const answer = await person.call('addContact', { body: { email, name, company } })
  expect(answer.status).toBe(201)
  return answer.body.contact
}

async function list(person: AccountPerson, query: Record<string, string> = {}) {
  const answer = await person.fetch(`/contacts?${new URLSearchParams(query)}`)
  return { status: answer.status, ...(await answer.json()) }
}
const addresses = ({ contacts }: { contacts: Contact[] }) => contacts.map(({ email }) => email)

/** This many contacts, inserted directly into the table. */
const fill = ({ accountId }: AccountPerson, count: number) =>
  sql`insert into contacts (id, account_id, workspace_id, email, name)
    select ${accountId} || n, ${accountId}, workspace_of(${accountId}), 'filler' || n || '@x.example', 'Filler ' || lpad(n::text, 5, '0')
    from generate_series(1, ${count}) n`.execute(app.ctx.db)

describe('adding', () => {
  test('makes one row of an address in any case, and updates it', async () => {
    const person = await makeAccount(app)
    const first = await add(person, ' Asha@Rao-Forge.example ', 'Asha')
    expect(first).toEqual({
      _id: first._id,
      email: 'asha@rao-forge.example',
      name: 'Asha',
      company: '',
      lastSentAt: null,
      book: 'own',
      isEditable: true,
      sharedBy: null,
    })
    const again = await add(person, 'ASHA@RAO-FORGE.EXAMPLE', '', 'Rao Forge')
    expect(again).toEqual({ ...first, company: 'Rao Forge' })
    expect(await list(person)).toMatchObject({ contacts: [again], next: null, total: 1 })
  })

  test('makes one row of the same address 32 times at once', async () => {
    const person = await makeAccount(app)
    await Promise.all(Array.from({ length: 32 }, (_, n) => add(person, 'Asha@Rao-Forge.example', `Asha ${n}`)))
    expect(await list(person)).toMatchObject({ total: 1 })
  })

  test('stores names on one line, without invisible characters', async () => {
    const person = await makeAccount(app)
    expect(await add(person, 'a@x.example', ' Ada\r\n\u202eLove\u200blace ', 'e\u0301')).toMatchObject({
      name: 'Ada Lovelace',
      company: 'é',
    })
  })

  test('refuses an invalid address', async () => {
    const person = await makeAccount(app)
    for (const email of ['', 'a', 'a@b', 'a@x.example, b@x.example', '"a b"@x.example']) {
      const answer = await person.call('addContact', { body: { email } })
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid-recipient' } })
    }
  })

  test('adds none at the limit, however many try, and still lets known ones change', async () => {
    const person = await makeAccount(app)
    await fill(person, 9_998)
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, n) => person.call('addContact', { body: { email: `new${n}@x.example` } })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
    const refused = answers.filter(({ body }) => body.code === 'too-many-contacts')
    expect(refused).toHaveLength(62)
    expect(refused[0]?.body.facts).toEqual({ limit: 10_000 })
    expect(await list(person)).toMatchObject({ total: 10_000 })
    await add(person, 'filler7@x.example', 'Seven')
  })
})

describe('listing', () => {
  test('is sorted by name, or by address where there is none; every page once', async () => {
    const person = await makeAccount(app)
    for (const [email, name] of [
      ['z@x.example', 'ada'],
      ['b@x.example', ''],
      ['y@x.example', 'Ada'],
      ['c@x.example', 'Zoe'],
      ['d@x.example', '张伟'],
    ] as const) {
      await add(person, email, name)
    }
    const all = ['y@x.example', 'z@x.example', 'b@x.example', 'c@x.example', 'd@x.example']
    expect(addresses(await list(person))).toEqual(all)
    const seen: string[] = []
    let after: string | undefined
    for (let pages = 1; ; pages += 1) {
      const page = await list(person, { take: '2', ...(after ? { after } : {}) })
      expect(page.total).toBe(5)
      seen.push(...addresses(page))
      if (page.next === null) {
        expect(pages).toBe(3)
        break
      }
      after = page.next
    }
    expect(seen).toEqual(all)
  })

  test('finds the typed text in any part of any field, ignoring case', async () => {
    const person = await makeAccount(app)
    await add(person, 'asha@rao-forge.example', 'Asha Rao', 'Forge & Sons')
    await add(person, 'wei@factory.example', '张伟', '华为')
    await add(person, 'percent@x.example', '100%_sure', 'back\\slash')
    const found = async (q: string) => addresses(await list(person, { q }))
    expect(await found('RAO')).toEqual(['asha@rao-forge.example'])
    expect(await found('sons')).toEqual(['asha@rao-forge.example'])
    expect(await found('FACTORY.ex')).toEqual(['wei@factory.example'])
    expect(await found('伟')).toEqual(['wei@factory.example'])
    expect(await found('%')).toEqual(['percent@x.example'])
    expect(await found('_')).toEqual(['percent@x.example'])
    expect(await found('\\')).toEqual(['percent@x.example'])
    expect(await found("' or '1'='1")).toEqual([])
    expect(await found(' ')).toHaveLength(3)
    expect(await list(person, { q: 'example', take: '1' })).toMatchObject({ total: 3, next: expect.any(String) })
  })

  test('refuses an invalid position', async () => {
    const person = await makeAccount(app)
    for (const after of [
      '',
      'x',
      'W10',
      Buffer.from('["a\\u0000","b"]').toString('base64url'),
      Buffer.from('[1,2]').toString('base64url'),
      Buffer.from('null').toString('base64url'),
    ]) {
      expect(await list(person, { after })).toMatchObject({ status: 400, code: 'invalid-input' })
    }
    for (const take of ['0', '201', 'x', '1e9']) expect(await list(person, { take })).toMatchObject({ status: 400 })
  })
})

describe('changing', () => {
  test('changes only the given fields', async () => {
    const person = await makeAccount(app)
    const { _id, email } = await add(person, 'a@x.example', 'Ada', 'Lovelace')
    const edit = (body: unknown) => person.call('editContact', { params: { contact: _id }, body })
    expect((await edit({ name: '' })).body.contact).toMatchObject({ email, name: '', company: 'Lovelace' })
    expect((await edit({ email: 'B@x.example' })).body.contact).toMatchObject({
      email: 'b@x.example',
      company: 'Lovelace',
    })
    expect((await edit({})).body.contact).toMatchObject({ email: 'b@x.example' })
    expect(await edit({ email: 'nobody' })).toMatchObject({ status: 400, body: { code: 'invalid-recipient' } })
    expect(await edit({ lastSentAt: null })).toMatchObject({ status: 400, body: { code: 'unknown-field' } })
  })

  test('refuses an address that another contact has', async () => {
    const person = await makeAccount(app)
    const { _id } = await add(person, 'a@x.example')
    await add(person, 'b@x.example')
    const answer = await person.call('editContact', { params: { contact: _id }, body: { email: 'B@X.example' } })
    expect(answer).toMatchObject({ status: 409, body: { code: 'contact-exists' } })
  })

  test('returns how many it deleted', async () => {
    const person = await makeAccount(app)
    const made = await Promise.all(['a', 'b', 'c'].map((name) => add(person, `${name}@x.example`)))
    const ids = [...made.slice(0, 2).map(({ _id }) => _id), newId()]
    expect((await person.call('deleteContacts', { body: { ids } })).body).toEqual({ deleted: 2 })
    expect(addresses(await list(person))).toEqual(['c@x.example'])
    expect((await person.call('deleteContacts', { body: { ids: [] } })).status).toBe(400)
  })
})

describe('contacts belong to their owner', () => {
  test('nobody else can see, change, delete or export them', async () => {
    const [person, other] = [await makeAccount(app), await makeAccount(app)]
    const { _id } = await add(person, 'secret@x.example', 'Secret')
    expect(await list(other)).toMatchObject({ contacts: [], total: 0 })
    expect(await list(other, { q: 'secret' })).toMatchObject({ contacts: [], total: 0 })
    const change = { params: { contact: _id }, body: { name: 'Stolen' } }
    expect(await other.call('editContact', change)).toMatchObject({ status: 404, body: { code: 'contact-not-found' } })
    expect((await other.call('deleteContacts', { body: { ids: [_id] } })).body).toEqual({ deleted: 0 })
    expect((await other.call('exportContacts')).body).not.toContain('secret')
    expect(await list(person)).toMatchObject({ contacts: [{ name: 'Secret' }] })
  })

  test('a visitor has none', async () => {
    const visitor = makePerson(app)
    for (const name of ['listContacts', 'exportContacts'] as const) {
      expect(await visitor.call(name)).toMatchObject({ status: 401, body: { code: 'unauthenticated' } })
    }
  })
})

describe('CSV', () => {
  const take = (person: AccountPerson, csv: string) => person.call('importContacts', { body: { csv } })

  test('accepts good lines and reports the others', async () => {
    const person = await makeAccount(app)
    await add(person, 'known@x.example', 'Known', 'Here')
    const csv =
      'Name,Email,Company\nAda,A@x.example,\n,KNOWN@x.example,There\nBad,not an address,X\nEmpty,,Y\nAgain,a@X.example,Twice\n'
    expect((await take(person, csv)).body).toEqual({
      added: 1,
      updated: 1,
      kept: 0,
      refused: [
        { line: 4, text: 'not an address' },
        { line: 5, text: '' },
      ],
    })
    const { contacts } = await list(person)
    expect(contacts).toMatchObject([
      { email: 'a@x.example', name: 'Again', company: 'Twice' },
      { email: 'known@x.example', name: 'Known', company: 'There' },
    ])
  })

  test('imports what it exports, and keeps formulas as text', async () => {
    const [person, other] = [await makeAccount(app), await makeAccount(app)]
    await add(person, '+plus@x.example', '=HYPERLINK("http://evil.example")', '@cmd')
    await add(person, 'wei@x.example', '张伟, "阿伟"', '- Zhang')
    const answer = await person.fetch('/contacts.csv')
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from('efbbbf', 'hex'))
    const csv = bytes.toString()
    expect(csv).not.toMatch(/(?:^|[,\n"])[=+\-@]/m)
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="contacts.csv"')
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect((await take(other, csv)).body).toEqual({ added: 2, updated: 0, kept: 0, refused: [] })
    const of = async (who: AccountPerson) => (await list(who)).contacts.map(({ _id, ...rest }: Contact) => rest)
    expect(await of(other)).toEqual(await of(person))
  })

  test('gives a Chinese account Chinese columns, which it can import again', async () => {
    const person = await makeAccount(app)
    await person.call('updateProfile', { body: { lang: 'zh' } })
    await add(person, 'a@x.example', '张伟')
    const csv = (await person.call('exportContacts')).body
    expect(csv).toContain('邮箱,姓名,公司,上次发送')
    expect((await take(person, csv)).body).toEqual({ added: 0, updated: 1, kept: 0, refused: [] })
  })

  test('imports none of more contacts than allowed', async () => {
    const person = await makeAccount(app)
    await fill(person, 9_999)
    const refused = await take(person, 'email\na@x.example\nb@x.example\n')
    expect(refused).toMatchObject({ status: 403, body: { code: 'too-many-contacts', facts: { limit: 10_000 } } })
    expect(await list(person)).toMatchObject({ total: 9_999 })
    expect((await take(person, 'email\na@x.example\nfiller1@x.example\n')).body).toMatchObject({ added: 1, updated: 1 })
  })

  test('imports ten thousand lines at once', async () => {
    const person = await makeAccount(app)
    const lines = Array.from({ length: 10_000 }, (_, n) => `Person ${n};person${n}@x.example;Company ${n % 7}`)
    const answer = await take(person, ['name;email;company', ...lines].join('\n'))
    expect(answer).toMatchObject({ status: 200, body: { added: 10_000, updated: 0, kept: 0, refused: [] } })
    const exported = (await person.call('exportContacts')).body as string
    expect(exported.trimEnd().split('\r\n')).toHaveLength(10_001)
  })

  test('reports a file that is not a list', async () => {
    const person = await makeAccount(app)
    for (const csv of ['', 'a,b\n1,2', 'email,name\na@x.example,"open']) {
      expect(await take(person, csv)).toMatchObject({ status: 422, body: { code: 'csv-unreadable' } })
    }
  })
})
