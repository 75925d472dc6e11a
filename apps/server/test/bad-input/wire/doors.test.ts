import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePerson, type Person } from '#test/people/people'
import { AttackedApp } from '../attack/attacked-app.ts'
import { type GoodCall, goodCalls } from '../attack/bodies.ts'
import { codeOf, faultOf, shown, type Told, toldBy } from '../attack/sound-answer.ts'

const NAMES = [
  'requestSenderCode',
  'confirmSenderCode',
  'planTransfer',
  'completeTransfer',
  'resumeTransfer',
  'signParts',
  'reportOpened',
  'grantDownload',
  'describeDownload',
  'planZip',
  'planFastDownload',
]

let attacked: AttackedApp
let sender: Person
let calls: GoodCall[]
beforeAll(async () => {
  attacked = await AttackedApp.open()
  sender = await attacked.proven()
  calls = await goodCalls(attacked, sender)
})
afterAll(() => attacked?.close())

async function knock(name: string, headers: Record<string, string>, body?: string): Promise<Told> {
  const call = calls.find((one) => one.name === name) as GoodCall
  const stranger = makePerson(attacked.app)
  const own = {
    'content-type': 'application/json',
    ...call.headers,
    ...sender.headers(),
    'x-forwarded-for': stranger.ip,
    ...headers,
  }
  const told = await toldBy(
    await attacked.app.fetch(call.path, { method: 'POST', headers: own, body: body ?? JSON.stringify(call.body) }),
  )
  expect(faultOf(told)).toBeNull()
  return told
}

const foreign: Array<Record<string, string>> = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost' },
  { origin: 'http://localhost:1' },
  { origin: 'https://localhost:PORT' },
  { origin: 'http://localhost:PORT.evil.example' },
  { origin: 'http://evil.example?http://localhost:PORT' },
  { origin: 'HTTP://LOCALHOST:PORT' },
  { origin: 'http://localhost:PORT/' },
  { origin: 'http://localhost:PORT, https://evil.example' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin', referer: 'http://localhost:PORT/' },
  { 'x-no-origin': '1' },
  { 'x-no-origin': '1', 'sec-fetch-site': 'cross-site', referer: 'http://localhost:PORT/' },
  { 'x-no-origin': '1', 'sec-fetch-site': 'same-site' },
  { 'x-no-origin': '1', 'sec-fetch-site': 'none' },
  { 'x-no-origin': '1', referer: 'https://evil.example/http://localhost:PORT/' },
  { 'x-no-origin': '1', referer: 'http://localhost:PORT@evil.example/' },
]

describe.each(NAMES)('%s', (name) => {
  test.each(foreign.map((headers) => [shown(headers), headers] as const))(
    'called from another site, %s',
    async (_shown, headers) => {
      const { port } = attacked.app.config
      const filled = Object.fromEntries(
        Object.entries(headers).map(([key, value]) => [key, value.replaceAll('PORT', String(port))]),
      )
      // The holder of the upload's own token is a program, and may come without an origin.
      if (name === 'signParts' && shown(Object.keys(headers)) === shown(['x-no-origin'])) return
      if (name === 'signParts' && !('origin' in headers) && !('sec-fetch-site' in headers)) return
      expect(codeOf(await knock(name, filled))).toBe('cross-site')
    },
  )

  test.each([
    '',
    'text/plain',
    'text/json',
    'application/jsonp',
    'application/json;',
    'application/json; charset=utf-16',
    'application/json; charset=utf-8; x=y',
    'application/json, text/plain',
    'application/json\tx',
    'application/json garbage',
    'Application/JSON ;a',
    'application/ld+json',
    'application/xml',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'application/x-www-form-urlencoded; charset=gbk',
    '*/*',
    'json',
    'application/json\u00a0',
  ])('as %j', async (type) => {
    expect(codeOf(await knock(name, { 'content-type': type }))).toBe('media-type-unsupported')
  })

  test('as a form, unless it accepts forms', async () => {
    const told = await knock(name, { 'content-type': 'application/x-www-form-urlencoded' }, 'slug=abcdefg&files=all')
    if (name === 'grantDownload') expect(told.status).toBe(303)
    else expect(codeOf(told)).toBe('media-type-unsupported')
  })

  test.each(['gzip', 'br', 'deflate', 'zstd', 'identity, gzip', 'x'])(
    'compressed as %s is not decompressed',
    async (encoding) => {
      await knock(name, { 'content-encoding': encoding }, '\u001f\u008b\b\u0000')
    },
  )
})

describe('a form', () => {
  test.each([
    '',
    '=',
    '&',
    '&&&',
    'slug',
    'slug=',
    'slug[]=abcdefg',
    'slug=%',
    'slug=%00',
    'slug=%ff%fe',
    'slug=abcdefg&user=%ud800',
    '__proto__=x',
    'constructor=x',
    'slug=abcdefg&isAdmin=1',
    'files=all',
    'files[]=x',
    `slug=${'a'.repeat(60_000)}`,
    `${'a=1&'.repeat(10_000)}`,
    '{"slug":"abcdefg"}',
    '\u0000',
  ])('%j is refused', async (text) => {
    const told = await knock('grantDownload', { 'content-type': 'application/x-www-form-urlencoded' }, text)
    expect(told.status).toBeGreaterThanOrEqual(400)
  })

  test.each(['slug=abcdefg', 'slug=abcdefg&files=x&files=y', 'slug=hijklmn&slug=abcdefg'])(
    '%j, for a transfer that does not exist, redirects back to its page',
    async (text) => {
      const told = await knock('grantDownload', { 'content-type': 'application/x-www-form-urlencoded' }, text)
      expect(told.status).toBe(303)
      expect(told.location).toBe('/w/abcdefg')
    },
  )

  test('without an exact origin is refused', async () => {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'x-no-origin': '1',
      'sec-fetch-site': 'same-origin',
    }
    expect(codeOf(await knock('grantDownload', headers, 'slug=abcdefg'))).toBe('media-type-unsupported')
  })
})

describe('an Idempotency-Key', () => {
  test.each([
    '',
    ' ',
    'a b',
    'k'.repeat(129),
    'k'.repeat(10_000),
    '\u00e9',
    'a\tb',
    '__proto__',
    "' or 1=1 --",
    '../../x',
    'constructor',
    '0',
    '[]',
  ])('%j', async (key) => {
    for (const name of ['planTransfer', 'completeTransfer', 'grantDownload'])
      await knock(name, { 'idempotency-key': key })
  })

  test('of another browser opens nothing', async () => {
    const other = await attacked.proven()
    const body = sender.draft({ files: [{ path: 'keyed.txt', content: Buffer.alloc(0) }] })
    const headers = { 'idempotency-key': 'shared-key' }
    expect((await sender.call('planTransfer', { body, headers })).status).toBe(200)
    expect((await other.call('planTransfer', { body, headers })).body.code).toBe('sender-unproven')
  })
})

describe('cookies and languages', () => {
  test.each([
    'waybill_device',
    'waybill_device=',
    'waybill_device=x',
    `waybill_device=${'A'.repeat(43)}`,
    `waybill_device=${'A'.repeat(4_000)}`,
    'waybill_device=%00',
    'waybill_device="quoted"',
    'waybill_device=a; waybill_device=b',
    '__Host-waybill_device=x',
    'waybill_language=xx',
    'waybill_language=zh; waybill_language=en',
    '__proto__=x',
    'constructor=x; toString=y',
    '=',
    ';;;',
    `${'a=b; '.repeat(2_000)}`,
    'waybill_device=%E0%A4%A',
  ])('cookie %j', async (cookie) => {
    const told = await knock('resumeTransfer', { cookie: cookie.slice(0, 12_000) })
    expect(codeOf(told)).toBe('upload-not-found')
  })

  test.each([
    '',
    '*',
    'zh;q=0',
    'xx',
    '__proto__',
    'en'.repeat(5_000),
    'zh-CN,zh;q=0.9',
    ';;;',
    'en\tus',
    `${'a-b,'.repeat(3_000)}en`,
  ])('language %j', async (language) => {
    const page = await attacked.app.fetch('/d/abcdefg', {
      headers: { accept: 'text/html', 'accept-language': language, ...makePerson(attacked.app).headers() },
    })
    expect([404]).toContain(page.status)
  })
})

test('nothing is lost', () => attacked.expectNothingLost())
