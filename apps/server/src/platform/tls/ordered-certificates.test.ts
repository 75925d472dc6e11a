import { spawnSync } from 'node:child_process'
import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Server } from 'node:http'
import { Agent, request } from 'node:https'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { freePort } from '#test/app/free-port'
import { operate } from '#test/app/operate'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { makeTestEnvironment, openTwo, type TestEnvironment } from '#test/app/test-environment'
import { until } from '#test/app/until'
import { shakeHands, shownCertificate } from '#test/http/handshake'
import { Pebble } from '#test/http/pebble'
import type { Context } from '../../context.ts'
import { makeSigningRequest } from './acme/signing-request.ts'
import { keyPurpose } from './certificate-source.ts'
import { makeHttpPort } from './http-port.ts'
import { renewCertificate } from './renew-certificate.ts'

const HOST = 'send.example.com'
let pebble: Pebble
beforeAll(async () => {
  pebble = await Pebble.make()
})
afterAll(() => pebble?.close())
afterEach(() => pebble.stop())

const rowOf = ({ db }: Pick<Context, 'db'>) =>
  db.selectFrom('certificates').selectAll().where('host', '=', HOST).executeTakeFirstOrThrow()
const shown = (chain: string | null) => new X509Certificate(chain ?? '').fingerprint256

describe('two processes on one database', () => {
  let environment: TestEnvironment
  let nodes: Awaited<ReturnType<typeof openTwo>>
  let answering: Server | null
  beforeEach(async () => {
    environment = await makeTestEnvironment({ PUBLIC_URL: `https://${HOST}`, ...pebble.env })
    nodes = await openTwo(environment)
    answering = null
  })
  afterEach(async () => {
    await new Promise((resolve) => (answering ? answering.close(resolve) : resolve(null)))
    await nodes.closeAll()
    await environment.drop()
  })

  /** Makes a process answer at the address that the authority checks. */
  async function answer(ctx: Context): Promise<void> {
    answering = makeHttpPort(ctx)
    await new Promise<void>((resolve) => answering?.listen(pebble.httpPort, '127.0.0.1', resolve))
  }
  const dueNow = (column: 'renew_at' | 'next_try_at') =>
    nodes.ctx.db
      .updateTable('certificates')
      .set({ [column]: sql`now()` })
      .execute()

  test('order in one, answer the challenge in the other, and both have the certificate; the key is sealed', async () => {
    await pebble.start()
    await answer(nodes.other)
    await renewCertificate(nodes.ctx)
    await nodes.other.certificates?.look()
    const row = await rowOf(nodes.ctx)
    expect(row).toMatchObject({ failures: 0, last_error: null, taken_by: null })
    const { fingerprint256, subjectAltName } = new X509Certificate(row.chain ?? '')
    expect(subjectAltName).toBe(`DNS:${HOST}`)
    for (const ctx of [nodes.ctx, nodes.other]) expect(ctx.certificates?.current?.fingerprint).toBe(fingerprint256)
    const sealed = row.sealed ?? Buffer.alloc(0)
    expect(() => createPrivateKey({ key: sealed, format: 'der', type: 'pkcs8' })).toThrow()
    expect(sealed.includes('PRIVATE KEY')).toBe(false)
    expect(nodes.other.masterKey.open(keyPurpose(HOST), sealed)).toContain('PRIVATE KEY')
    const accounts = await nodes.ctx.db.selectFrom('acme_accounts').select('sealed').execute()
    expect(accounts.map((account) => account.sealed.includes('PRIVATE KEY'))).toEqual([false])
    expect(await nodes.ctx.db.selectFrom('acme_challenges').selectAll().execute()).toEqual([])
    const life = (row.ends_at?.getTime() ?? 0) - (row.starts_at?.getTime() ?? 0)
    const share = ((row.renew_at?.getTime() ?? 0) - (row.starts_at?.getTime() ?? 0)) / life
    expect(share).toBeGreaterThan(0.63)
    expect(share).toBeLessThanOrEqual(2 / 3)
  })

  test('make one order and one certificate when both come at once; later looks order nothing', async () => {
    await pebble.start()
    await answer(nodes.ctx)
    await Promise.all([nodes.ctx, nodes.other, nodes.ctx, nodes.other].map(renewCertificate))
    expect(pebble.signed).toBe(1)
    await renewCertificate(nodes.other)
    expect(pebble.signed).toBe(1)
    await dueNow('renew_at')
    await Promise.all([nodes.ctx, nodes.other].map(renewCertificate))
    expect(pebble.signed).toBe(2)
    await nodes.other.certificates?.look()
    expect(nodes.other.certificates?.current?.fingerprint).toBe(shown((await rowOf(nodes.ctx)).chain))
  })

  test('do not wait for a process that died during its order, but for one that lives', async () => {
    await pebble.start()
    await answer(nodes.ctx)
    const taken = { host: HOST, taken_until: sql<Date>`now() + interval '5 minutes'` }
    await nodes.ctx.db
      .insertInto('certificates')
      .values({ ...taken, taken_by: nodes.other.nodeId })
      .execute()
    await renewCertificate(nodes.ctx)
    expect(pebble.signed).toBe(0)
    await nodes.ctx.db.updateTable('certificates').set({ taken_by: 'a node that is gone' }).execute()
    await renewCertificate(nodes.ctx)
    expect(pebble.signed).toBe(1)
  })

  test('do not count expired nonces as failures', async () => {
    await pebble.start({ badNoncePercent: 20 })
    await answer(nodes.ctx)
    const [signUp, order] = ['/sign-me-up', '/order-plz']
    // Each is called once per order; further calls are repeats.
    for (let turn = 1; pebble.asked(signUp) + pebble.asked(order) < 2 * turn + 1; turn += 1) {
      await renewCertificate(nodes.ctx)
      expect(pebble.signed).toBe(turn)
      expect((await rowOf(nodes.ctx)).failures).toBe(0)
      await dueNow('renew_at')
    }
  })

  test('record in its words that an authority does not find the server, and do not ask again at once', async () => {
    await pebble.start()
    await renewCertificate(nodes.ctx)
    const refused = await rowOf(nodes.ctx)
    expect(refused).toMatchObject({ failures: 1, taken_by: null })
    expect(refused.last_error).toMatch(/does not find this server at http:\/\/send\.example\.com: .*connection/)
    await answer(nodes.ctx)
    await renewCertificate(nodes.other)
    expect(pebble.signed).toBe(0)
    await dueNow('next_try_at')
    await renewCertificate(nodes.other)
    expect(await rowOf(nodes.ctx)).toMatchObject({ failures: 0, last_error: null, chain: expect.any(String) })
  })

  test('create an account that the authority has forgotten again with the same key', async () => {
    await pebble.start()
    await answer(nodes.ctx)
    await renewCertificate(nodes.ctx)
    await pebble.stop()
    await pebble.start()
    await dueNow('renew_at')
    await renewCertificate(nodes.other)
    expect(pebble.signed).toBe(1)
    expect(await nodes.ctx.db.selectFrom('acme_accounts').selectAll().execute()).toHaveLength(1)
  })

  test('raise the alarm when less than a quarter of the lifetime is left', async () => {
    await pebble.start()
    await answer(nodes.ctx)
    await renewCertificate(nodes.ctx)
    const { starts_at, ends_at } = await rowOf(nodes.ctx)
    const at = (share: number) => Number(starts_at) + (Number(ends_at) - Number(starts_at)) * share
    const alarmed = async () =>
      (await nodes.ctx.db.selectFrom('alarms').select('alarm').execute()).map(({ alarm }) => alarm)
    await renewCertificate({ ...nodes.ctx, clock: { nowMs: () => at(0.74) } })
    await nodes.ctx.alarms.close()
    expect(await alarmed()).toEqual([])
    await renewCertificate({ ...nodes.ctx, clock: { nowMs: () => at(0.76) } })
    await nodes.ctx.alarms.close()
    expect(await alarmed()).toEqual(['certificate-ends'])
  })
})

describe('a server', () => {
  let app: TestApp
  let port: number
  const logged = () => readFile(join(app.dataDir, 'test.log'), 'utf8')
  afterEach(() => app?.close())

  async function start(): Promise<void> {
    port = await freePort()
    const urls = { PORT: `${port}`, PUBLIC_URL: `https://${HOST}:${port}`, HTTP_PORT: `${pebble.httpPort}` }
    app = await makeTestApp({ env: { ...urls, HOST: '127.0.0.1', LOG_LEVEL: 'info', ...pebble.env }, logsToFile: true })
  }
  test('starts while its authority is unavailable, reports that it waits, and serves once the certificate comes', async () => {
    await start()
    await until(async () => (await rowOf(app.ctx).catch(() => null))?.failures === 1)
    const shownAs = await operate(app.env, 'certificate', 'show')
    expect([shownAs.code, shownAs.out]).toEqual([
      1,
      expect.stringMatching(/failures\t1\nreason\tlocalhost:.*ECONNREFUSED/),
    ])
    expect(await logged()).toContain(`waiting for the certificate of ${HOST}`)
    expect(await logged()).toMatch(/"reason":"localhost:\d+ cannot be asked \(ECONNREFUSED\)/)
    await expect(shakeHands(port, { servername: HOST })).rejects.toMatchObject({
      code: expect.stringMatching(/HANDSHAKE_FAILURE/),
    })
    await pebble.start()
    // Or after a while, by itself.
    expect((await operate(app.env, 'certificate', 'renew')).code).toBe(0)
    await until(() => app.ctx.certificates?.current !== null)
    const socket = await shakeHands(port, { servername: HOST, ca: await pebble.root(), rejectUnauthorized: true })
    expect(socket.authorized).toBe(true)
    socket.destroy()
    expect(await operate(app.env, 'certificate', 'show')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/ends\t2/),
    })
  })

  test('has its certificate soon after the start, and renews it without dropping a connection', async () => {
    await pebble.start()
    await start()
    await until(() => app.ctx.certificates?.current !== null)
    const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: await pebble.root() })
    const ask = () =>
      new Promise<{ status: number | undefined; isReused: boolean }>((resolve, reject) => {
        const to = { port, host: '127.0.0.1', servername: HOST, headers: { host: `${HOST}:${port}` }, path: '/-/ready' }
        const asked = request({ ...to, agent }, (answer) => {
          answer.resume().once('end', () => resolve({ status: answer.statusCode, isReused: asked.reusedSocket }))
        })
        asked.on('error', reject).end()
      })
    expect(await ask()).toEqual({ status: 200, isReused: false })
    const before = await shownCertificate(port, { servername: HOST })
    expect(before).toBe(shown((await rowOf(app.ctx)).chain))
    await operate(app.env, 'certificate', 'renew')
    await until(async () => (await shownCertificate(port, { servername: HOST })) !== before)
    expect(await ask()).toEqual({ status: 200, isReused: true })
    agent.destroy()
    const told = await app.ctx.db
      .selectFrom('security_events')
      .select('facts')
      .where('event', '=', 'certificate')
      .execute()
    expect(told.length).toBeGreaterThan(0)
  })
})

test('creates a signing request that names the host and is signed with its key, as OpenSSL reads it', () => {
  const host = `${'a'.repeat(60)}.${'b'.repeat(60)}.${'c'.repeat(60)}.example.com`
  const der = makeSigningRequest(host, generateKeyPairSync('ec', { namedCurve: 'P-256' }))
  const read = (input: Buffer) => {
    const args = 'req -inform DER -noout -verify -text'.split(' ')
    const { stdout, stderr } = spawnSync('openssl', args, { input, encoding: 'utf8' })
    return `${stdout}${stderr}`
  }
  expect(read(der)).toContain(`DNS:${host}`)
  expect(read(der)).toMatch(/verify OK/)
  const altered = Buffer.from(der)
  altered.write('x', der.indexOf('aaaa'))
  expect(read(altered)).not.toMatch(/verify OK/)
})
