import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePerson, type Person } from '#test/people/people'
import { AttackedApp } from '../attack/attacked-app.ts'
import { codeOf, faultOf, type Told, toldBy } from '../attack/sound-answer.ts'

/** Everything that opens something, by its name; and everything that is only an id. */
const KINDS = [
  'grant',
  'recipient token',
  'slug',
  'upload token',
  'upload of the other',
  'upload id',
  'blob id',
  'file id',
  'transfer id',
  'device secret',
  'code',
  'address',
  'request id',
] as const
type Kind = (typeof KINDS)[number]

let attacked: AttackedApp
let sender: Person
let secrets: Record<Kind, string>

beforeAll(async () => {
  attacked = await AttackedApp.open()
  sender = await attacked.proven()
  const { grant, links } = await attacked.kept.grant()
  const [mine, other] = [await planOf(sender), await planOf(await attacked.proven())]
  const coder = makePerson(attacked.app)
  const asked = await coder.call('requestSenderCode', { body: { email: coder.address } })
  const [mail] = await attacked.app.mails(coder.address)
  secrets = {
    grant,
    'recipient token': attacked.kept.link.user,
    slug: attacked.kept.link.slug,
    'upload token': mine.token,
    'upload of the other': other.token,
    'upload id': mine.upload,
    'blob id': mine.blobs[0]?.id ?? '',
    'file id': links[0]?.file ?? '',
    'transfer id': attacked.kept.transferId,
    'device secret': /waybill_device=([\w-]{43})/.exec(sender.headers().cookie ?? '')?.[1] ?? '',
    code: /\b[0-9A-HJKMNP-TV-Z]{5}\b/.exec(mail?.text ?? '')?.[0] ?? '',
    address: sender.address,
    'request id': asked.headers.get('x-request-id') ?? '',
  }
})
afterAll(() => attacked?.close())

const planOf = (person: Person) => person.plan({ files: [{ path: `${person.address}.bin`, content: Buffer.alloc(9) }] })

/** A place that requires a secret, and the kinds that fit it. */
interface Slot {
  name: string
  fits: Kind[]
  ask: (stranger: Person, secret: string) => Promise<Told>
}

const post = (path: string, body: (secret: string) => unknown) => (stranger: Person, secret: string) =>
  attacked.post(stranger, path, body(secret))
const get = (path: (secret: string) => string) => async (stranger: Person, secret: string) =>
  toldBy(await stranger.fetch(path(encodeURIComponent(secret))))
const bearer = (method: string, path: () => string) => async (stranger: Person, secret: string) =>
  toldBy(await stranger.fetch(path(), { method, headers: { authorization: `Bearer ${secret}` } }))

const slots: Slot[] = [
  { name: 'grant of describeDownload', fits: ['grant'], ask: post('/downloadData', (grant) => ({ grant })) },
  { name: 'grant of planFastDownload', fits: ['grant'], ask: post('/fast', (grant) => ({ grant })) },
  { name: 'grant of planZip', fits: ['grant'], ask: post('/zip', (grant) => ({ grant })) },
  {
    name: 'grant in a file’s link',
    fits: ['grant'],
    ask: get((grant) => `/get/${grant}/file/${secrets['file id']}/n`),
  },
  { name: 'grant in a zip’s link', fits: ['grant'], ask: get((grant) => `/get/${grant}/zip/all/n.zip`) },
  { name: 'file in a file’s link', fits: ['file id'], ask: get((file) => `/get/${secrets.grant}/file/${file}/n`) },
  { name: 'slug of a page', fits: [], ask: get((slug) => `/d/${slug}`) },
  { name: 'slug of an email transfer, its bare', fits: [], ask: post('/increment', (slug) => ({ slug })) },
  {
    name: 'recipient token',
    fits: ['recipient token'],
    ask: post('/increment', (user) => ({ slug: secrets.slug, user })),
  },
  { name: 'recipient token of a page', fits: ['recipient token'], ask: get((user) => `/d/${secrets.slug}/${user}`) },
  {
    name: 'bearer to read an upload',
    fits: ['upload token'],
    ask: bearer('GET', () => `/uploads/${secrets['upload id']}`),
  },
  {
    name: 'bearer to give an upload up',
    fits: ['upload token'],
    ask: bearer('DELETE', () => `/uploads/${secrets['upload id']}`),
  },
  {
    name: 'token of a save',
    fits: ['upload token'],
    ask: post('/quicksendData', (token) => ({ upload: secrets['upload id'], token })),
  },
  {
    name: 'upload of a save',
    fits: ['upload id'],
    ask: post('/quicksendData', (upload) => ({ upload, token: secrets['upload token'] })),
  },
  { name: 'upload to be resumed by a stranger', fits: [], ask: post('/resumeTransfer', (upload) => ({ upload })) },
  { name: 'code', fits: [], ask: post('/checkVerifyEmail', (verifyId) => ({ email: sender.address, verifyId })) },
  {
    name: 'device of a browser',
    fits: ['device secret'],
    ask: async (stranger, secret) => {
      const headers = { 'content-type': 'application/json', cookie: `waybill_device=${secret}` }
      const body = JSON.stringify({ upload: secrets['upload id'] })
      const given = { ...headers, 'x-forwarded-for': stranger.ip }
      return toldBy(await attacked.app.fetch('/resumeTransfer', { method: 'POST', headers: given, body }))
    },
  },
]

describe.each(slots)('$name', ({ fits, ask }) => {
  test.each(KINDS.filter((kind) => !fits.includes(kind)))('a %s opens nothing', async (kind) => {
    const told = await ask(makePerson(attacked.app), secrets[kind])
    if (told.type.startsWith('text/html')) expect(told.status).toBe(404)
    else expect([faultOf(told), told.status >= 400]).toEqual([null, true])
    expect(told.text).not.toContain('kept/')
  })
})

test('each of them opens what it is for', async () => {
  for (const { fits, ask, name } of slots) {
    if (name.includes('give an upload up') || name.endsWith('of a save')) continue
    for (const kind of fits)
      expect([name, (await ask(makePerson(attacked.app), secrets[kind])).status]).toEqual([name, 200])
  }
})

test('a save from a browser that has proven nothing is refused even with the upload’s own token', async () => {
  const told = await attacked.post(makePerson(attacked.app), '/quicksendData', {
    upload: secrets['upload id'],
    token: secrets['upload token'],
  })
  expect(codeOf(told)).toBe('sender-unproven')
})

test('steps out of order are refused with a reason', async () => {
  const early = await attacked.proven()
  const plan = await planOf(early)
  const save = () => early.call('completeTransfer', { body: { upload: plan.upload, token: plan.token } })
  expect((await save()).body.code).toBe('upload-incomplete')
  await early.upload(plan, [{ path: '', content: Buffer.alloc(9) }])
  expect((await save()).status).toBe(200)
  expect((await save()).status).toBe(200)
  const headers = { authorization: `Bearer ${plan.token}` }
  expect((await early.call('abandonUpload', { params: { upload: plan.upload }, headers })).body.code).toBe(
    'upload-closed',
  )
  expect((await early.putPart(plan, plan.blobs[0]?.path ?? '', 0, Buffer.alloc(9))).body.code).toBe('upload-closed')
  expect((await early.call('resumeTransfer', { body: { upload: plan.upload } })).body.code).toBe('upload-closed')
  const given = await planOf(await attacked.proven())
  const gone = { params: { upload: given.upload }, headers: { authorization: `Bearer ${given.token}` } }
  expect((await early.call('abandonUpload', gone)).status).toBe(204)
  expect([204, 404]).toContain((await early.call('abandonUpload', gone)).status)
  expect(['upload-closed', 'upload-not-found', 'upload-token-wrong']).toContain(
    (await early.putPart(given, given.blobs[0]?.path ?? '', 0, Buffer.alloc(9))).body.code,
  )
})

test('nothing is lost', () => attacked.expectNothingLost())
