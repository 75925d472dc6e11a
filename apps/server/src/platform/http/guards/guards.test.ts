import { request as rawRequest } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { makeAccount } from '#test/people/account-person'
import { makePerson } from '#test/people/people'

let app: TestApp
beforeAll(async () => {
  app = await makeTestApp()
})
afterAll(() => app.close())

/** A request with exactly these headers, which no fetch would send. */
function raw(
  path: string,
  headers: Record<string, string>,
  method = 'GET',
  body = '',
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const asked = rawRequest({ port: app.config.port, host: '127.0.0.1', path, method, headers }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => {
        text += chunk
      })
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }))
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

describe('hosts', () => {
  test.each(['localhost', '127.0.0.1', '[::1]'])('accepts %s', async (name) => {
    expect((await raw('/-/health', { host: `${name}:${app.config.port}` })).status).toBe(200)
  })

  test.each(['evil.example', 'localhost', 'localhost:1', 'localhost.evil.example:3000', 'user@localhost'])(
    'refuses %j with 421',
    async (host) => {
      const answer = await raw('/-/health', { host })
      expect([400, 421]).toContain(answer.status)
    },
  )

  test('never trusts a forwarded host', async () => {
    const headers = {
      host: `localhost:${app.config.port}`,
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
    }
    const answer = await raw('/-/openapi.json', headers)
    expect(answer.status).toBe(200)
    expect(answer.body).not.toContain('evil.example')
  })
})

describe('cross-site calls', () => {
  const body = JSON.stringify({ email: 'ada@lovelace.example' })
  const post = (headers: Record<string, string>) =>
    raw(
      '/verifyEmail',
      { host: `localhost:${app.config.port}`, 'content-type': 'application/json', ...headers },
      'POST',
      body,
    )

  test.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ origin: 'http://localhost:1' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ 'sec-fetch-site': 'same-site' }],
    [{ 'sec-fetch-site': 'none' }],
    [{ referer: 'https://evil.example/' }],
    [{ referer: 'not an address' }],
    [{}],
  ])('refuses %j', async (headers) => {
    const answer = await post(headers as Record<string, string>)
    expect(answer.status).toBe(403)
    expect(JSON.parse(answer.body).code).toBe('cross-site')
  })

  test('accepts our own origin, fetch metadata or referer', async () => {
    const origin = `http://localhost:${app.config.port}`
    for (const headers of [{ origin }, { 'sec-fetch-site': 'same-origin' }, { referer: `${origin}/` }]) {
      expect((await post(headers as unknown as Record<string, string>)).status).not.toBe(403)
      await app.passTime(3_000)
    }
  })
})

describe('bodies', () => {
  test.each([
    'text/plain',
    'application/json\tx',
    'application/json garbage',
    'Application/JSON ;a',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
  ])('refuses %j with 415', async (type) => {
    const answer = await app.fetch('/verifyEmail', {
      method: 'POST',
      headers: { 'content-type': type },
      body: '{"email":"a@b.example"}',
    })
    expect(answer.status).toBe(415)
  })

  test.each([
    '',
    '{',
    '[',
    'null x',
    '{"email":"a@b.example",}',
    '{"__proto__":{"a":1}}',
    '{"constructor":{"prototype":{}}}',
    '\u0000',
  ])('answers malformed JSON %j with 400', async (body) => {
    const answer = await app.fetch('/verifyEmail', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    })
    expect(answer.status).toBe(400)
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
  })

  test('names the unknown field it refuses', async () => {
    const answer = await app.call('requestSenderCode', { body: { email: 'a@b.example', admin: true } })
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'unknown-field', facts: { fields: ['admin'] } })
  })

  test('answers a body over the limit with 413', async () => {
    const answer = await app.call('requestSenderCode', { body: { email: 'a'.repeat(70_000) } })
    expect(answer.status).toBe(413)
    expect(answer.body.code).toBe('body-too-large')
  })
})

describe('unknown paths', () => {
  test('answers a reader with the 404 page, a program with a problem, a wrong method with 405', async () => {
    const page = await app.fetch('/no-such-page', { headers: { accept: 'text/html' } })
    expect(page.status).toBe(404)
    expect(page.headers.get('content-type')).toContain('text/html')
    const problem = await app.fetch('/no-such-page')
    expect(problem.status).toBe(404)
    expect(await problem.json()).toMatchObject({ code: 'not-found' })
    const method = await app.fetch('/verifyEmail', { method: 'DELETE' })
    expect(method.status).toBe(405)
    expect(method.headers.get('allow')).toBe('POST')
  })
})

describe('headers of every answer', () => {
  test('headers of a page', async () => {
    const page = await app.fetch('/', { headers: { accept: 'text/html' } })
    expect(page.status).toBe(200)
    const policy = page.headers.get('content-security-policy') ?? ''
    const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(await page.text()).toContain(`nonce="${nonce}"`)
    expect(page.headers.get('x-content-type-options')).toBe('nosniff')
    expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    expect(page.headers.get('x-request-id')).toMatch(/^[\w-]{20}$/)
  })

  test('forbids storing the answer of a call', async () => {
    const person = await makeAccount(app)
    for (const name of ['readAccount', 'listTransfers', 'listSessions'] as const) {
      const answer = await person.call(name)
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
    }
  })

  test('gives every page a nonce of its own', async () => {
    const nonces = await Promise.all(
      [1, 2, 3].map(async () => (await app.fetch('/')).headers.get('content-security-policy')),
    )
    expect(new Set(nonces).size).toBe(3)
  })
})

describe('an Idempotency-Key', () => {
  test('repeats the answer of the same call and refuses another body under the same key', async () => {
    const person = makePerson(app)
    await person.prove()
    const files = [{ path: 'a.txt', content: Buffer.from('hello') }]
    const headers = { 'idempotency-key': 'key-1' }
    const [first, second] = await Promise.all([
      person.call('planTransfer', { body: person.draft({ files }), headers }),
      person.call('planTransfer', { body: person.draft({ files }), headers }),
    ])
    const answers = [first, second].filter((answer) => answer.status === 200)
    expect(answers.length).toBeGreaterThan(0)
    const again = await person.call('planTransfer', { body: person.draft({ files }), headers })
    expect(again.body.plan.token).toBe(answers[0]?.body.plan.token)
    const other = await person.call('planTransfer', { body: person.draft({ files, message: 'another' }), headers })
    expect(other.body.code).toBe('idempotency-mismatch')
  })
})

describe('health and the OpenAPI document', () => {
  test('reports what it checked', async () => {
    const { status, body } = await app.call('readHealth')
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'ok',
      checks: { database: { ok: true }, store: { ok: true }, mail: { ok: true } },
    })
  })
})
