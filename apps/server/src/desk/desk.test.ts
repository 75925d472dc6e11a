import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operate } from '#test/app/operate'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { type AccountPerson, makeAccount } from '#test/people/account-person'
import { makeOperator } from '#test/people/operator'
import { makePerson, type Person } from '#test/people/people'
import { withTotp } from '#test/people/second-factors'
import { findSecurityRows } from '../platform/security-log/security-store.ts'

let app: TestApp
let operator: AccountPerson
beforeAll(async () => {
  app = await makeTestApp()
  operator = await makeOperator(app)
})
afterAll(() => app.close())

const waybill = (...words: string[]) => operate(app.env, ...words)
const DESK = '/api/operator/desk'

/** All that a caller can see of an answer, but for what differs between any two answers. */
async function seen(person: Person, path: string, init: RequestInit & { headers?: Record<string, string> }) {
  const answer = await person.fetch(path, init)
  const headers = Object.fromEntries(answer.headers)
  for (const name of ['date', 'x-request-id']) delete headers[name]
  const nonce = /'nonce-([^']+)'/.exec(headers['content-security-policy'] ?? '')?.[1] ?? 'no nonce'
  const id = answer.headers.get('x-request-id') ?? ''
  const text = (await answer.text()).replaceAll(id, 'ID').replaceAll(nonce, 'NONCE')
  return { status: answer.status, headers: JSON.stringify(headers).replaceAll(nonce, 'NONCE'), text }
}

const json = { 'content-type': 'application/json' }
const ways: ReadonlyArray<[string, RequestInit & { headers?: Record<string, string> }]> = [
  ['a call', { headers: { accept: 'application/json' } }],
  ['a page', { headers: { accept: 'text/html' } }],
  ['HEAD', { method: 'HEAD' }],
  ['OPTIONS', { method: 'OPTIONS' }],
  ['another method', { method: 'POST', headers: json, body: '{}' }],
  ['a body that is no JSON', { method: 'POST', headers: json, body: '{' }],
  ['a foreign type', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'x' }],
  ['a form', { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=b' }],
  ['another site', { method: 'POST', headers: { ...json, origin: 'https://evil.example' }, body: '{}' }],
  ['an unknown query', { headers: { accept: 'application/json' } }],
]

describe('for everybody but operators', () => {
  test.each(ways)('%s of the desk is answered as of an unknown path', async (way, init) => {
    const query = way === 'an unknown query' ? '?no=thing' : ''
    const people = [makePerson(app), await makeAccount(app), await makeAccount(app, { isSuspended: true })]
    for (const person of people) {
      const unknown = await seen(person, `/api/nowhere/desk${query}`, init)
      expect(await seen(person, `${DESK}${query}`, init)).toEqual(unknown)
      expect(await seen(person, `/operator${query}`, init)).toEqual(unknown)
    }
  })
})

test('an operator reads how the server is', async () => {
  const { status, body } = await operator.call('readDesk', {})
  expect(status).toBe(200)
  expect(body).toMatchObject({
    status: 'ok',
    checks: { database: { ok: true }, store: { ok: true }, disk: { ok: true }, mail: { ok: true } },
    jobs: { failed: 0 },
    mails: { failedInDay: 0 },
  })
})

describe('the command line', () => {
  test('makes an operator, whose desk opens with a second factor, and ends that with the next call', async () => {
    const person = await makeAccount(app)
    const { address } = person
    const read = async () => (await person.call('readDesk', {})).body.code ?? 'open'
    expect(await read()).toBe('not-found')
    const made = await waybill('operator', 'make', address)
    const said = `${address} is an operator.\nThe desk opens once the account has a second factor.\n`
    expect(made).toEqual({ code: 0, out: said, err: '' })
    expect(await read()).toBe('second-factor-required')
    expect((await waybill('operator', 'list')).out).toMatch(
      new RegExp(`^${address}\t\\d{4}-\\d\\d-\\d\\d\tno second factor$`, 'm'),
    )
    await withTotp(person)
    expect(await read()).toBe('open')
    expect((await waybill('operator', 'make', address)).out).toBe(`${address} is an operator.\n`)
    await waybill('user', 'suspend', address)
    expect(await read()).toBe('not-found')
    await waybill('user', 'restore', address)
    expect(await read()).toBe('open')
    const ended = await waybill('operator', 'end', address)
    expect(ended).toEqual({ code: 0, out: `${address} is no longer an operator.\n`, err: '' })
    expect(await read()).toBe('not-found')
    expect((await waybill('operator', 'list')).out).not.toContain(address)
    const rows = await findSecurityRows(app.ctx.db, { accountId: person.accountId, address, limit: 50 })
    const noted = rows.map(({ event }) => event).filter((event) => event.startsWith('operator-'))
    expect(noted).toEqual(['operator-made', 'operator-made', 'operator-ended'])
  })

  test('makes nobody an operator who has no account', async () => {
    const said = 'No account has the address nobody@quiet.example.\n'
    expect(await waybill('operator', 'make', 'nobody@quiet.example')).toEqual({ code: 1, out: said, err: '' })
    expect(await waybill('operator', 'end', 'nobody@quiet.example')).toEqual({ code: 1, out: said, err: '' })
  })
})
