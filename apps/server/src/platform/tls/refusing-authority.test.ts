/** What a certificate authority may answer instead of a certificate: limits, refusals and nonsense. */
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeTestEnvironment, openTwo, type TestEnvironment } from '#test/app/test-environment'
import { makePair, PairFiles } from '#test/http/own-certificate'
import { renewCertificate } from './renew-certificate.ts'

const HOST = 'send.example.com'
const JSON_PROBLEM = { 'content-type': 'application/problem+json' }
const kind = (name: string, detail: string) => JSON.stringify({ type: `urn:ietf:params:acme:error:${name}`, detail })

let server: Server
let origin: string
let files: PairFiles
let environment: TestEnvironment
let nodes: Awaited<ReturnType<typeof openTwo>>
/** How it answers an order. */
let refuse: (answer: ServerResponse) => void
let orders = 0
beforeAll(async () => {
  const pair = await makePair()
  files = await PairFiles.make(pair)
  server = createServer({ cert: pair.chain, key: pair.key }, takeCall).listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `https://localhost:${(server.address() as AddressInfo).port}`
  const acme = { TLS: 'acme', ACME_DIRECTORY: `${origin}/dir`, ACME_CA_FILE: files.certFile }
  environment = await makeTestEnvironment({ PUBLIC_URL: `https://${HOST}`, ...acme })
  nodes = await openTwo(environment)
})
afterAll(async () => {
  await nodes?.closeAll()
  await environment?.drop()
  server?.close()
  await files?.remove()
})
beforeEach(async () => {
  orders = 0
  await nodes.ctx.db.deleteFrom('certificates').execute()
})

function takeCall({ url }: IncomingMessage, answer: ServerResponse): void {
  answer.setHeader('replay-nonce', `nonce-${Math.random()}`)
  if (url === '/dir') {
    answer.setHeader('content-type', 'application/json')
    answer.end(
      JSON.stringify({ newNonce: `${origin}/nonce`, newAccount: `${origin}/account`, newOrder: `${origin}/order` }),
    )
    return
  }
  if (url === '/order') {
    orders += 1
    refuse(answer)
    return
  }
  answer.writeHead(url === '/account' ? 201 : 200, { location: `${origin}/account/1` }).end()
}

/** Both processes try; says what is on record, with the seconds until the next try. */
async function renewTwice() {
  for (const ctx of [nodes.ctx, nodes.other]) await renewCertificate(ctx)
  return nodes.ctx.db
    .selectFrom('certificates')
    .select(['failures', 'last_error', 'chain'])
    .select(sql<number>`extract(epoch from next_try_at - now())::int`.as('waits'))
    .where('host', '=', HOST)
    .executeTakeFirstOrThrow()
}

test('a rate limit is waited for as long as the authority says, by every process', async () => {
  refuse = (answer) =>
    answer.writeHead(429, { ...JSON_PROBLEM, 'retry-after': '7200' }).end(kind('rateLimited', 'too many certificates'))
  const row = await renewTwice()
  expect(row).toMatchObject({ failures: 1, chain: null, last_error: expect.stringContaining('too many certificates') })
  expect(row.waits).toBeGreaterThan(7_100)
  expect(row.waits).toBeLessThanOrEqual(7_200)
  expect(orders).toBe(1)
})

test.each<[string, (answer: ServerResponse) => void, string]>([
  [
    'refuses the name',
    (answer) => answer.writeHead(403, JSON_PROBLEM).end(kind('rejectedIdentifier', 'not for this name')),
    'not for this name',
  ],
  ['is broken', (answer) => answer.writeHead(500).end('<h1>Oops</h1>'), 'answers 500: no reason'],
  ['makes an order without an address', (answer) => answer.writeHead(201).end('{}'), 'does not say where'],
  ['hangs up', (answer) => answer.destroy(), 'cannot be asked'],
  ['never stops talking', (answer) => answer.writeHead(400).end('x'.repeat(400_000)), 'too long'],
])('an authority that %s is asked once, and again after a minute', async (_what, answers, why) => {
  refuse = answers
  const row = await renewTwice()
  expect(row).toMatchObject({ failures: 1, chain: null, last_error: expect.stringContaining(why) })
  expect(row.waits).toBeGreaterThan(50)
  expect(row.waits).toBeLessThanOrEqual(60)
  expect(orders).toBe(1)
})

test('bad nonces without end are given up', async () => {
  refuse = (answer) => answer.writeHead(400, JSON_PROBLEM).end(kind('badNonce', 'never good enough'))
  expect(await renewTwice()).toMatchObject({ failures: 1, last_error: expect.stringContaining('never good enough') })
  expect(orders).toBe(10)
})
