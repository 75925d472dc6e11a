import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#test/app/free-port'
import { makeTestApp } from '#test/app/test-app'
import { makePerson } from '#test/people/people'
import { AttackedApp } from '../attack/attacked-app.ts'
import { faultOf } from '../attack/sound-answer.ts'
import { headerOf, speak, type WireAnswer } from '../attack/wire.ts'
import { JSON_BODY, post, request, type WireCase } from '../attack/wire-request.ts'
import { framingCases } from '../cases/framing-cases.ts'
import { headerCases } from '../cases/header-cases.ts'
import { lineCases } from '../cases/line-cases.ts'

let attacked: AttackedApp
beforeAll(async () => {
  attacked = await AttackedApp.open()
})
afterAll(() => attacked?.close())

const told = ({ status, headers, body }: WireAnswer) => ({
  status,
  type: headerOf(headers, 'content-type') ?? '',
  text: body.toString(),
})

/** What a reader of an unknown link gets. */
const isNotFoundPage = ({ status, headers, body }: WireAnswer) =>
  status === 404 && headerOf(headers, 'content-type')?.startsWith('text/html') && body.includes('</html>')

async function judge({ bytes, answers = 1, methods = [], statuses, ends = false }: WireCase): Promise<void> {
  const { port } = attacked.app.config
  const spoken = await speak(port, bytes(port), { answers: Math.max(answers, 1), methods, ends })
  expect(spoken.answers.length).toBeGreaterThanOrEqual(answers)
  if (answers === 0) expect(spoken.isClosed || spoken.answers.length > 0).toBe(true)
  for (const [nth, answer] of spoken.answers.entries()) {
    if (methods[nth] !== 'HEAD' && !isNotFoundPage(answer)) expect(faultOf(told(answer))).toBeNull()
    expect(headerOf(answer.headers, 'x-content-type-options')).toBe('nosniff')
    expect(headerOf(answer.headers, 'content-security-policy')).toContain('frame-ancestors')
    if (statuses) expect(statuses).toContain(answer.status)
    expect(answer.body.includes('evil.example')).toBe(false)
  }
}

describe('request lines', () => {
  test.each(lineCases.map((one) => [one.name, one] as const))('%s', (_name, one) => judge(one))
})

describe('header blocks', () => {
  test.each(headerCases.map((one) => [one.name, one] as const))('%s', (_name, one) => judge(one))
})

describe('framing', () => {
  test.each(framingCases.map((one) => [one.name, one] as const))('%s', (_name, one) => judge(one))
})

/** What arrives on a connection within `patienceMs`, or until it ends. */
function listen(socket: Socket, patienceMs: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  return new Promise((resolve) => {
    const done = () => resolve(Buffer.concat(chunks))
    socket.on('error', done).on('close', done)
    setTimeout(done, patienceMs).unref()
  })
}

describe('connections that misbehave', () => {
  test('garbage after a request for a file never appears inside the file', async () => {
    const { links } = await attacked.kept.grant()
    const whole = Buffer.from(await (await attacked.kept.get(links[0]?.url ?? '')).bytes())
    for (const garbage of ['\u0000garbage\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', 'X'.repeat(20_000), '\r\n\r\n\u0001']) {
      const socket = connect({ port: attacked.app.config.port, host: '127.0.0.1' })
      const heard = listen(socket, 2_000)
      socket.write(request(attacked.app.config.port, `GET ${links[0]?.url} HTTP/1.1`))
      await once(socket, 'data')
      socket.write(Buffer.from(garbage, 'latin1'))
      const bytes = await heard
      socket.destroy()
      const body = bytes.subarray(bytes.indexOf('\r\n\r\n') + 4)
      expect(bytes.toString('latin1', 0, 15)).toBe('HTTP/1.1 200 OK')
      expect(body.subarray(0, whole.length).equals(whole.subarray(0, body.length))).toBe(true)
    }
  })

  test('300 connections that never finish a request keep nobody waiting', async () => {
    const { port } = attacked.app.config
    const begun = [
      'GET /-/hea',
      `GET /-/health HTTP/1.1\r\nHost: localhost:${port}\r\nX-Slow:`,
      post(port, ['Content-Length: 5000']),
      post(port, ['Transfer-Encoding: chunked'], '29\r\n{'),
      '',
    ]
    const sockets = Array.from({ length: 300 }, (_, nth) => {
      const socket = connect({ port, host: '127.0.0.1' })
      socket.on('error', () => {})
      socket.write(begun[nth % begun.length] ?? '')
      return socket
    })
    const person = makePerson(attacked.app)
    for (let nth = 0; nth < 20; nth++) expect((await person.fetch('/-/health')).status).toBe(200)
    expect((await attacked.post(await attacked.proven(), '/resumeTransfer', { upload: 'nothing' })).status).toBe(404)
    for (const socket of sockets) socket.resetAndDestroy()
  })

  test('200 that are cut at every byte of a call do no harm', async () => {
    const { port } = attacked.app.config
    const call = post(port, [`Content-Length: ${JSON_BODY.length}`])
    await Promise.all(
      Array.from({ length: call.length }, async (_, at) => {
        const socket = connect({ port, host: '127.0.0.1' })
        socket.on('error', () => {})
        await once(socket, 'connect')
        socket.write(call.slice(0, at + 1), () => socket.resetAndDestroy())
      }),
    )
    expect((await attacked.app.fetch('/-/health')).status).toBe(200)
  })
})

describe('a port for parts only', () => {
  test('refuses invalid requests, other calls than parts and foreign Hosts like the first port', async () => {
    const uploadPort = await freePort()
    const app = await makeTestApp({ env: { UPLOAD_PORTS: String(uploadPort) } })
    try {
      const asked: Array<[bytes: string, status: number]> = [
        ['garbage\r\n\r\n', 400],
        [request(uploadPort, 'GET /-/probe HTTP/1.1'), 204],
        [request(uploadPort, 'GET /-/probe HTTP/1.1', [], '', false), 400],
        [request(uploadPort, 'GET /-/probe HTTP/1.1', ['Host: evil.example'], '', false), 421],
        [request(uploadPort, 'GET / HTTP/1.1', ['Accept: text/html']), 421],
        [request(uploadPort, 'GET /-/mailbox.json HTTP/1.1'), 421],
        [post(uploadPort, [`Content-Length: ${JSON_BODY.length}`]), 421],
        [request(uploadPort, 'GET /-/probe HTTP/1.1', [`X-Big: ${'b'.repeat(17_000)}`]), 431],
        [request(uploadPort, 'GET /%zz HTTP/1.1'), 400],
        [request(uploadPort, 'GET /-/probe HTTP/1.1', ['Expect: nonsense']), 204],
      ]
      for (const [bytes, status] of asked) {
        const { answers } = await speak(uploadPort, bytes)
        expect(answers.map((answer) => [answer.status, faultOf(told(answer))])).toEqual([[status, null]])
      }
    } finally {
      await app.close()
    }
  })
})

test('nothing is lost', () => attacked.expectNothingLost())
