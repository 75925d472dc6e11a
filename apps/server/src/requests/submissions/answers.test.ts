import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson, type Person } from '#test/people/people'
import {
  answer,
  askFor,
  change,
  expectSound,
  type Link,
  linkOf,
  open,
  planOf,
  stage,
  submit,
  suppliersOf,
} from '#test/requests/calls'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let app: TestApp
let owner: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeAccount(app, { role: 'business', subscription: 'active' })
})
afterAll(() => app?.close())

const items = [
  { name: 'Certificate', isRequired: true },
  { name: 'Material', kind: 'short', section: 'Goods' },
  { name: 'Notes', kind: 'long', section: 'Goods', isRequired: false },
  { name: 'Ready on', kind: 'date', section: 'Goods' },
  { name: 'Ports', kind: 'choice', options: ['Ningbo', 'Shanghai'], takesSeveral: true, isRequired: false },
]

let asks = 0
async function asked(): Promise<{ id: string; link: Link; ids: string[]; supplier: Person }> {
  // One account may ask one person a few times an hour.
  const email = `asha-${++asks}@rao-forge.example`
  const request = await askFor(owner, { items, suppliers: [{ email, company: 'Rao Forge' }] })
  const link = await linkOf(owner, request, email)
  return { id: request._id, link, ids: request.items.map(({ _id }) => _id), supplier: makePerson(app) }
}

const send = (supplier: Person, link: Link, answers: unknown) =>
  supplier.call('sendAnswers', { body: { ...link, answers } })
const of = (ids: string[], nth: number, ...texts: string[]) => ({ item: ids[nth], answer: texts })
const csvOf = async (request: string) =>
  (await owner.call('exportRequestSuppliers', { params: { request } })).body as string

test('takes answers alone, shows them on both sides, and lets the requester review them', async () => {
  const { id, link, ids, supplier } = await asked()
  const view = await open(supplier, link)
  expect(view.items.map(({ kind, section }) => `${kind} ${section}`)).toEqual([
    'files ',
    'short Goods',
    'long Goods',
    'date Goods',
    'choice ',
  ])
  const sent = await send(supplier, link, [
    of(ids, 1, ' Steel\u202e '),
    of(ids, 3, '2026-12-01'),
    of(ids, 4, 'Shanghai'),
  ])
  expect([sent.status, sent.body.receipt.answers]).toEqual([
    200,
    [
      { item: ids[1], answer: ['Steel'] },
      { item: ids[3], answer: ['2026-12-01'] },
      { item: ids[4], answer: ['Shanghai'] },
    ],
  ])
  const again = await send(supplier, link, [of(ids, 1, 'Steel')])
  expect(again.body.receipt._id).toBe(sent.body.receipt._id)
  const [row] = await suppliersOf(owner, id)
  expect(row?.items.map(({ state, answer: given }) => [state, given])).toEqual([
    ['missing', null],
    ['arrived', ['Steel']],
    ['missing', null],
    ['arrived', ['2026-12-01']],
    ['arrived', ['Shanghai']],
  ])
  const judge = (nth: number, verdict: string) =>
    owner.call('judgeItem', {
      params: { request: id, supplier: row?._id ?? '', item: ids[nth] ?? '' },
      body: { verdict, note: verdict === 'accept' ? '' : 'Which grade?' },
    })
  expect((await judge(1, 'accept')).body.state).toBe('accepted')
  expect((await judge(3, 'send-back')).body.state).toBe('sent-back')
  expect((await send(supplier, link, [of(ids, 1, 'Iron')])).body.code).toBe('item-accepted')
  expect((await open(supplier, link)).items[3]).toMatchObject({ state: 'sent-back', note: 'Which grade?' })
  expect((await send(supplier, link, [of(ids, 3, '2026-12-01')])).status).toBe(200)
  expect((await open(supplier, link)).items[3]).toMatchObject({ state: 'arrived', answer: ['2026-12-01'] })
  await expectSound(app)
})

test('sends answers with files, once they have arrived, and completes the supplier', async () => {
  const { id, link, ids, supplier } = await asked()
  const files = [{ path: 'mill.txt', content: Buffer.from('mill') }]
  const said = { answers: [of(ids, 1, '=1+1'), of(ids, 2, 'a\r\nb'), of(ids, 3, '2026-12-02')] }
  const receipt = await answer(supplier, link, { item: ids[0] ?? '', files, said })
  expect(receipt.answers.map((one) => one.answer)).toEqual([['=1+1'], ['a\nb'], ['2026-12-02']])
  const [row] = await suppliersOf(owner, id)
  expect(row?.completedAt).not.toBeNull()
  const inbox = await owner.call('listInbox')
  expect(inbox.body.submissions?.[0]?.answers).toHaveLength(3)
  await expectSound(app)
})

test('an answer that was sent meanwhile outlives the one of an unfinished upload', async () => {
  const { id, link, ids, supplier } = await asked()
  const files = [{ path: 'mill.txt', content: Buffer.from('mill') }]
  const said = { answers: [of(ids, 1, 'Old'), of(ids, 2, 'Kept')] }
  const plan = await stage(supplier, link, { item: ids[0] ?? '', files, said })
  await send(supplier, link, [of(ids, 1, 'New')])
  expect((await submit(supplier, plan)).body.receipt.answers).toEqual([of(ids, 2, 'Kept')])
  const [row] = await suppliersOf(owner, id)
  expect(row?.items.map(({ answer: given }) => given)).toEqual([null, ['New'], ['Kept'], null, null])
})

test('the later of two uploads has the last word, whichever finishes first', async () => {
  const { id, link, ids, supplier } = await asked()
  const begin = (name: string) => {
    const files = [{ path: `${name}.txt`, content: Buffer.from(name) }]
    return stage(supplier, link, { item: ids[0] ?? '', files, said: { answers: [of(ids, 1, name)] } })
  }
  const [older, later] = [await begin('older'), await begin('later')]
  expect((await submit(supplier, older)).body.receipt.answers).toEqual([of(ids, 1, 'older')])
  expect((await submit(supplier, later)).body.receipt.answers).toEqual([of(ids, 1, 'later')])
  const [row] = await suppliersOf(owner, id)
  expect(row?.items[1]?.answer).toEqual(['later'])
})

test('an upload that is taken up keeps the answers that it had, and gets no others once closed', async () => {
  const { id, link, ids, supplier } = await asked()
  const files = [{ path: 'mill.txt', content: Buffer.from('mill') }]
  const sending = (...answers: unknown[]) => ({ item: ids[0] ?? '', files, said: { answers } })
  expect((await planOf(supplier, link, sending(of(ids, 1, 'Kept')))).status).toBe(200)
  expect((await planOf(supplier, link, sending(of(ids, 2, 'More')))).body.resumed).toBe(true)
  await change(owner, id, { isClosed: true })
  const plan = await stage(supplier, link, sending(of(ids, 1, 'Changed')))
  expect((await submit(supplier, plan)).body.receipt.answers).toEqual([of(ids, 1, 'Kept'), of(ids, 2, 'More')])
  await expectSound(app)
})

test('bounds what comes through one request in an hour', async () => {
  const { id, link, ids, supplier } = await asked()
  await send(supplier, link, [of(ids, 2, 'Long')])
  await sql`update submission_answers set answer = array[repeat('x', 5000000)], is_current = false where request_id = ${id}`.execute(
    app.ctx.db,
  )
  expect((await send(supplier, link, [of(ids, 1, 'Steel')])).body.code).toBe('link-busy')
  const files = [{ path: 'mill.txt', content: Buffer.from('mill') }]
  const planned = await planOf(supplier, link, { item: ids[0] ?? '', files, said: { answers: [of(ids, 1, 'Steel')] } })
  expect(planned.body.code).toBe('link-busy')
  await sql`update submissions set arrived_at = now() - interval '61 minutes' where request_id = ${id}`.execute(
    app.ctx.db,
  )
  expect((await send(supplier, link, [of(ids, 1, 'Steel')])).status).toBe(200)
})

test('refuses answers that do not fit, and files for a question', async () => {
  const { link, ids, supplier } = await asked()
  for (const [wrong, because] of [
    [of(ids, 1, 'x'.repeat(201)), 'long'],
    [of(ids, 1, ' \u200b'), 'empty'],
    [of(ids, 1, '\u200d \u200c'), 'empty'],
    [of(ids, 3, '2026-02-30'), 'date'],
    [of(ids, 4, 'Rotterdam'), 'choice'],
    [of(ids, 0, 'a file'), 'files'],
  ] as const) {
    const { body } = await send(supplier, link, [wrong])
    expect([body.code, body.facts?.because]).toEqual(['answer-unfit', because])
  }
  const twice = await send(supplier, link, [of(ids, 1, 'a'), of(ids, 1, 'b')])
  expect(twice.body.facts?.because).toBe('twice')
  expect((await send(supplier, link, [{ item: 'nothing', answer: ['a'] }])).body.code).toBe('item-not-found')
  const file = { path: 'a.txt', bytes: 4, modifiedAt: 0, fingerprint: 'f', item: ids[1] }
  const planned = await supplier.call('planSubmission', { body: { ...link, files: [file] } })
  expect(planned.body.code).toBe('item-not-found')
})

test('takes the fields of a plain form, and leaves out the empty ones', async () => {
  const { id, link, ids, supplier } = await asked()
  const form = new FormData()
  form.set('user', link.user ?? '')
  form.set(`answer:${ids[1]}`, 'Steel')
  form.set(`answer:${ids[2]}`, '')
  form.append(`answer:${ids[4]}`, 'Ningbo')
  form.append(`answer:${ids[4]}`, 'Shanghai')
  const reply = await supplier.fetch(`/r/${link.slug}/files`, { method: 'POST', body: form, redirect: 'manual' })
  expect([reply.status, reply.headers.get('location')]).toEqual([303, expect.stringContaining('?received=')])
  const [row] = await suppliersOf(owner, id)
  expect(row?.items.map(({ answer: given }) => given)).toEqual([null, ['Steel'], null, null, ['Ningbo', 'Shanghai']])
})

test('keeps the kind of an item, and refuses options that are none', async () => {
  const { id, ids } = await asked()
  const kinds = items.map((item, nth) => ({ ...item, _id: ids[nth], kind: nth === 1 ? 'long' : item.kind }))
  const changed = await owner.call('editRequest', { params: { request: id }, body: { items: kinds } })
  expect(changed.body).toMatchObject({ code: 'invalid-input', facts: { field: 'items.1.kind' } })
  for (const options of [['One'], ['Same', 'Same'], ['', 'Two']]) {
    const body = { title: 'Choice', items: [{ name: 'Port', kind: 'choice', options }] }
    expect((await owner.call('createRequest', { body })).body.code).toBe('invalid-input')
  }
})

test('copies questions and sections, exports answers as text, and takes none once closed', async () => {
  const { id, link, ids, supplier } = await asked()
  const long = 'long '.repeat(900).trim()
  await send(supplier, link, [of(ids, 1, '=HYPERLINK("x")'), of(ids, 2, long), of(ids, 4, 'Ningbo', 'Shanghai')])
  expect(await csvOf(id)).toContain(`"'=HYPERLINK(""x"")",${long},`)
  const copy = await owner.call('duplicateRequest', { params: { request: id }, body: {} })
  const shape = ({ kind, section, options }: { kind: string; section: string; options: string[] }) => [
    kind,
    section,
    options,
  ]
  expect(copy.body.request.items.map(shape)).toEqual(
    items.map(({ kind = 'files', section = '', options = [] }) => shape({ kind, section, options })),
  )
  const fetched = await owner.call('fetchInboxFiles', { params: { request: id }, body: {} })
  const [archive] = fetched.body.links
  const zip = Buffer.from(await (await owner.fetch(archive.url)).arrayBuffer())
  expect([archive.files, zip.length]).toEqual([1, archive.bytes])
  expect(zip.includes('answers.csv')).toBe(true)
  expect(zip.includes(`"'=HYPERLINK(""x"")"`)).toBe(true)
  expect(zip.includes('Ningbo; Shanghai')).toBe(true)
  const part = await owner.fetch(archive.url, { headers: { range: 'bytes=-40' } })
  expect(Buffer.from(await part.arrayBuffer()).equals(zip.subarray(-40))).toBe(true)
  await change(owner, id, { isClosed: true })
  expect((await send(supplier, link, [of(ids, 2, 'Late')])).body.code).toBe('request-closed')
})

test('keeps a new note that comes with unchanged answers, and refuses one for answers that are accepted', async () => {
  const { id, link, ids, supplier } = await asked()
  const sendWith = (note: string) =>
    supplier.call('sendAnswers', { body: { ...link, note, answers: [of(ids, 1, 'Steel')] } })
  const first = (await sendWith('')).body.receipt
  const noted = (await sendWith('The port follows.')).body.receipt
  expect([noted._id === first._id, noted.note, noted.answers]).toEqual([
    false,
    'The port follows.',
    [{ item: ids[1], answer: ['Steel'] }],
  ])
  // The same call once more makes nothing.
  expect((await sendWith('The port follows.')).body.receipt._id).toBe(noted._id)
  const [row] = await suppliersOf(owner, id)
  const params = { request: id, supplier: row?._id ?? '', item: ids[1] ?? '' }
  await owner.call('judgeItem', { params, body: { verdict: 'accept' } })
  expect((await sendWith('Another note')).body.code).toBe('item-accepted')
  await expectSound(app)
})
