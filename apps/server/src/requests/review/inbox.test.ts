import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { noise, sha256 } from '#test/people/recipient'
import {
  ASHA,
  answer,
  askFor,
  change,
  codeOf,
  expectSound,
  linkOf,
  open,
  planOf,
  readAsked,
  stage,
  submit,
  suppliersOf,
} from '#test/requests/calls'
import { addJob } from '../../platform/jobs/add-job.ts'
import { checkUploads } from '../../uploads/index.ts'

let app: TestApp
let owner: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeAccount(app, { role: 'pro', subscription: 'active', fullName: 'Mei Chen', company: 'Harbour' })
})
afterAll(async () => {
  await expectSound(app)
  await app.close()
})

const pdf = (size = 400, seed = 1) => Buffer.concat([Buffer.from('%PDF-1.7\n'), noise(size, seed)])
const items = [
  { name: 'Commercial invoice', types: ['pdf'], maxFiles: 2, pattern: '{supplier}-{item}-{date}' },
  { name: 'Photos', isRequired: false },
]
const asha = { email: ASHA, name: 'Asha Rao', company: 'Rao Forge', timeZone: 'Asia/Kolkata' }

describe('through a personal link', () => {
  test('shows a supplier the request, accepts their files, and tells both; names follow the pattern', async () => {
    const request = await askFor(owner, { items, suppliers: [asha], message: 'By Friday, please.' })
    const [invitation] = await app.mails(ASHA)
    expect(invitation?.subject).toBe(`${owner.address} asked you for files: Papers for order 7731`)
    const link = await linkOf(owner, request, ASHA)
    expect(invitation?.text).toContain(`${app.origin}/r/${link.slug}/${link.user}`)
    const supplier = makePerson(app)
    const view = await open(supplier, link)
    expect(view).toMatchObject({ state: 'open', asks: [], hasRoom: true, message: 'By Friday, please.' })
    expect(view.requester).toEqual({ name: 'Mei Chen', company: 'Harbour', email: owner.address })
    expect(view.items.map(({ name, state }) => [name, state])).toEqual([
      ['Commercial invoice', 'missing'],
      ['Photos', 'missing'],
    ])
    const content = pdf()
    const item = view.items[0]?._id ?? ''
    const receipt = await answer(supplier, link, { item, files: [{ path: 'scan.pdf', content }] })
    expect(receipt.files[0]?.fileName).toMatch(/^Rao Forge-Commercial invoice-\d{4}-\d\d-\d\d\.pdf$/)
    expect(receipt.files[0]?.originalName).toBe('scan.pdf')
    await until(async () => (await app.mails(ASHA)).length > 1)
    const [told] = await app.mails(ASHA)
    expect(told?.text).toContain(`SHA-256 ${sha256(content)}`)
    const [notice] = await app.mails(owner.address)
    expect(notice?.subject).toBe(`${ASHA} sent 1 file: Papers for order 7731`)
    expect(notice?.text).toContain('Everything required has arrived.')
    const after = await open(supplier, link)
    expect(after.isComplete).toBe(true)
    expect(after.sent[0]?.files[0]?.sha256).toBe(sha256(content))
    expect((await readAsked(owner, request._id)).counts).toMatchObject({
      suppliers: 1,
      complete: 1,
      submissions: 1,
      files: 1,
    })
  })

  test('overwrites nothing when a supplier sends one name twice, or two suppliers send the same name', async () => {
    const request = await askFor(owner, { items: [{ name: 'Files' }], suppliers: [asha, { email: 'li@mill.example' }] })
    const item = request.items[0]?._id ?? ''
    const first = await linkOf(owner, request, ASHA)
    const second = await linkOf(owner, request, 'li@mill.example')
    const [one, other] = [makePerson(app), makePerson(app)]
    const names = []
    for (const [who, link, seed] of [
      [one, first, 1],
      [one, first, 2],
      [other, second, 3],
    ] as const) {
      const sent = await answer(who, link, { item, files: [{ path: 'list.pdf', content: noise(300, seed) }] })
      names.push(sent.files[0]?.fileName)
    }
    expect(names).toEqual(['list.pdf', 'list (2).pdf', 'list.pdf'])
    expect((await open(other, second)).sent.flatMap(({ files }) => files)).toHaveLength(1)
    const inbox = await owner.call('listInbox', { body: undefined })
    expect(inbox.body.submissions[0]).toMatchObject({
      request: { slug: request.slug },
      supplier: { email: 'li@mill.example' },
    })
    const { body } = await owner.call('fetchInboxFiles', { params: { request: request._id }, body: {} })
    const archive = await owner.fetch(body.links[0].url)
    const bytes = Buffer.from(await archive.arrayBuffer())
    expect(bytes.length).toBe(body.links[0].bytes)
    for (const path of ['Rao Forge/list.pdf', 'Rao Forge/list (2).pdf', 'li/list.pdf'])
      expect(bytes.includes(path)).toBe(true)
  })

  test('reopens an item that was sent back with its note, and closes one that was accepted', async () => {
    const request = await askFor(owner, { items, suppliers: [asha] })
    const link = await linkOf(owner, request, ASHA)
    const item = request.items[0]?._id ?? ''
    const supplier = makePerson(app)
    const [listed] = await suppliersOf(owner, request._id)
    const params = { request: request._id, supplier: listed?._id ?? '', item }
    const judge = (body: unknown) => owner.call('judgeItem', { params, body })
    expect(codeOf(await judge({ verdict: 'accept' }))).toBe('item-empty')
    await answer(supplier, link, {
      item,
      files: [
        { path: 'a.pdf', content: pdf() },
        { path: 'b.pdf', content: pdf(90) },
      ],
    })
    expect(codeOf(await planOf(supplier, link, { item, files: [{ path: 'c.pdf', content: pdf(7) }] }))).toBe(
      'item-full',
    )
    expect((await judge({ verdict: 'send-back', note: 'No stamp' })).body).toEqual({
      state: 'sent-back',
      completedAt: null,
    })
    // The supplier also gets a receipt, at the same time.
    expect((await app.mails(ASHA)).some(({ text }) => text.includes('> No stamp'))).toBe(true)
    expect((await open(supplier, link)).items[0]).toMatchObject({ state: 'sent-back', note: 'No stamp', fileCount: 0 })
    const again = await answer(supplier, link, { item, files: [{ path: 'c.pdf', content: pdf(7) }] })
    expect(again.files[0]?.fileName).toMatch(/ \(3\)\.pdf$/)
    expect((await judge({ verdict: 'accept' })).body.state).toBe('accepted')
    expect(codeOf(await planOf(supplier, link, { item, files: [{ path: 'd.pdf', content: pdf(9) }] }))).toBe(
      'item-accepted',
    )
  })

  test('continues what was begun in another browser, and only with the link', async () => {
    const request = await askFor(owner, { suppliers: [asha] })
    const link = await linkOf(owner, request, ASHA)
    const files = [{ path: 'big.bin', content: noise(700_000, 5) }]
    const item = request.items[0]?._id ?? ''
    const { body } = await planOf(makePerson(app), link, { item, files })
    const elsewhere = makePerson(app)
    expect((await open(elsewhere, link)).pending).toMatchObject([{ upload: body.plan.upload, bytes: 700_000 }])
    const resumed = await elsewhere.call('resumeSubmission', { body: { ...link, upload: body.plan.upload } })
    expect(resumed.body.items).toEqual([item])
    const stranger = makePerson(app)
    const refused = await stranger.call('resumeSubmission', { body: { slug: link.slug, upload: body.plan.upload } })
    expect(codeOf(refused)).toBe('upload-not-found')
    await elsewhere.upload(resumed.body.plan, files)
    expect(codeOf(await submit(elsewhere, resumed.body.plan))).toBe('done')
  })

  test('lets an upload finish after a close, and lets nothing else begin', async () => {
    const request = await askFor(owner, { suppliers: [asha] })
    const link = await linkOf(owner, request, ASHA)
    const item = request.items[0]?._id ?? ''
    const supplier = makePerson(app)
    const files = [{ path: 'a.bin', content: noise(500, 6) }]
    const plan = await stage(supplier, link, { item, files })
    await change(owner, request._id, { isClosed: true })
    expect(codeOf(await planOf(supplier, link, { item, files: [{ path: 'b.bin', content: noise(9) }] }))).toBe(
      'request-closed',
    )
    expect((await planOf(supplier, link, { item, files })).body.resumed).toBe(true)
    expect(codeOf(await submit(supplier, plan))).toBe('done')
    expect((await open(supplier, link)).state).toBe('closed')
    expect(codeOf(await planOf(supplier, link, { item, files: [{ path: 'b.bin', content: noise(9) }] }))).toBe(
      'request-closed',
    )
    await change(owner, request._id, { isClosed: false, isPaused: true })
    expect(codeOf(await planOf(supplier, link, { item, files: [{ path: 'b.bin', content: noise(9) }] }))).toBe(
      'request-paused',
    )
    await change(owner, request._id, { isPaused: false })
    await answer(supplier, link, { item, files: [{ path: 'b.bin', content: noise(9) }] })
  })
})

test('reports limits and types before the first byte, and checks them after the last', async () => {
  const request = await askFor(owner, {
    maxSubmissionBytes: 5_000,
    maxSubmissionFiles: 2,
    items: [
      { name: 'Papers', types: ['.PDF'], maxBytes: 3_000 },
      { name: 'Drawing', types: ['svg'] },
      { name: 'Rest' },
    ],
    suppliers: [asha],
  })
  const link = await linkOf(owner, request, ASHA)
  const [papers = '', drawing = '', rest = ''] = request.items.map(({ _id }) => _id)
  const supplier = makePerson(app)
  expect((await open(supplier, link)).limits).toEqual({ maxBytes: 5_000, maxFiles: 2, types: [] })
  const plan = (item: string, ...files: Array<[string, Buffer]>) =>
    planOf(supplier, link, { item, files: files.map(([path, content]) => ({ path, content })) })
  expect(codeOf(await plan(rest, ['a', noise(5_001)]))).toBe('over-submission-limit')
  expect(codeOf(await plan(rest, ['a', noise(1)], ['b', noise(1)], ['c', noise(1)]))).toBe('submission-too-many-files')
  expect(codeOf(await plan(papers, ['a.docx', noise(1)]))).toBe('type-unwanted')
  expect(codeOf(await plan(papers, ['a.pdf', noise(3_001)]))).toBe('file-too-large')
  expect(codeOf(await plan(rest, ['a.html', noise(1)]))).toBe('insecure-file-type')
  expect(codeOf(await plan('nobody-has-this', ['a.pdf', noise(1)]))).toBe('item-not-found')
  const sent = async (item: string, path: string, text: string) =>
    codeOf(await submit(supplier, await stage(supplier, link, { item, files: [{ path, content: Buffer.from(text) }] })))
  expect(await sent(papers, 'renamed.pdf', 'MZ no pdf at all')).toBe('type-unwanted')
  expect(await sent(rest, 'hidden.txt', '<html><script>1</script>')).toBe('insecure-file-type')
  expect(await sent(drawing, 'plan.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')).toBe('done')
})

test('stops counting a file that is not stored as it was sent, and requests it again', async () => {
  const request = await askFor(owner, { suppliers: [asha] })
  const link = await linkOf(owner, request, ASHA)
  const supplier = makePerson(app)
  const submission = { item: request.items[0]?._id ?? '', files: [{ path: 'damaged.bin', content: noise(600, 4) }] }
  const { files } = await answer(supplier, link, submission)
  await app.runJobs()
  const { db } = app.ctx
  const file = db.updateTable('files').where('id', '=', files[0]?._id ?? '')
  const { crc32 } = await db
    .selectFrom('files')
    .select('crc32')
    .where('id', '=', files[0]?._id ?? '')
    .executeTakeFirstOrThrow()
  const damaged = file.set({ crc32: 1, checked_at: null })
  const { upload_id: uploadId } = await damaged.returning('upload_id').executeTakeFirstOrThrow()
  await addJob(db, 'check-files', { uploadId })
  await until(async () => (await app.mails(ASHA)).some(({ subject }) => subject === 'File withdrawn: damaged.bin'))
  const view = await open(supplier, link)
  expect(view).toMatchObject({ isComplete: false, items: [{ state: 'sent-back', fileCount: 0 }] })
  expect(view.sent[0]?.files[0]).toMatchObject({ isWithdrawn: true, isSentBack: true })
  expect((await readAsked(owner, request._id)).counts.complete).toBe(0)
  expect((await answer(supplier, link, submission)).files[0]?.fileName).toBe('damaged (2).bin')
  const withdrawn = { because: 'sum-differs', withdrawn: 'yes' }
  expect(await checkUploads(app.ctx, { hash: true })).toMatchObject([{ kind: 'file-damaged', facts: withdrawn }])
  await file.set({ crc32 }).execute()
})

test('requests such a file of a deleted request again once the request is restored', async () => {
  const supplier = 'anew@rao-forge.example'
  const request = await askFor(owner, { suppliers: [{ email: supplier }] })
  const link = await linkOf(owner, request, supplier)
  const submission = { item: request.items[0]?._id ?? '', files: [{ path: 'lost.bin', content: noise(600, 14) }] }
  const { files } = await answer(makePerson(app), link, submission)
  await app.runJobs()
  const told = async () => (await app.mails(supplier)).filter(({ subject }) => subject.includes('withdrawn')).length
  expect(codeOf(await owner.call('deleteRequests', { body: { ids: [request._id] } }))).toBe('done')
  await addJob(app.ctx.db, 'withdraw-answer', { fileId: files[0]?._id ?? '' })
  expect(await told()).toBe(0)
  expect(codeOf(await owner.call('restoreRequests', { body: { ids: [request._id] } }))).toBe('done')
  expect((await open(makePerson(app), link)).items).toMatchObject([{ fileCount: 1 }])
  await app.passTime(70_000)
  expect(await told()).toBe(1)
  expect((await open(makePerson(app), link)).items).toMatchObject([{ state: 'sent-back', fileCount: 0 }])
})

test('forwards submissions without copying', async () => {
  const request = await askFor(owner, { suppliers: [asha] })
  const link = await linkOf(owner, request, ASHA)
  const content = noise(2_000, 9)
  const sent = await answer(makePerson(app), link, {
    item: request.items[0]?._id ?? '',
    files: [{ path: 'onward.bin', content }],
  })
  const used = () =>
    app.ctx.db.selectFrom('allowances').select('used_bytes').where('key', '=', `workspace:${owner.accountId}`)
  const before = await used().executeTakeFirst()
  const draft = { ...owner.draft({ files: [] }), forwarded: [{ fileName: '', newPath: sent.files[0]?._id }] }
  const { body } = await owner.call('planTransfer', { body: draft })
  const saved = await owner.call('completeTransfer', { body: { upload: body.plan.upload, token: body.plan.token } })
  expect(saved.body.data.ops[0].fileObjects).toMatchObject([{ size: 2_000 }])
  expect(await used().executeTakeFirst()).toEqual(before)
  const library = async (kind: string) => {
    const response = await owner.fetch(`/library?kind=${kind}&q=onward`)
    return ((await response.json()) as { files: unknown[] }).files
  }
  const listed = {
    fileName: 'onward.bin',
    folder: 'Papers for order 7731/Rao Forge',
    kind: 'received',
    from: 'Rao Forge',
  }
  expect(await library('received')).toMatchObject([listed])
  expect(await library('all')).toMatchObject([listed])
  expect(await library('sent')).toEqual([])
  const inbox = async () => {
    const { submissions } = (await owner.call('listInbox')).body
    return submissions[0].files[0]
  }
  expect(await inbox()).toMatchObject({ fileName: 'onward.bin', isDeleted: false })
  await owner.call('deleteFiles', { body: { ids: [sent.files[0]?._id] } })
  expect(await inbox()).toMatchObject({ fileName: 'onward.bin', isDeleted: true })
})
