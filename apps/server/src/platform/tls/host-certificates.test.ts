/** Certificates of custom hosts, ordered at the first handshake from a real authority. */
import { connect, type TLSSocket } from 'node:tls'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '#test/app/free-port'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { shakeHands } from '#test/http/handshake'
import { Pebble } from '#test/http/pebble'
import { makeAccount } from '#test/people/account-person'
import { claimHost } from '#test/people/claim-host'
import { renewCertificate } from './renew-certificate.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

const OWN = 'send.example.com'
const BASE = 'share.example.net'
const KEPT_MS = 5_500

let pebble: Pebble
let app: TestApp
let port: number
beforeAll(async () => {
  pebble = await Pebble.make()
  await pebble.start()
  port = await freePort()
  const urls = { PORT: `${port}`, PUBLIC_URL: `https://${OWN}:${port}`, HTTP_PORT: `${pebble.httpPort}` }
  app = await makeTestApp({ env: { ...urls, HOST: '127.0.0.1', SUBDOMAIN_BASE: BASE, ...pebble.env } })
  await until(() => app.ctx.certificates?.current !== null)
})
afterAll(async () => {
  await app?.close()
  await pebble?.close()
})

const meet = async (servername: string): Promise<TLSSocket> =>
  shakeHands(port, { servername, ca: await pebble.root(), rejectUnauthorized: true })
const rows = async () => (await app.ctx.db.selectFrom('certificates').select('host').orderBy('host').execute()).length

async function makeHost(word: string): Promise<string> {
  const admin = await makeAccount(app, { role: 'business', subscription: 'active' })
  await claimHost(app, admin, word)
  return `${word}.${BASE}`
}

test('one order for a proven host, however many come at once, and none for the next', async () => {
  const host = await makeHost('crowded')
  const before = pebble.signed
  const sockets = await Promise.all(Array.from({ length: 8 }, () => meet(host)))
  expect(sockets.map((socket) => socket.authorized)).toEqual(Array(8).fill(true))
  expect(sockets[0]?.getPeerCertificate().subjectaltname).toBe(`DNS:${host}`)
  for (const socket of sockets) socket.destroy()
  const again = await meet(host.toUpperCase())
  again.destroy()
  expect(pebble.signed).toBe(before + 1)
  const own = await meet(OWN)
  expect(own.getPeerCertificate().subjectaltname).toBe(`DNS:${OWN}`)
  own.destroy()
})

test('a thousand handshakes for unknown names end, without an order and without a row', async () => {
  const [signed, known] = [pebble.signed, await rows()]
  const outcome = (servername: string) =>
    new Promise<string>((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', servername, rejectUnauthorized: false })
      socket.once('secureConnect', () => resolve('met'))
      socket.once('error', () => resolve('ended'))
      socket.once('close', () => resolve('ended'))
    })
  const outcomes = new Set<string>()
  for (let n = 0; n < 1_000; n += 50) {
    const names = Array.from({ length: 50 }, (_, at) => `u${n + at}.${at % 2 === 0 ? BASE : 'evil.example'}`)
    for (const one of await Promise.all(names.map(outcome))) outcomes.add(one)
  }
  expect([...outcomes]).toEqual(['ended'])
  expect([pebble.signed, await rows()]).toEqual([signed, known])
})

test('a host that was given up keeps its certificate, and gets no new one', async () => {
  const host = await makeHost('leaving')
  ;(await meet(host)).destroy()
  const renewals = pebble.signed
  await sql`update certificates set renew_at = now() where host = ${host}`.execute(app.ctx.db)
  await renewCertificate(app.ctx)
  expect(pebble.signed).toBe(renewals + 1)
  await sql`update domains set status = 'released', held_until = now() + interval '30 days'
    where host = ${host}`.execute(app.ctx.db)
  await new Promise((resolve) => setTimeout(resolve, KEPT_MS))
  ;(await meet(host)).destroy()
  await sql`update certificates set renew_at = now() where host = ${host}`.execute(app.ctx.db)
  await renewCertificate(app.ctx)
  expect(pebble.signed).toBe(renewals + 1)
})
