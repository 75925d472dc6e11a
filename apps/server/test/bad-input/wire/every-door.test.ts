/**
 * Every call that changes something or issues a token, called from another site or with another type, with everything
 * that its owner's browser would send along: refused, without any change. Read from the routes, so that none is left
 * out.
 */
import { endpoints } from '@waybill/contract'
import { programAuths, takesMultipart } from '@waybill/contract/core/endpoint'
import { type RouteName, routes } from '@waybill/contract/core/routes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refreshToken } from '../../../src/identity/sessions/refresh/refresh-token.ts'
import { findSalt } from '../../../src/identity/sessions/session-store.ts'
import { makeOwner, type Owner } from '../../authorisation/owner.ts'
import { snapshot } from '../../authorisation/snapshot.ts'
import { nameOperator } from '../../people/operator.ts'
import { AttackedApp } from '../attack/attacked-app.ts'
import { breachOf, callNames, EveryCall, type Wrong } from '../attack/every-call.ts'
import { codeOf, shown } from '../attack/sound-answer.ts'

let attacked: AttackedApp
let owner: Owner
let calls: EveryCall
let cookie: string
beforeAll(async () => {
  attacked = await AttackedApp.open()
  owner = await makeOwner(attacked.app)
  // So that the calls of the operator's desk are attacked, too.
  await nameOperator(attacked.app, owner.person)
  calls = new EveryCall(attacked.app, owner)
  const { sessionId } = owner.person
  const salt = (await findSalt(attacked.app.ctx.db, sessionId)) ?? new Uint8Array()
  cookie = `waybill_session=${refreshToken(attacked.app.ctx.masterKey, { sessionId, generation: 1, salt })}`
})
afterAll(() => attacked?.close())

/** GET calls with the cookie issue a token or end something. */
const doors = callNames.filter((name) => routes[name].method !== 'GET' || endpoints[name].auth === 'cookie')
const changing = doors.filter((name) => routes[name].method !== 'GET')

const OURS = 'http://localhost:PORT'
const foreign: Array<Record<string, string>> = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: '' },
  { origin: 'http://localhost' },
  { origin: 'https://localhost:PORT' },
  { origin: `${OURS}/` },
  { origin: `${OURS}.evil.example` },
  { origin: 'HTTP://LOCALHOST:PORT' },
  { origin: `${OURS}, https://evil.example` },
  { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin', referer: `${OURS}/` },
  { origin: OURS, 'sec-purpose': 'prefetch' },
  { 'x-no-origin': '1', 'sec-fetch-site': 'cross-site' },
  { 'x-no-origin': '1', 'sec-fetch-site': 'cross-site', referer: `${OURS}/` },
  { 'x-no-origin': '1', 'sec-fetch-site': 'same-site', referer: `${OURS}/` },
  { 'x-no-origin': '1', 'sec-fetch-site': 'none' },
  { 'x-no-origin': '1', 'sec-fetch-site': 'Same-Origin' },
]
/** No header says where these come from: a program's, and only accepted with the token of an upload or of a mail. */
const unsaid: Array<Record<string, string>> = [
  { 'x-no-origin': '1' },
  { 'x-no-origin': '1', referer: 'https://evil.example/' },
  { 'x-no-origin': '1', referer: `https://evil.example/${OURS}/` },
  { 'x-no-origin': '1', referer: `${OURS}@evil.example/` },
]
const types = [
  '',
  'text/plain',
  'text/plain; application/json',
  'text/json',
  'application/json\tx',
  'application/json garbage',
  'Application/JSON ;a',
  'application/json;',
  'application/json ; charset=utf-8',
  'application/json; charset=utf-16',
  'application/json, text/plain',
  'application/x-www-form-urlencoded; charset=gbk',
  'multipart/form-data; boundary=x',
  'application/ld+json',
  'application/jsonp',
  'application/json\u00a0',
  'image/svg+xml',
  'image/png; charset=utf-8',
  '*/*',
]

async function asked(name: RouteName, headers: Record<string, string>): Promise<string> {
  const filled = Object.entries(headers).map(([key, value]) => [
    key,
    value.replaceAll('PORT', String(attacked.app.config.port)),
  ])
  const body = endpoints[name].bodyTypes.length > 0 ? { body: 'no picture' } : {}
  const wrong: Wrong = { ...body, headers: { cookie, ...Object.fromEntries(filled) } }
  const told = await calls.ask(name, wrong)
  return breachOf(name, told) ?? codeOf(told) ?? String(told.status)
}

async function expectRefused(name: RouteName, all: ReadonlyArray<Record<string, string>>, code: string): Promise<void> {
  const before = await snapshot(attacked.app, owner)
  for (const headers of all) {
    expect([name, shown(headers), await asked(name, headers)]).toEqual([name, shown(headers), code])
  }
  expect(await snapshot(attacked.app, owner)).toEqual(before)
}

describe.each(doors)('%s', (name) => {
  test('called from another site', async () => {
    const isForPrograms = programAuths.has(endpoints[name].auth)
    await expectRefused(name, isForPrograms ? foreign : [...foreign, ...unsaid], 'cross-site')
  })
})

describe.each(changing)('%s', (name) => {
  test('with another type', async () => {
    const bytes = 'application/octet-stream'
    const takesBytes = endpoints[name].auth === 'upload-token' || endpoints[name].bodyTypes.includes(bytes)
    const own = takesBytes ? [] : [{ 'content-type': bytes }]
    const isMailPost = endpoints[name].auth === 'mail-post'
    const taken = isMailPost || takesMultipart(endpoints[name]) ? ['multipart/form-data; boundary=x'] : []
    const odd = types.filter((type) => !taken.includes(type)).map((type) => ({ 'content-type': type }))
    // Without a body there is no type to be wrong.
    const takesNone = endpoints[name].body === undefined && endpoints[name].bodyTypes.length === 0
    const cases = takesNone ? [...odd.filter((one) => one['content-type'] !== ''), ...own] : [...odd, ...own]
    const isPlainForm = endpoints[name].auth === 'form' && !takesMultipart(endpoints[name])
    if (!isMailPost && !isPlainForm) cases.push({ 'content-type': 'application/x-www-form-urlencoded' })
    await expectRefused(name, cases, 'media-type-unsupported')
  })
})

test('cookies alone identify nobody: every call of an account requires its token', async () => {
  const ofAccounts = callNames.filter((name) => endpoints[name].auth === 'session')
  const before = await snapshot(attacked.app, owner)
  for (const name of ofAccounts) {
    const { path, method } = routes[name]
    const url = path.replaceAll(/:\w+/g, owner.sent.id)
    const type = endpoints[name].bodyTypes[0] ?? 'application/json'
    const written =
      method === 'GET' ? { headers: { cookie } } : { headers: { cookie, 'content-type': type }, body: '{}' }
    const response = await attacked.app.fetch(url, { method, ...written })
    expect([name, response.status, (await response.json()).code]).toEqual([name, 401, 'unauthenticated'])
  }
  expect(ofAccounts.length).toBeGreaterThan(30)
  expect(await snapshot(attacked.app, owner)).toEqual(before)
})

test('another method, even one that a header requests, does nothing', async () => {
  const before = await snapshot(attacked.app, owner)
  for (const name of changing) {
    const url = routes[name].path.replaceAll(/:\w+/g, owner.sent.id)
    const overrides = { 'x-http-method-override': routes[name].method, 'x-method-override': routes[name].method }
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      const headers = owner.person.headers({ cookie, ...overrides })
      const response = await attacked.app.fetch(url, { method, headers })
      expect([name, method, response.status < 500]).toEqual([name, method, true])
    }
  }
  expect(await snapshot(attacked.app, owner)).toEqual(before)
})

test('all in all', async () => {
  process.stdout.write(`${calls.asked} calls from elsewhere or in another type, at ${doors.length} doors\n`)
  expect(calls.asked).toBeGreaterThan(1_500)
  expect(await attacked.failures()).toEqual([])
  const ours = { origin: attacked.app.origin, cookie }
  expect(await asked('refreshSession', ours)).toBe('200')
})
