import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { noise } from '#test/people/recipient'
import { ASHA, answer, askFor, change, codeOf, expectSound, linkOf, readAsked, suppliersOf } from '#test/requests/calls'

let app: TestApp
let owner: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeAccount(app, { role: 'pro', subscription: 'active' })
})
afterAll(async () => {
  await expectSound(app)
  await app.close()
})

const create = (who: AccountPerson, body: Record<string, unknown>) =>
  who.call('createRequest', { body: { title: 'Papers', ...body } })

describe('creating', () => {
  test('stores what was written, and adds one item for anything where none is given', async () => {
    const request = await askFor(owner, {
      title: ' Papers\nfor order ',
      deadline: { at: '2027-03-28T02:30', zone: 'Europe/Berlin', rule: 'fixed' },
    })
    expect(request).toMatchObject({
      title: 'Papers for order',
      state: 'open',
      folder: 'Papers for order',
      dueAt: '2027-03-28T01:30:00.000Z',
      counts: { suppliers: 0, complete: 0, late: 0, submissions: 0, files: 0, bytes: 0 },
      items: [{ name: 'Papers for order', isRequired: true, maxFiles: null }],
      limits: { maxBytes: 25e9, maxFiles: 250 },
      link: `/r/${request.slug}`,
    })
    expect(await readAsked(owner, request.slug)).toEqual(request)
  })

  test.each([
    [{ title: ' ' }, 'invalid-input'],
    [{ deadline: { at: '2027-02-30T10:00', zone: 'UTC', rule: 'fixed' } }, 'invalid-input'],
    [{ deadline: { at: '2027-02-20T10:00', zone: 'Mars/Olympus', rule: 'fixed' } }, 'invalid-input'],
    [{ items: [{ name: '' }] }, 'invalid-input'],
    [{ items: [{ name: 'A', types: ['p/df'] }] }, 'invalid-input'],
    [{ items: [{ name: 'A', pattern: '{secret}' }] }, 'invalid-input'],
    [{ items: [{ name: 'A', exampleFile: 'nobody-has-this' }] }, 'file-not-found'],
    [{ expirySeconds: 5 }, 'invalid-input'],
    [{ password: 'short' }, 'password-too-short'],
    [{ suppliers: [{ email: 'no address' }] }, 'invalid-recipient'],
    [{ suppliers: [{ email: ASHA, timeZone: 'No/Where' }] }, 'invalid-input'],
    [{ suppliers: Array.from({ length: 51 }, (_, n) => ({ email: `p${n}@many.example` })) }, 'too-many-recipients'],
    [{ slug: 'AAAAAAA' }, 'unknown-field'],
  ])('refuses %j: %s', async (body, code) => {
    expect(codeOf(await create(owner, body))).toBe(code)
  })

  test.each([
    [{ title: 'see https://evil.example/x' }, 'message-holds-link'],
    [{ message: 'see https://evil.example/x' }, 'message-holds-link'],
    [{ items: [{ name: 'https://evil.example/x' }] }, 'message-holds-link'],
    [{ expirySeconds: 31_536_000 }, 'expiry-reserved'],
  ])('refuses %j without a paid plan: %s', async (body, code) => {
    expect(codeOf(await create(await makeAccount(app), body))).toBe(code)
  })

  test('mails suppliers once each, in their own language, however often they are named', async () => {
    const li = { email: 'li@mill.example', lang: 'zh' }
    const request = await askFor(owner, { suppliers: [{ email: ASHA }, { email: ASHA.toUpperCase() }, li] })
    expect(request.counts.suppliers).toBe(2)
    expect((await app.mails('li@mill.example'))[0]?.subject).toContain('请您发送文件')
    const add = (emails: string[]) =>
      owner.call('addRequestSuppliers', {
        params: { request: request._id },
        body: { suppliers: emails.map((email) => ({ email })) },
      })
    const before = (await app.mails(ASHA)).length
    expect((await add([ASHA, 'new@mill.example'])).body).toMatchObject({
      added: 1,
      request: { counts: { suppliers: 3 } },
    })
    expect(await app.mails(ASHA)).toHaveLength(before)
    const suppliers = await suppliersOf(owner, request._id)
    expect(suppliers.map(({ email, mail }) => [email, mail])).toEqual([
      [ASHA, 'accepted'],
      ['li@mill.example', 'accepted'],
      ['new@mill.example', 'accepted'],
    ])
    const off = await owner.call('removeRequestSupplier', {
      params: { request: request._id, supplier: suppliers[0]?._id ?? '' },
    })
    expect(off.body.request.counts.suppliers).toBe(2)
    const link = { slug: request.slug, user: suppliers[0]?.link?.split('/').at(-1) }
    expect(codeOf(await makePerson(app).call('openRequest', { body: link }))).toBe('request-not-found')
    expect((await add([ASHA])).body).toMatchObject({ added: 1, request: { counts: { suppliers: 3 } } })
    expect(codeOf(await makePerson(app).call('openRequest', { body: link }))).toBe('done')
  })

  test('lets a free account create ten a month, even with many at once', async () => {
    const free = await makeAccount(app)
    const codes = await Promise.all(Array.from({ length: 24 }, () => create(free, {})))
    expect(codes.map(codeOf).filter((code) => code === 'done')).toHaveLength(10)
    expect(new Set(codes.map(codeOf))).toEqual(new Set(['done', 'request-month-full']))
    const { body } = await free.call('listRequests')
    expect(body).toMatchObject({ thisMonthsRequests: 10, monthlyRequests: 10, counts: { all: 10, open: 10 } })
    await free.call('deleteRequests', { body: { ids: body.requests.map(({ _id }: { _id: string }) => _id) } })
    expect(codeOf(await create(free, {}))).toBe('request-month-full')
  })

  test('refuses an account that may not send', async () => {
    expect(codeOf(await create(await makeAccount(app, { isSuspended: true }), {}))).toBe('account-suspended')
    expect(codeOf(await create(await makeAccount(app, { subscription: 'unpaid' }), {}))).toBe('subscription-due')
  })
})

describe('changing', () => {
  test('changes only the given fields; items keep their identity, and completeness follows them', async () => {
    const request = await askFor(owner, {
      items: [{ name: 'A' }, { name: 'B', isRequired: false }],
      suppliers: [{ email: ASHA }],
    })
    const [a, b] = request.items
    const link = await linkOf(owner, request, ASHA)
    await answer(makePerson(app), link, { item: a?._id ?? '', files: [{ path: 'a', content: noise(10) }] })
    expect((await readAsked(owner, request._id)).counts.complete).toBe(1)
    const more = await change(owner, request._id, {
      items: [
        { _id: b?._id, name: 'B2', isRequired: true },
        { _id: a?._id, name: 'A' },
        { name: 'C', isRequired: false },
      ],
    })
    expect(more.items.map(({ name, _id }) => [name, _id === a?._id || _id === b?._id])).toEqual([
      ['B2', true],
      ['A', true],
      ['C', false],
    ])
    expect(more).toMatchObject({ title: request.title, counts: { complete: 0 } })
    const refused = await owner.call('editRequest', {
      params: { request: request._id },
      body: { items: [{ _id: 'nobody-has-this', name: 'X' }] },
    })
    expect(codeOf(refused)).toBe('item-not-found')
    expect((await change(owner, request._id, { items: [{ _id: a?._id, name: 'A' }] })).counts.complete).toBe(1)
  })

  test('pauses, closes, expires and reopens', async () => {
    const request = await askFor(owner)
    expect((await change(owner, request._id, { isPaused: true })).state).toBe('paused')
    expect((await change(owner, request._id, { isClosed: true })).state).toBe('closed')
    expect((await change(owner, request._id, { isClosed: false, isPaused: false })).state).toBe('open')
    const row = app.ctx.db.updateTable('requests').where('id', '=', request._id)
    await row.set({ expires_at: new Date('2026-01-01') }).execute()
    expect((await readAsked(owner, request._id)).state).toBe('expired')
    const { body } = await owner.call('listRequests')
    expect(body.counts.expired).toBeGreaterThan(0)
    expect((await change(owner, request._id, { expirySeconds: 604_800 })).state).toBe('open')
  })

  test('copies with the same suppliers, and deletes with an undo for a minute', async () => {
    const request = await askFor(owner, {
      title: 'Monthly',
      items: [{ name: 'List', types: ['csv'] }],
      suppliers: [{ email: ASHA }],
    })
    const params = { request: request._id }
    const alone = (await owner.call('duplicateRequest', { params, body: {} })).body.request
    expect(alone).toMatchObject({
      title: 'Monthly',
      items: [{ name: 'List', types: ['csv'] }],
      counts: { suppliers: 0 },
    })
    expect(alone.slug).not.toBe(request.slug)
    const before = (await app.mails(ASHA)).length
    const again = (await owner.call('duplicateRequest', { params, body: { withSuppliers: true } })).body.request
    expect(again.counts.suppliers).toBe(1)
    expect(await app.mails(ASHA)).toHaveLength(before + 1)
    const ids = [request._id, alone._id]
    expect((await owner.call('deleteRequests', { body: { ids } })).body).toEqual({ deleted: 2, undoSeconds: 60 })
    expect(codeOf(await owner.call('readRequest', { params }))).toBe('request-not-found')
    expect((await owner.call('restoreRequests', { body: { ids: [request._id] } })).body).toEqual({ restored: 1 })
    await app.passTime(61_000)
    expect(codeOf(await owner.call('restoreRequests', { body: { ids: [alone._id] } }))).toBe('request-not-found')
  })

  test('lists page by page, newest first, and finds by title', async () => {
    const lister = await makeAccount(app, { role: 'pro', subscription: 'active' })
    for (const title of ['one', 'two', 'three', 'four_%']) await askFor(lister, { title })
    const titles: string[] = []
    for (let after = ''; ; ) {
      const response = await lister.fetch(`/requests?take=3${after && `&after=${after}`}`)
      const { requests, next } = (await response.json()) as { requests: Array<{ title: string }>; next: string | null }
      titles.push(...requests.map(({ title }) => title))
      if (next === null) break
      after = next
    }
    expect(titles).toEqual(['four_%', 'three', 'two', 'one'])
    const found = await lister.fetch('/requests?q=_%25')
    expect(((await found.json()) as { requests: unknown[] }).requests).toHaveLength(1)
    expect((await lister.fetch('/requests?after=nonsense')).status).toBe(400)
  })
})

test('shows in the table who has to send what and who is late, and exports it as CSV', async () => {
  const suppliers = [
    { email: ASHA, company: '=cmd()' },
    { email: 'late@mill.example', timeZone: 'Asia/Tokyo' },
  ]
  const deadline = { at: '2027-03-28T12:00', zone: 'Europe/Berlin', rule: 'supplier' }
  const request = await askFor(owner, { suppliers, deadline, items: [{ name: 'List' }] })
  expect((await suppliersOf(owner, request._id)).map(({ dueAt }) => dueAt)).toEqual([
    '2027-03-28T10:00:00.000Z',
    '2027-03-28T03:00:00.000Z',
  ])
  const link = await linkOf(owner, request, ASHA)
  await answer(makePerson(app), link, {
    item: request.items[0]?._id ?? '',
    files: [{ path: 'a', content: noise(10) }],
  })
  await app.ctx.db
    .updateTable('request_suppliers')
    .set({ due_at: new Date('2026-01-01') })
    .where('request_id', '=', request._id)
    .execute()
  const of = async (query: string) => {
    const response = await owner.fetch(`/requests/${request._id}/suppliers?${query}`)
    return ((await response.json()) as { suppliers: Array<{ email: string }> }).suppliers.map(({ email }) => email)
  }
  expect(await of('filter=complete')).toEqual([ASHA])
  expect(await of('filter=late')).toEqual(['late@mill.example'])
  expect(await of('filter=to-judge')).toEqual([ASHA])
  expect(await of(`missing=${request.items[0]?._id}`)).toEqual(['late@mill.example'])
  expect(await of('q=mill')).toEqual(['late@mill.example'])
  const [asha] = await suppliersOf(owner, request._id)
  expect(await of(`supplier=${asha?._id}`)).toEqual([ASHA])
  expect(await of(`supplier=${asha?._id}&filter=late`)).toEqual([])
  const read = await readAsked(owner, request._id)
  expect(read.counts).toMatchObject({ complete: 1, late: 1 })
  expect(read.tally).toEqual({ all: 2, complete: 1, missing: 1, late: 1, 'sent-back': 0, 'to-judge': 1 })
  expect(read.remindable).toBe(1)
  const remind = () => owner.call('remindRequestSuppliers', { params: { request: request._id }, body: {} })
  expect((await remind()).body).toEqual({ reminded: 1 })
  expect((await readAsked(owner, request._id)).remindable).toBe(0)
  const csv = await (await owner.fetch(`/requests/${request._id}/suppliers.csv`)).text()
  expect(csv.split('\r\n')[0]).toMatch(/,List$/)
  expect(csv).toContain("'=cmd()")
  expect(csv).toContain('arrived (1)')
  expect(csv).toContain('missing (0)')
})

test('stores templates by name, and starts a new request with the account’s defaults', async () => {
  const keeper = await makeAccount(app)
  const save = (name: string, title: string) =>
    keeper.call('saveRequestTemplate', {
      body: { name, content: { title, items: [{ name: 'List' }], isSealed: title === 'New' } },
    })
  await save('Papers', 'Old')
  const { body } = await save('Papers', 'New')
  const { templates } = (await keeper.call('listRequestTemplates')).body
  expect(templates).toMatchObject([
    { name: 'Papers', content: { title: 'New', items: [{ name: 'List' }], isSealed: true } },
  ])
  const params = { template: body.template._id }
  expect((await keeper.call('deleteRequestTemplate', { params })).status).toBe(204)
  expect(codeOf(await keeper.call('deleteRequestTemplate', { params }))).toBe('template-not-found')
  const set = await keeper.call('updateProfile', { body: { requestSettings: { language: 'zh', reminderDays: [5] } } })
  expect(set.body.user.requestSettings).toMatchObject({
    language: 'zh',
    reminderDays: [5],
    identity: 'optional',
    notices: true,
  })
  expect((await askFor(keeper)).lang).toBe('zh')
  const refused = await keeper.call('updateProfile', { body: { requestSettings: { expirySeconds: 31_536_000 } } })
  expect(codeOf(refused)).toBe('expiry-reserved')
})

test("ends a deleted account's requests and deletes their suppliers", async () => {
  const leaver = await makeAccount(app, { role: 'pro', subscription: 'active' })
  const request = await askFor(leaver, { suppliers: [{ email: 'forgotten@mill.example', name: 'Forgotten' }] })
  const link = await linkOf(leaver, request, 'forgotten@mill.example')
  await answer(makePerson(app), link, {
    item: request.items[0]?._id ?? '',
    files: [{ path: 'a', content: noise(10) }],
  })
  await leaver.call('deleteAccount', { body: { password: 'a waybill travels with it' } })
  expect(codeOf(await makePerson(app).call('openRequest', { body: link }))).toBe('request-not-found')
  await app.runJobs()
  const rows = await app.ctx.db
    .selectFrom('request_suppliers')
    .selectAll()
    .where('request_id', '=', request._id)
    .execute()
  expect(rows.map(({ address, name }) => [address, name])).toEqual([[null, '']])
})
