import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { makePerson } from '#test/people/people'
import { KIB, testFile } from '#test/storage/upload-parts'
import { checkUploads } from '../uploads/index.ts'
import { checkTransfers } from './index.ts'

const DAY_MS = 86_400_000
let app: TestApp

beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(async () => {
  expect(await checkUploads(app.ctx, { hash: true })).toEqual([])
  expect(await checkTransfers(app.ctx)).toEqual([])
  await app.close()
})

const files = () => [testFile('plans/a.pdf', 300 * KIB), testFile('note.txt', 20), testFile('empty', 0)]
async function prover() {
  const person = makePerson(app)
  await person.prove()
  return person
}

test('sends for a proven visitor, and mails each recipient a personal link', async () => {
  const person = await prover()
  const emailTo = ['one@rao-forge.example', 'two@rao-forge.example']
  const { links, slug } = await person.send({ files: files(), emailTo })
  expect(Object.keys(links)).toEqual(emailTo)
  expect(links[emailTo[0] as string]).not.toBe(links[emailTo[1] as string])
  expect(slug).toMatch(/^[0-9A-Za-z]{7}$/)
  for (const address of emailTo) expect(await app.mails(address)).toHaveLength(1)
})

test('returns the same answer for a retry with its key, and for a repeated save without one', async () => {
  const person = await prover()
  const some = files()
  const headers = { 'idempotency-key': 'plan-1' }
  const [one, two] = [
    await person.call('planTransfer', { body: person.draft({ files: some }), headers }),
    await person.call('planTransfer', { body: person.draft({ files: some }), headers }),
  ]
  expect(two.body).toEqual(one.body)
  await person.upload(one.body.plan, some)
  const body = { upload: one.body.plan.upload, token: one.body.plan.token }
  const saves = await Promise.all(Array.from({ length: 8 }, () => person.call('completeTransfer', { body })))
  expect(new Set(saves.map((save) => `${save.status} ${save.body.data.ops[0].slug}`)).size).toBe(1)
})

test('accepts and ignores fields that the server owns, and refuses any other field', async () => {
  const person = await prover()
  const some = files()
  const plan = await person.plan({ files: some })
  await person.upload(plan, some)
  const save = (more: object) =>
    person.call('completeTransfer', { body: { upload: plan.upload, token: plan.token, ...more } })
  expect(await save({ role: 'teamelite' })).toMatchObject({ status: 400, body: { code: 'unknown-field' } })
  expect(await save({ __proto__x: 1 })).toMatchObject({ status: 400 })
  const hostile = { senderId: 'x', parentAdminID: 'x', expiryDate: 0, dateSent: 0, fileObjects: [{ itemPath: '/etc' }] }
  const { status, body } = await save({ ...hostile, slug: 'aaaaaaa', size: '1', shareWith: [{}], senderName: 'CEO' })
  expect(status).toBe(200)
  expect(body.data.ops[0]).toMatchObject({ fileNumber: 3, bytes: 300 * KIB + 20, fullName: null, fileName: 'a.pdf' })
})

test.each([
  ['files', 'none'],
  ['files', [{ path: 'a', bytes: -1, modifiedAt: 0, fingerprint: 'f' }]],
  ['files', [{ path: 'a', bytes: 1.5, modifiedAt: 0, fingerprint: 'f' }]],
  ['files', [{ path: 'a', bytes: 2 ** 53, modifiedAt: 0, fingerprint: 'f' }]],
  ['files', [{ path: 'a', bytes: 1, modifiedAt: 1e300, fingerprint: 'f' }]],
  ['files', [{ path: 'a\u0000b', bytes: 1, modifiedAt: 0, fingerprint: 'f\u0000' }]],
  ['files', [{ path: '\ud800', bytes: 1, modifiedAt: 0, fingerprint: '\ud800' }]],
  ['files', [{ path: 'a', bytes: 1, modifiedAt: 8.65e15, fingerprint: 'f' }]],
  ['emailTo', [{ email: 'a@b.example\r\nBcc: x@y.example' }]],
  ['emailTo', [{ email: 'a@b.example', name: '\u0000' }]],
  ['message', 'x'.repeat(281)],
  ['message', '\u0000'],
  ['expirySeconds', Number.MAX_VALUE],
  ['expirySeconds', '604800'],
  ['sendAs', 'pigeon'],
])('answers a plan whose %s is %j with a 4xx', async (field, value) => {
  const person = await prover()
  const { status, body } = await person.call('planTransfer', {
    body: { ...person.draft({ files: files() }), [field]: value },
  })
  expect({ status: status >= 400 && status < 500, body }).toMatchObject({
    status: true,
    body: { code: expect.any(String) },
  })
})

test.each([-8.64e15, 8.64e15, -0.5, 0])('plans a file last changed at %d ms', async (modifiedAt) => {
  const person = await prover()
  const [file] = person.draft({ files: [testFile('a', 10)] }).files
  const body = { ...person.draft({ files: [] }), files: [{ ...file, modifiedAt }] }
  expect(await person.call('planTransfer', { body })).toMatchObject({ status: 200 })
})

test('removes bytes of a sent transfer a week after its expiry, and of an unsent one after a week', async () => {
  const person = await prover()
  const sent = await person.send({ files: files() })
  const left = await person.plan({ files: files() })
  await app.passTime(14 * DAY_MS + 1_000)
  const { addJob } = await import('../platform/jobs/add-job.ts')
  await addJob(app.ctx.db, 'reap-uploads', {})
  await addJob(app.ctx.db, 'remove-expired', {})
  await app.runJobs()
  expect(await person.call('resumeTransfer', { body: { upload: left.upload } })).toMatchObject({ status: 404 })
  expect(await person.call('resumeTransfer', { body: { upload: sent.upload } })).toMatchObject({ status: 409 })
  expect(await checkUploads(app.ctx)).toEqual([])
})
