import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { endpoints } from '@waybill/contract'
import { Problem } from '@waybill/contract/core/problems'
import { type RouteName, routes } from '@waybill/contract/core/routes'
import { afterEach, describe, expect, it } from 'vitest'
import { awaitBearer, onBearerOver, setBearer } from './bearer.ts'
import { ConnectionError, call, callForFile } from './client.ts'
import { backoffMs, isWorthRetrying, RETRIES } from './retry.ts'

const problem = (code: string, status: number) => ({
  status,
  body: JSON.stringify({ type: `urn:waybill:problem:${code}`, title: '', status, code, facts: { limit: 6 } }),
})

interface Heard {
  path: string
  key: string | undefined
  token: string | undefined
  body: string
}

let server: Server | undefined

/** A real server that gives the answers in order; the page's relative paths lead to it. */
async function serve(answers: Array<{ status: number; body: string }>): Promise<Heard[]> {
  const heard: Heard[] = []
  server = createServer(async (request, response) => {
    const { 'idempotency-key': key, authorization } = request.headers
    const chunks = await Array.fromAsync(request)
    heard.push({
      path: request.url ?? '',
      key: key as string | undefined,
      token: authorization,
      body: Buffer.concat(chunks).toString(),
    })
    const answer = answers[heard.length - 1] ?? answers.at(-1)
    response.writeHead(answer?.status ?? 500).end(answer?.body)
  })
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const real = globalThis.fetch
  globalThis.fetch = (path, init) => real(new URL(String(path), `http://127.0.0.1:${port}`), init)
  return heard
}

const realFetch = globalThis.fetch
afterEach(() => {
  globalThis.fetch = realFetch
  server?.close()
})

const askForCode = () => call('requestSenderCode', { body: { email: 'ada@lovelace.hk' } })

describe('call', () => {
  it('sends the method, path and body of the contract and returns the reply', async () => {
    const heard = await serve([{ status: 200, body: '{"email":"ada@lovelace.hk","resendInSeconds":2}' }])
    await expect(askForCode()).resolves.toEqual({ email: 'ada@lovelace.hk', resendInSeconds: 2 })
    expect(heard).toEqual([
      { path: '/verifyEmail', key: undefined, token: undefined, body: '{"email":"ada@lovelace.hk"}' },
    ])
  })

  it("fetches the method and path of an account's call with the first one", async () => {
    const heard = await serve([{ status: 200, body: '{}' }])
    await call('editContact', { params: { contact: 'c/1' }, body: { name: 'Ada' } })
    expect(heard[0]).toMatchObject({ path: '/contacts/c%2F1', body: '{"name":"Ada"}' })
  })

  it('fills path parameters, sends the token, and accepts an empty answer', async () => {
    const heard = await serve([{ status: 204, body: '' }])
    await expect(call('abandonUpload', { params: { upload: 'a/b' }, token: 't' })).resolves.toBeUndefined()
    expect(heard[0]).toMatchObject({ path: '/uploads/a%2Fb', token: 'Bearer t' })
  })

  it('throws the problem with its facts, without a second try', async () => {
    const heard = await serve([problem('too-many-recipients', 403)])
    await expect(askForCode()).rejects.toEqual(new Problem('too-many-recipients', { limit: 6 }))
    expect(heard).toHaveLength(1)
  })

  it('takes the JSON of a proxy for no answer of the server', async () => {
    const heard = await serve([
      { status: 403, body: '{"code":"not-yours","facts":{}}' },
      { status: 200, body: '{}' },
    ])
    await expect(askForCode()).resolves.toEqual({})
    expect(heard).toHaveLength(2)
  })

  it('retries with the same key while the failure may be temporary', async () => {
    const heard = await serve([
      problem('stopping', 503),
      { status: 502, body: '<h1>Bad gateway</h1>' },
      { status: 200, body: '{}' },
    ])
    let retries = 0
    await call('completeTransfer', { body: { upload: 'u', token: 't' }, onRetry: () => retries++ })
    expect(retries).toBe(2)
    expect(heard.map(({ key }) => key)).toEqual([heard[0]?.key, heard[0]?.key, heard[0]?.key])
    expect(heard[0]?.key).toMatch(/^[\da-f]{32}$/)
  })

  it('stops at once on a signal', async () => {
    await serve([problem('stopping', 503)])
    const stop = new AbortController()
    const asked = call('locateVisitor', { signal: stop.signal, onRetry: () => stop.abort(new Error('left')) })
    await expect(asked).rejects.toThrow('left')
  })
})

describe('the access token', () => {
  const listed = { status: 200, body: '{"contacts":[],"next":null,"total":0}' }
  let renewals = 0
  const renewTo = (token: string | null) =>
    onBearerOver(async () => {
      renewals += 1
      setBearer(token)
    })
  afterEach(() => {
    setBearer(null)
    renewals = 0
  })
  const list = () => call('listContacts', { query: { q: 'a&b 李', after: undefined } })

  it('goes with each call, beside the query; the upload’s own token takes precedence', async () => {
    setBearer('one')
    const heard = await serve([listed])
    await list()
    expect(heard[0]).toMatchObject({ path: '/contacts?q=a%26b+%E6%9D%8E', token: 'Bearer one' })
    await call('readUpload', { params: { upload: 'u' }, token: 't' })
    expect(heard[1]?.token).toBe('Bearer t')
    await call('refreshSession', {})
    expect(heard[2]?.token).toBeUndefined()
  })

  it('is renewed once for all calls that are refused together, and each is repeated', async () => {
    setBearer('old')
    renewTo('new')
    const heard = await serve([problem('signed-out', 401), problem('signed-out', 401), listed])
    await Promise.all([list(), list()])
    expect(renewals).toBe(1)
    expect(heard.map(({ token }) => token)).toEqual(['Bearer old', 'Bearer old', 'Bearer new', 'Bearer new'])
  })

  it('is refused in the end where there is no newer token', async () => {
    setBearer('old')
    renewTo(null)
    const heard = await serve([problem('signed-out', 401)])
    await expect(list()).rejects.toEqual(new Problem('signed-out', { limit: 6 }))
    expect(heard).toHaveLength(1)
  })

  it('is waited for while it loads', async () => {
    const heard = await serve([listed])
    const arrival = Promise.withResolvers<void>()
    awaitBearer(arrival.promise)
    const asked = list()
    setBearer('fresh')
    arrival.resolve()
    await asked
    expect(heard.map(({ token }) => token)).toEqual(['Bearer fresh'])
  })

  it('of a session that ends during its renewal: the call is not made as nobody', async () => {
    setBearer('old')
    const heard = await serve([listed])
    const arrival = Promise.withResolvers<void>()
    awaitBearer(arrival.promise)
    const asked = list()
    setBearer(null)
    arrival.resolve()
    await expect(asked).rejects.toEqual(new Problem('signed-out'))
    expect(heard).toEqual([])
    await list()
    expect(heard.map(({ token }) => token)).toEqual([undefined])
  })

  it('gets files too', async () => {
    setBearer('one')
    await serve([{ status: 200, body: 'email,name' }])
    await expect((await callForFile('exportContacts', {})).text()).resolves.toBe('email,name')
  })
})

describe('retries', () => {
  it('wait from 500 ms, doubled each time, with at most 500 ms more', () => {
    expect([0, 1, 2, 3, 4, 5].map((tries) => backoffMs(tries, 0))).toEqual([500, 1000, 2000, 4000, 8000, 16_000])
    expect(backoffMs(0, 1)).toBe(1000)
    expect(RETRIES).toBe(6)
  })

  it('happen after a lost connection, not after a refusal or a bug', () => {
    expect(isWorthRetrying(new ConnectionError('lost'))).toBe(true)
    expect(isWorthRetrying(new Problem('still-working'))).toBe(true)
    expect(isWorthRetrying(new Problem('free-sends-used'))).toBe(false)
    expect(isWorthRetrying(new SyntaxError('bug'))).toBe(false)
  })

  it('carry a key exactly where the contract says that the call creates something', async () => {
    const names = Object.keys(routes) as RouteName[]
    const heard = await serve([{ status: 200, body: '{}' }])
    for (const name of names) await callForFile(name, { params: {} })
    expect(names.filter((_name, nth) => heard[nth]?.key !== undefined)).toEqual(
      names.filter((name) => endpoints[name].creates),
    )
    expect(heard).toHaveLength(names.length)
  })
})
