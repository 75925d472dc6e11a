import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { noise } from '#test/people/recipient'
import { addPastEvent } from '#test/transfers/ledgers'
import { insertTransfer } from '#test/transfers/tracked-transfer'
import { recordEvents } from './ledger/index.ts'

let app: TestApp
let owner: AccountPerson
let transfer: string
let recipientId: string
beforeAll(async () => {
  app = await makeTestApp()
  owner = await makeAccount(app, { role: 'pro' })
  const sent = await owner.send({
    files: [{ path: 'plans/a.txt', content: noise(10) }],
    emailTo: ['asha@rao-forge.example'],
  })
  transfer = sent.id
  await app.runJobs()
  const row = await app.ctx.db
    .selectFrom('recipients')
    .select('id')
    .where('transfer_id', '=', transfer)
    .executeTakeFirstOrThrow()
  recipientId = row.id
  const { file_id: fileId } = await app.ctx.db
    .selectFrom('transfer_files')
    .select('file_id')
    .where('transfer_id', '=', transfer)
    .executeTakeFirstOrThrow()
  const seen = { transferId: transfer, recipientId, country: 'IN', city: 'Bengaluru', timeZone: 'Asia/Kolkata' }
  await addPastEvent(app.ctx.db, { ...seen, kind: 'visited', actorKind: 'bot', reason: 'mail-scanner' })
  await addPastEvent(app.ctx.db, { ...seen, kind: 'opened' })
  await addPastEvent(app.ctx.db, { ...seen, kind: 'finished', fileId })
})
afterAll(() => app?.close())

const read = (query: string, person = owner, id = transfer) =>
  person
    .fetch(`/transfers/${id}/ledger${query}`)
    .then(async (answer) => ({ status: answer.status, body: await answer.json() }))
const kinds = ({ body }: Awaited<ReturnType<typeof read>>) => body.entries.map(({ kind }: { kind: string }) => kind)
/** Two jobs of the save, in either order. */
const ofSave = (some: string[]) => [...some.slice(0, 3), ...some.slice(3, 5).sort(), ...some.slice(5)]

test('lists the newest first, each with who, what, where and its hash', async () => {
  const { status, body } = await read('')
  expect(status).toBe(200)
  expect(body).toMatchObject({ length: 6, next: null })
  expect(ofSave(kinds({ status, body }))).toEqual(['finished', 'opened', 'visited', 'checked', 'mailed', 'sent'])
  expect(body.entries[0]).toMatchObject({
    place: 6,
    recipient: { _id: recipientId, email: 'asha@rao-forge.example' },
    file: { fileName: 'a.txt', path: 'plans/a.txt' },
    files: null,
    filesTotal: null,
    evidence: null,
    doubtBytes: null,
    lateMs: null,
    country: 'IN',
    city: 'Bengaluru',
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
  expect(body.entries[2]).toMatchObject({ actorKind: 'bot', reason: 'mail-scanner' })
  expect(body.entries[5]).toMatchObject({ recipient: null, file: null, detail: null })
})

test('lists page by page', async () => {
  const first = await read('?take=2')
  expect(first.body.next).toBe(5)
  const second = await read(`?take=2&before=${first.body.next}`)
  const third = await read(`?take=2&before=${second.body.next}`)
  expect(ofSave([first, second, third].flatMap(kinds))).toEqual([
    'finished',
    'opened',
    'visited',
    'checked',
    'mailed',
    'sent',
  ])
  expect(third.body.next).toBeNull()
})

test.each([
  ['?actorKind=bot', ['visited']],
  ['?actorKind=human&kind=opened', ['opened']],
  ['?kind=bounced', []],
])('narrows by %s', async (query, expected) => {
  expect(kinds(await read(query))).toEqual(expected)
})

test('narrows to a recipient', async () => {
  expect(kinds(await read(`?recipient=${recipientId}`))).toEqual(['finished', 'opened', 'visited', 'mailed'])
})

test.each([
  '?take=0',
  '?take=201',
  '?before=0',
  '?before=2147483648',
  '?actorKind=robots',
  '?kind=nothing',
  '?recipient=%00',
])('refuses %s', async (query) => expect((await read(query)).status).toBe(400))

test('reveals nothing about a foreign, deleted or unknown transfer', async () => {
  const other = await makeAccount(app)
  expect(await read('', other)).toMatchObject({ status: 404, body: { code: 'transfer-not-found' } })
  expect((await read('', owner, 'A'.repeat(20))).status).toBe(404)
})

test('names the first twenty files of an archive, its evidence and how late it was saved', async () => {
  const many = Array.from({ length: 25 }, (_, nth) => ({ path: `in/${nth}.pdf`, bytes: nth }))
  const sent = await insertTransfer(app.ctx, { accountId: owner.accountId, files: many })
  const context = { transferId: sent.transferId, recipientId: sent.recipientIds[0] ?? '', ip: '', userAgent: undefined }
  const finished = {
    kind: 'finished',
    files: sent.fileIds,
    evidence: 'handed-over',
    doubtBytes: 7,
    ageMs: 3_000,
  } as const
  const judged = { actorKind: 'human', reason: null } as const
  await recordEvents(app.ctx.db, app.ctx, { ...context, judged }, [finished])
  const { body } = await read('', owner, sent.transferId)
  const [{ files, ...entry }] = body.entries
  expect(entry).toMatchObject({ file: null, filesTotal: 25, evidence: 'handed-over', doubtBytes: 7, lateMs: 3_000 })
  const named = many.slice(0, 20).map(({ path, bytes }, nth) => ({ _id: sent.fileIds[nth], path, bytes }))
  expect(files).toEqual(named)
})
