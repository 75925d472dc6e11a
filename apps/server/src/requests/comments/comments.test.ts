import { COMMENT_MAX_CHARS } from '@waybill/contract/requests/comments'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'
import { askFor, change, codeOf, expectSound, linkOf, open, suppliersOf } from '#test/requests/calls'
import { clearInboxOf } from '../submission-store.ts'
import { eachOwnComment, insertComment } from './comment-store.ts'
import { mailComments } from './mail-comments.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })
const QUIET_MS = 301_000

let app: TestApp
let owner: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeAccount(app, { role: 'business', subscription: 'active', fullName: 'Vera Owner' })
})
afterAll(async () => {
  await expectSound(app)
  await app.close()
})

type Asked = Awaited<ReturnType<typeof asked>>
let asks = 0
async function asked() {
  const email = `asha-${++asks}@rao-forge.example`
  const items = [{ name: 'Certificate' }, { name: 'Material', kind: 'short' }, { name: 'Photos' }]
  const request = await askFor(owner, { items, suppliers: [{ email, company: 'Rao Forge' }] })
  const [item = '', other = '', third = ''] = request.items.map(({ _id }) => _id)
  const [supplier] = await suppliersOf(owner, request._id)
  const link = await linkOf(owner, request, email)
  const about = { id: request._id, slug: request.slug, item, other, third, email, link }
  return { ...about, supplierId: supplier?._id ?? '', supplier: makePerson(app) }
}

const threadOf = ({ id, supplierId, item }: Asked) => ({ request: id, supplier: supplierId, item })
const write = (of: Asked, text: string, by = owner) => by.call('writeComment', { params: threadOf(of), body: { text } })
const add = (of: Asked, text: string, item = of.item) =>
  of.supplier.call('addComment', { body: { ...of.link, item, text } })
const read = async (of: Asked, by = owner) => (await by.call('readThread', { params: threadOf(of) })).body.thread
const opened = async ({ supplier, link, item }: Asked, seenTo?: number) =>
  (await supplier.call('openThread', { body: { ...link, item, ...(seenTo === undefined ? {} : { seenTo }) } })).body
    .thread
const mailsTo = async (address: string) =>
  (await app.mails(address)).filter(({ subject }) => /new comment/i.test(subject))

test('shows a thread to both sides, with what each author has proven', async () => {
  const of = await asked()
  expect((await add(of, '  Which\u202e stamp?\n<b>Now</b>  ')).status).toBe(201)
  expect((await write(of, 'This year’s.')).status).toBe(201)
  const [mine, theirs] = (await read(of)).comments
  expect([mine.text, mine.author]).toEqual([
    'Which stamp?\n<b>Now</b>',
    { proof: 'address', name: 'Rao Forge', email: of.email, isOwn: false },
  ])
  expect(theirs.author).toEqual({ proof: 'member', name: 'Vera Owner', email: null, isOwn: true })
  const thread = await opened(of)
  expect(thread.comments.map(({ text, author }: typeof mine) => [text, author.isOwn])).toEqual([
    ['Which stamp?\n<b>Now</b>', true],
    ['This year’s.', false],
  ])
  expect(thread.mayWrite).toBe(true)
  const [shown, question] = (await open(of.supplier, of.link)).items
  expect([shown?.comments, shown?.unread, shown?.lastComments.length]).toEqual([2, 1, 2])
  expect([question?.comments, question?.lastComments]).toEqual([0, []])
})

test('keeps the threads of suppliers apart', async () => {
  const request = await askFor(owner, { suppliers: [{ email: 'one@mill.example' }, { email: 'two@mill.example' }] })
  const item = request.items[0]?._id ?? ''
  const [one, two] = [
    await linkOf(owner, request, 'one@mill.example'),
    await linkOf(owner, request, 'two@mill.example'),
  ]
  const person = makePerson(app)
  const { comment } = (await person.call('addComment', { body: { ...one, item, text: 'Only for one' } })).body
  const theirs = await makePerson(app).call('openThread', { body: { ...two, item } })
  expect(theirs.body.thread.comments).toEqual([])
  const taken = await makePerson(app).call('takeBackComment', { body: { ...two, comment: comment._id } })
  expect(codeOf(taken)).toBe('comment-not-found')
  const shown = await suppliersOf(owner, request._id)
  expect(shown.map(({ items }) => items.map(({ comments, unread }) => [comments, unread]))).toEqual([
    [[1, 1]],
    [[0, 0]],
  ])
})

test('counts what a reader has not seen, and never moves their place back or beyond the end', async () => {
  const of = await asked()
  const first = (await add(of, 'One')).body.comment
  const second = (await add(of, 'Two')).body.comment
  const unread = async () => (await suppliersOf(owner, of.id))[0]?.items.map((item) => item.unread)
  const see = (seenTo: number) => owner.call('seeThread', { params: threadOf(of), body: { seenTo } })
  expect(await unread()).toEqual([2, 0, 0])
  expect((await see(first.place)).body).toEqual({ seenTo: first.place })
  expect(await unread()).toEqual([1, 0, 0])
  expect((await see(second.place + 9_999)).body).toEqual({ seenTo: second.place })
  expect((await see(0)).body).toEqual({ seenTo: second.place })
  expect(await unread()).toEqual([0, 0, 0])
  await write(of, 'Three')
  expect(await unread()).toEqual([0, 0, 0])
})

describe('what is refused', () => {
  test.each([
    ['only spaces', ' \n ', 'comment-empty'],
    ['only joiners', '\u200d\u2060', 'comment-empty'],
    ['one character too many', 'x'.repeat(COMMENT_MAX_CHARS + 1), 'comment-too-long'],
    ['10,000 characters', 'x'.repeat(10_000), 'comment-too-long'],
    ['more than any form sends', 'x'.repeat(40_000), 'invalid-input'],
  ])('%s', async (_what, text, code) => {
    const of = await asked()
    expect([codeOf(await add(of, text)), codeOf(await write(of, text))]).toEqual([code, code])
  })

  test('the longest comment is not', async () => {
    const of = await asked()
    expect(codeOf(await add(of, `  ${'长'.repeat(COMMENT_MAX_CHARS)}  `))).toBe('done')
    expect(codeOf(await write(of, 'x'.repeat(COMMENT_MAX_CHARS)))).toBe('done')
  })

  test('links of suppliers and of requesters who do not pay', async () => {
    const of = await asked()
    expect(codeOf(await add(of, 'See https://evil.example/x'))).toBe('message-holds-link')
    expect(codeOf(await write(of, 'See https://rao-forge.example/x'))).toBe('done')
  })

  test('comments on a request that is not open', async () => {
    const of = await asked()
    await add(of, 'Before')
    await change(owner, of.id, { isClosed: true })
    expect(codeOf(await add(of, 'After'))).toBe('request-closed')
    expect(codeOf(await write(of, 'After'))).toBe('request-closed')
    const [mine, theirs] = [await read(of), await opened(of)]
    expect([mine.comments.length, mine.mayWrite, theirs.comments.length, theirs.mayWrite]).toEqual([1, false, 1, false])
  })

  test('comments beyond what a thread holds', async () => {
    const of = await asked()
    const thread = { requestId: of.id, supplierId: of.supplierId, itemId: of.item }
    for (let nth = 0; nth < 199; nth += 1) {
      await insertComment(app.ctx.db, { ...thread, id: `${of.id}-${nth}`, member: null, body: 'x' })
    }
    expect(codeOf(await add(of, 'The last'))).toBe('done')
    expect([codeOf(await add(of, 'One more')), codeOf(await write(of, 'One more'))]).toEqual([
      'comments-full',
      'comments-full',
    ])
    expect(codeOf(await add(of, 'Elsewhere', of.other))).toBe('done')
  })

  test('comments on unknown items and suppliers, and of other accounts', async () => {
    const of = await asked()
    expect(codeOf(await add(of, 'x', 'no-such-item'))).toBe('item-not-found')
    expect(codeOf(await write({ ...of, item: 'no-such-item' }, 'x'))).toBe('item-not-found')
    expect(codeOf(await write({ ...of, supplierId: 'nobody' }, 'x'))).toBe('recipient-not-found')
    const stranger = await makeAccount(app, { role: 'pro', subscription: 'active' })
    expect(codeOf(await write(of, 'x', stranger))).toBe('request-not-found')
  })
})

test('lets authors withdraw a comment for 15 minutes, and shows that they did', async () => {
  const of = await asked()
  const theirs = (await add(of, 'Wrong word')).body.comment
  const mine = (await write(of, 'My wrong word')).body.comment
  const take = () => of.supplier.call('takeBackComment', { body: { ...of.link, comment: theirs._id } })
  const withdraw = (comment: string) => owner.call('withdrawComment', { params: { request: of.id, comment } })
  expect(codeOf(await withdraw(theirs._id))).toBe('comment-fixed')
  expect(codeOf(await of.supplier.call('takeBackComment', { body: { ...of.link, comment: mine._id } }))).toBe(
    'comment-fixed',
  )
  expect((await take()).body.comment).toMatchObject({ text: '', isWithdrawn: true, withdrawableUntil: null })
  // Once more is no error.
  expect(codeOf(await take())).toBe('done')
  expect((await read(of)).comments.map(({ text, isWithdrawn }: typeof mine) => [text, isWithdrawn])).toEqual([
    ['', true],
    ['My wrong word', false],
  ])
  const { rows } = await sql`select from request_comments where body = 'Wrong word'`.execute(app.ctx.db)
  expect(rows).toHaveLength(0)
  await app.passTime(901_000)
  expect(codeOf(await withdraw(mine._id))).toBe('comment-fixed')
  expect((await read(of)).comments[1]).toMatchObject({ text: 'My wrong word', withdrawableUntil: null })
})

test('goes with an account that ends, and keeps what it wrote to others without its name', async () => {
  const { db } = app.ctx
  const leaver = await makeAccount(app, { role: 'pro', subscription: 'active', fullName: 'Lee Leaver' })
  const request = await askFor(leaver, { suppliers: [{ email: 'kept@mill.example' }] })
  const item = request.items[0]?._id ?? ''
  const link = await linkOf(leaver, request, 'kept@mill.example')
  await makePerson(app).call('addComment', { body: { ...link, item, text: 'To the leaver' } })
  const of = await asked()
  const thread = { requestId: of.id, supplierId: of.supplierId, itemId: of.item }
  const member = { id: leaver.accountId, name: 'Lee Leaver' }
  await insertComment(db, { ...thread, id: `left-${of.id}`, member, body: 'By the leaver' })
  expect(await Array.fromAsync(eachOwnComment(db, leaver.accountId))).toMatchObject([
    { text: 'To the leaver', side: 'supplier', isOwn: false },
    { text: 'By the leaver', side: 'requester', isOwn: true, author: 'Lee Leaver' },
  ])
  await db.transaction().execute((tx) => clearInboxOf(tx, leaver.accountId))
  expect(await Array.fromAsync(eachOwnComment(db, leaver.accountId))).toEqual([])
  const [left] = (await read(of)).comments
  expect([left.text, left.author]).toEqual(['By the leaver', { proof: 'member', name: '', email: null, isOwn: false }])
})

test('exports every comment on a row of its own, in which no cell is a formula', async () => {
  const of = await asked()
  await add(of, '=cmd()\nsecond line', of.other)
  await write(of, 'This year’s.')
  const csv = (await owner.call('exportComments', { params: { request: of.id } })).body as string
  const rows = csv
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'at')
    .trim()
    .split('\r\n')
  expect(rows.slice(1)).toEqual([
    `${of.email},,Rao Forge,Certificate,at,Vera Owner,This year’s.`,
    `${of.email},,Rao Forge,Material,at,supplier,"'=cmd()\nsecond line"`,
  ])
})

describe('mails', () => {
  test('go to each side once, when the request was quiet for five minutes, with all that is new', async () => {
    const of = await asked()
    await write(of, 'First\nline')
    await app.passTime(200_000)
    await write({ ...of, item: of.other }, 'Second')
    await app.passTime(200_000)
    // The second one postponed it.
    expect(await mailsTo(of.email)).toHaveLength(0)
    await add(of, 'A question of the supplier', of.third)
    await app.passTime(QUIET_MS)
    const [toSupplier, ...more] = await mailsTo(of.email)
    expect(more).toEqual([])
    expect(toSupplier?.subject).toContain('2 new comments')
    expect(toSupplier?.text).toMatch(/Vera Owner.*Certificate[\s\S]*> First\n> line[\s\S]*Material[\s\S]*> Second/)
    expect(toSupplier?.text).toContain(`/r/${of.slug}/${of.link.user}#comments-${of.item}`)
    const toOwner = (await mailsTo(owner.address)).filter(({ text }) => text.includes('A question of the supplier'))
    expect(toOwner).toHaveLength(1)
    expect(toOwner[0]?.text).toContain(`/dash/requests/${of.slug}?supplier=${of.supplierId}&comments=${of.third}`)
    // One mail, however many processes look at the same time.
    await write(of, 'Third')
    const earlier = sql`update request_comments set written_at = now() - interval '6 minutes' where body = 'Third'`
    await earlier.execute(app.ctx.db)
    const untold = { requestId: of.id, supplierId: of.supplierId }
    await Promise.all([1, 2, 3, 4].map(() => mailComments(app.ctx, untold)))
    await app.passTime(QUIET_MS)
    expect((await mailsTo(of.email)).filter(({ text }) => !text.includes('Third'))).toHaveLength(1)
    expect(await mailsTo(of.email)).toHaveLength(2)
  })

  test('do not go to who has read the comments meanwhile, nor about withdrawn ones', async () => {
    const of = await asked()
    const before = (await mailsTo(owner.address)).length
    const comment = (await write(of, 'Read at once')).body.comment
    await opened(of, comment.place)
    const wrong = (await add(of, 'Withdrawn at once')).body.comment
    await of.supplier.call('takeBackComment', { body: { ...of.link, comment: wrong._id } })
    await app.passTime(QUIET_MS)
    expect([(await mailsTo(of.email)).length, (await mailsTo(owner.address)).length]).toEqual([0, before])
  })

  test('leave after half an hour although nobody is quiet', async () => {
    const of = await asked()
    for (let minutes = 0; minutes <= 32; minutes += 4) {
      await write(of, `After ${minutes} minutes`)
      await app.passTime(240_000)
      await app.runJobs()
    }
    const [mail, ...more] = await mailsTo(of.email)
    expect(more).toEqual([])
    expect(mail?.text).toMatch(/After 0 minutes[\s\S]*After 28 minutes/)
    expect(mail?.text).not.toContain('After 32 minutes')
  })

  test('do not go to an address that nobody has proven', async () => {
    const request = await askFor(owner, { identity: 'required' })
    const item = request.items[0]?._id ?? ''
    const person = makePerson(app)
    const said = { name: 'Li Wei', email: 'li@claimed.example' }
    const unnamed = await person.call('addComment', { body: { slug: request.slug, item, text: 'Which one?' } })
    expect(codeOf(unnamed)).toBe('identity-required')
    const named = await person.call('addComment', { body: { slug: request.slug, ...said, item, text: 'Which one?' } })
    expect(named.body.comment.author).toMatchObject({ proof: 'claimed', name: 'Li Wei', email: said.email })
    await app.passTime(QUIET_MS)
    const told = (await mailsTo(owner.address)).filter(({ text }) => text.includes('Li Wei'))
    expect(told[0]?.text).toContain('This name is not verified.')
    const [supplier] = await suppliersOf(owner, request._id)
    await owner.call('writeComment', {
      params: { request: request._id, supplier: supplier?._id ?? '', item },
      body: { text: 'The first' },
    })
    await app.passTime(QUIET_MS)
    expect(await mailsTo('li@claimed.example')).toEqual([])
  })
})
