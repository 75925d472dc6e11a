import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { makeAccount } from '#test/people/account-person'
import { noise } from '#test/people/recipient'
import { checkAnchors, makeAnchor } from '../index.ts'
import { stampAnchor } from './stamp-anchor.ts'
import { readStampResponse, stampRequest } from './time-stamp.ts'

/** A time stamping authority: openssl behind a small HTTP server. */
let folder: string
let authority: Server
let answer: (query: Buffer) => { status: number; body: Buffer }
let asked: string[] = []
let app: TestApp

const program = 'openssl'
const openssl = (...args: string[]) => execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })

function granted(query: Buffer): Buffer {
  writeFileSync(join(folder, 'query.tsq'), query)
  openssl('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'query.tsq', '-out', 'reply.tsr')
  return readFileSync(join(folder, 'reply.tsr'))
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'waybill-tsa-'))
  writeFileSync(
    join(folder, 'tsa.cnf'),
    `[req]
distinguished_name = name
prompt = no
x509_extensions = stamping
[name]
CN = Waybill test authority
[stamping]
extendedKeyUsage = critical,timeStamping
[tsa]
default_tsa = config
[config]
serial = ${join(folder, 'serial')}
crypto_device = builtin
signer_cert = ${join(folder, 'tsa.pem')}
signer_key = ${join(folder, 'tsa.key')}
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ess_cert_id_alg = sha256
`,
  )
  const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', 'tsa.key', '-out', 'tsa.pem', '-days', '2']
  openssl('req', '-x509', ...key, '-config', 'tsa.cnf')
  writeFileSync(join(folder, 'serial'), '01\n')
  authority = createServer(async (request, reply) => {
    asked.push(request.headers['content-type'] ?? '')
    const { status, body } = answer(await buffer(request))
    reply.writeHead(status, { 'content-type': 'application/timestamp-reply' }).end(body)
  })
  await new Promise<void>((listening) => authority.listen(0, '127.0.0.1', listening))
  const { port } = authority.address() as AddressInfo
  app = await makeTestApp({ env: { TSA_URL: `http://127.0.0.1:${port}/tsr` } })
})
beforeEach(() => {
  asked = []
  answer = (query) => ({ status: 200, body: granted(query) })
})
afterAll(async () => {
  await app?.close()
  authority?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function anchored() {
  const owner = await makeAccount(app, { role: 'pro' })
  await owner.send({ files: [{ path: 'a.txt', content: noise(10) }] })
  const anchor = await makeAnchor(app.ctx, { apartSeconds: 0 })
  if (!anchor) throw new Error('nothing moved')
  return anchor
}

test('gets an anchor stamped by an authority, with a token that openssl accepts', async () => {
  const { number, hash } = await anchored()
  await app.runJobs()
  const page = await (await fetch(`${app.origin}/-/anchors.json`)).json()
  const { timeStamp } = page.anchors.find((one: { number: number }) => one.number === number)
  writeFileSync(join(folder, 'token.der'), Buffer.from(timeStamp, 'base64'))
  const verified = openssl(
    ...['ts', '-verify', '-digest', hash.toString('hex'), '-in', 'token.der', '-token_in'],
    ...['-CAfile', 'tsa.pem'],
  )
  expect(verified.toString()).toContain('Verification: OK')
  expect(asked).toEqual(['application/timestamp-query'])
  await stampAnchor(app.ctx, { number })
  expect(asked).toHaveLength(1)
  expect(await checkAnchors(app.ctx)).toEqual([])
})

test.each([
  ['an answer of another status', () => ({ status: 503, body: Buffer.alloc(0) }), 'The time stamping authority: 503'],
  ['something else', () => ({ status: 200, body: Buffer.from('no stamp') }), /DER|time stamp/],
  [
    'a stamp of another hash',
    () => ({ status: 200, body: granted(stampRequest(randomBytes(32), randomBytes(8))) }),
    'The time stamp is of something else',
  ],
  [
    'a refusal',
    () => ({ status: 200, body: granted(Buffer.from('3003020101', 'hex')) }),
    'The time stamp was not granted',
  ],
])('does not keep %s', async (_what, wrong, message) => {
  // Set before there is anything to stamp: the job begins at once.
  answer = wrong
  const { number } = await anchored()
  await expect(stampAnchor(app.ctx, { number })).rejects.toThrow(message)
  const row = await app.ctx.db
    .selectFrom('anchors')
    .select('time_stamp')
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  expect(row.time_stamp).toBeNull()
})

test('rejects a stamp for another request with the same hash', () => {
  const hash = randomBytes(32)
  const [nonce, another] = [Buffer.from('00ff00ff00ff00ff', 'hex'), Buffer.from('7f00000000000001', 'hex')]
  const response = granted(stampRequest(hash, nonce))
  expect(
    Math.abs(readStampResponse(response, hash, nonce).at.getTime() - Date.parse(new Date().toISOString())),
  ).toBeLessThan(60_000)
  expect(() => readStampResponse(response, hash, another)).toThrow('The time stamp answers another request')
  for (let cut = 1; cut < response.length; cut += 97) {
    expect(() => readStampResponse(response.subarray(0, cut), hash, nonce)).toThrow()
  }
})
