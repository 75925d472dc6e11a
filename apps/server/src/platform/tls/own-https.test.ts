import { once } from 'node:events'
import { readFile, unlink } from 'node:fs/promises'
import { request as requestPlain } from 'node:http'
import { Agent, request } from 'node:https'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#test/app/free-port'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { until } from '#test/app/until'
import { shakeHands, shownCertificate } from '#test/http/handshake'
import { makePair, PairFiles, trust } from '#test/http/own-certificate'
import { makeAccount } from '#test/people/account-person'
import { claimHost } from '#test/people/claim-host'
import { noise, sendTo, sha256 } from '#test/people/recipient'

let first: Awaited<ReturnType<typeof makePair>>
let files: PairFiles
let app: TestApp
let port: number
let httpPort: number
let uploadPort: number
beforeAll(async () => {
  first = await makePair()
  trust(first.chain)
  files = await PairFiles.make(first)
  ;[port, httpPort, uploadPort] = [await freePort(), await freePort(), await freePort()]
  const urls = { PORT: `${port}`, PUBLIC_URL: `https://localhost:${port}`, HTTP_PORT: `${httpPort}` }
  const env = {
    ...urls,
    ...files.env,
    UPLOAD_PORTS: `${uploadPort}`,
    LOG_LEVEL: 'info',
    SUBDOMAIN_BASE: 'share.example.net',
  }
  app = await makeTestApp({ env, logsToFile: true })
})
afterAll(async () => {
  await app?.close()
  await files?.remove()
})

describe('over TLS', () => {
  const film = { path: 'film.mov', content: noise(9_000_001) }

  test('sends a transfer part by part, downloads it whole and by Range, byte for byte, and counts it', async () => {
    const recipient = await sendTo(app, [film])
    const { links } = await recipient.grant()
    const url = links[0]?.url ?? ''
    const whole = await recipient.get(url)
    expect(sha256(await whole.bytes())).toBe(sha256(film.content))
    const part = await recipient.get(url, { range: 'bytes=4000000-8500000' })
    expect(part.status).toBe(206)
    expect(sha256(await part.bytes())).toBe(sha256(film.content.subarray(4_000_000, 8_500_001)))
    await recipient.untilFinished(1)
  })

  test('uses https links, secure cookies and HSTS', async () => {
    const home = await app.fetch('/')
    expect(home.headers.get('strict-transport-security')).toMatch(/^max-age=31536000/)
    const person = await app.call('requestSenderCode', { body: { email: 'ada@rao-forge.example' } })
    expect(person.headers.getSetCookie().join()).toMatch(/^__Host-waybill_device=.*; Secure/)
    const { links } = await (await sendTo(app, [{ path: 'a', content: noise(3) }])).sender.send({
      files: [{ path: 'b', content: noise(4) }],
    })
    expect(Object.values(links)).toHaveLength(1)
    const [mail] = await app.mails('asha@rao-forge.example')
    expect(mail?.text).toContain(`https://localhost:${port}/d/`)
  })

  test('uses TLS on an upload port too', async () => {
    const { status } = await fetch(`https://localhost:${uploadPort}/-/probe`)
    expect(status).toBe(204)
    expect(await shownCertificate(uploadPort)).toBe(first.fingerprint)
  })
})

describe('handshakes', () => {
  test.each(['TLSv1.2', 'TLSv1.3'] as const)('accepts %s with HTTP/1.1', async (version) => {
    const offered = { minVersion: version, maxVersion: version, ALPNProtocols: ['h2', 'http/1.1'] }
    const socket = await shakeHands(port, offered)
    expect([socket.getProtocol(), socket.alpnProtocol]).toEqual([version, 'http/1.1'])
    socket.destroy()
  })

  test.each(['TLSv1', 'TLSv1.1'] as const)('refuses %s', async (version) => {
    const offered = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' }
    await expect(shakeHands(port, offered)).rejects.toMatchObject({ code: expect.stringMatching(/PROTOCOL_VERSION/) })
  })

  test('refuses ciphers without authentication or forward secrecy', async () => {
    const offered = { maxVersion: 'TLSv1.2', ciphers: 'AES128-SHA256:ECDHE-ECDSA-AES128-SHA256' } as const
    await expect(shakeHands(port, offered)).rejects.toMatchObject({ code: expect.stringMatching(/HANDSHAKE_FAILURE/) })
  })

  test('leaves the cipher to the client', async () => {
    for (const cipher of ['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256']) {
      const socket = await shakeHands(port, { ciphers: `${cipher}:TLS_AES_128_GCM_SHA256` })
      expect(socket.getCipher().standardName).toBe(cipher)
      socket.destroy()
    }
  })

  test('shows the certificate to a client that names no host', async () => {
    expect(await shownCertificate(port, { servername: '' })).toBe(first.fingerprint)
  })

  test('tells a plain HTTP client to use https', async () => {
    const socket = connect(port, '127.0.0.1')
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 [\s\S]*"https-needed"/)
  })

  test('survives bytes that are not a handshake, and a handshake that breaks off', async () => {
    const noiseLine = connect(port, '127.0.0.1').on('error', () => {})
    noiseLine.write(noise(500))
    const broken = connect(port, '127.0.0.1').on('error', () => {})
    broken.write(Buffer.from('160301020001', 'hex'))
    await once(broken, 'connect')
    broken.resetAndDestroy()
    await once(noiseLine, 'close')
    expect((await app.fetch('/-/ready')).status).toBe(200)
  })

  test('refuses a body that is not a request within TLS', async () => {
    const socket = await shakeHands(port)
    socket.write('BREW coffee\r\n\r\n')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 [\s\S]*"invalid-input"/)
  })
})

describe('the plain HTTP port', () => {
  const ask = (path: string, options: Parameters<typeof requestPlain>[1] = {}) =>
    new Promise<{ status: number; location: string | undefined; body: string }>((resolve, reject) => {
      const asked = requestPlain(
        { port: httpPort, host: '127.0.0.1', path, agent: false, ...options },
        async (answer) => {
          resolve({ status: answer.statusCode ?? 0, location: answer.headers.location, body: await text(answer) })
        },
      )
      asked.on('error', reject).end()
    })

  test.each([
    ['/d/abc/def?x=1', '/d/abc/def?x=1'],
    ['//evil.example/x', '//evil.example/x'],
    ['http://evil.example/x?y', '/x?y'],
    ['/.well-known/security.txt', '/.well-known/security.txt'],
    ['/.well-known/acme-challenge/short', '/.well-known/acme-challenge/short'],
  ])('redirects %s to PUBLIC_URL', async (path, to) => {
    const { status, location } = await ask(path, { headers: { host: 'evil.example' } })
    expect([status, location]).toEqual([301, `https://localhost:${port}${to}`])
  })

  test('redirects the readers of a custom host to its own https, and of a name that nobody holds to PUBLIC_URL', async () => {
    await claimHost(app, await makeAccount(app, { role: 'business', subscription: 'active' }), 'acme')
    for (const [host, origin] of [
      [`Acme.share.example.net:${httpPort}`, `https://acme.share.example.net:${port}`],
      ['nobody.share.example.net', `https://localhost:${port}`],
    ]) {
      const { status, location } = await ask('/d/abc/def?x=1', { headers: { host } })
      expect([status, location]).toEqual([301, `${origin}/d/abc/def?x=1`])
    }
    // Browsers remember https for that host alone: the names under it are not ours.
    const headers = { host: `acme.share.example.net:${port}` }
    const there = request({
      port,
      host: 'localhost',
      path: '/favicon.svg',
      agent: false,
      servername: 'localhost',
      headers,
    }).end()
    const [answer] = await once(there, 'response')
    answer.resume()
    expect([answer.statusCode, answer.headers['strict-transport-security']]).toEqual([200, 'max-age=2592000'])
  })

  test('refuses a call that changes something, or identifies its caller, and does not redirect it', async () => {
    for (const options of [{ method: 'POST' }, { headers: { authorization: 'Bearer x' } }]) {
      const { status, location, body } = await ask('/planTransfer', options)
      expect([status, location, JSON.parse(body).code]).toEqual([400, undefined, 'https-needed'])
    }
  })

  test('answers 404 to a challenge that nobody ordered', async () => {
    const { status, body } = await ask(`/.well-known/acme-challenge/${'t'.repeat(43)}`)
    expect([status, JSON.parse(body).code]).toEqual([404, 'not-found'])
  })
})

describe('replaced files', () => {
  const look = () => app.ctx.certificates?.look()
  const logged = async () => readFile(join(app.dataDir, 'test.log'), 'utf8')

  test('rejects and reports a pair that does not match or is unreadable', async () => {
    const other = await makePair()
    await files.put({ chain: other.chain, key: first.key })
    await look()
    expect(await logged()).not.toContain('cannot be used')
    await look()
    await look()
    expect(await logged()).toContain('the key is that of another certificate')
    expect((await logged()).match(/cannot be used; keeping the previous one/g)).toHaveLength(1)
    await files.put({ chain: 'rubbish', key: other.key })
    await look()
    await unlink(files.keyFile)
    await look()
    expect(await shownCertificate(port)).toBe(first.fingerprint)
    await until(async () => {
      const rows = await app.ctx.db
        .selectFrom('security_events')
        .select('outcome')
        .where('event', '=', 'certificate')
        .execute()
      return rows.some(({ outcome }) => outcome === 'refused')
    })
  })

  test('uses the new certificate at every port from the next handshake on, and keeps open connections', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const ask = () =>
      new Promise<{ status?: number | undefined; isReused: boolean }>((resolve, reject) => {
        const asked = request(
          { port, host: 'localhost', path: '/-/ready', agent, rejectUnauthorized: false },
          (answer) => {
            answer.resume().once('end', () => resolve({ status: answer.statusCode, isReused: asked.reusedSocket }))
          },
        )
        asked.on('error', reject).end()
      })
    await ask()
    const next = await makePair()
    await files.put(next)
    await until(async () => (await shownCertificate(port)) === next.fingerprint, 30_000)
    expect(await shownCertificate(port, { servername: '' })).toBe(next.fingerprint)
    expect(await shownCertificate(uploadPort)).toBe(next.fingerprint)
    expect(await ask()).toEqual({ status: 200, isReused: true })
    agent.destroy()
  })
})

test.each<[string, { chain?: string; key?: string }, RegExp]>([
  ['a certificate that cannot be read', { chain: 'rubbish' }, /the certificate cannot be read/],
  ['a key that cannot be read', { key: 'rubbish' }, /the key cannot be read/],
  ['a key of another certificate', {}, /the key is that of another certificate/],
])('reports %s at the start in one sentence', async (_what, part, sentence) => {
  const [pair, other] = [await makePair(), await makePair()]
  const bad = await PairFiles.make({ chain: pair.chain, key: other.key, ...part })
  const refused = makeTestApp({ env: { PUBLIC_URL: 'https://localhost', HTTP_PORT: 'off', ...bad.env } })
  await expect(refused).rejects.toMatchObject({ name: 'StartError', message: expect.stringMatching(sentence) })
  await bad.remove()
})
