import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { answerProblem } from '../answer-problem.ts'
import { endSlowBodies } from '../connections/end-slow-bodies.ts'
import { admitFewForms } from './admit-few-forms.ts'
import { takeContentTypes } from './content-types.ts'

const MAX_BYTES = 100_000
const PATIENCE_MS = 400

let app: FastifyInstance
let arrived: string[]
const open = async (most: number) => {
  arrived = []
  app = Fastify()
  app.setErrorHandler(answerProblem)
  takeContentTypes(app, PATIENCE_MS)
  endSlowBodies(app, { windowMs: 100, minBytes: 50_000 })
  admitFewForms(app, most)
  const config = { endpoint: { name: 'sendSmallSubmission', bodyTypes: ['multipart/form-data'] } as never }
  app.post('/take', { config, bodyLimit: MAX_BYTES }, async ({ body }) => {
    const file = (body as FormData).get('file') as File
    arrived.push(await file.text())
    return { ok: true }
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
}
beforeEach(() => open(1))
afterEach(() => app.close())

const bodyOf = (content: string) =>
  `--B\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n${content}\r\n--B--\r\n`

/** The head of a form; `bytes` null: it omits its size. */
async function begin(bytes: number | null, from = '127.0.0.1'): Promise<{ socket: Socket; told: Promise<string> }> {
  const { port } = app.server.address() as AddressInfo
  const socket = connect({ port, host: '127.0.0.1', localAddress: from })
  socket.on('error', () => {})
  const told = text(socket).catch(() => '')
  await once(socket, 'connect')
  const size = bytes === null ? 'Transfer-Encoding: chunked' : `Content-Length: ${bytes}`
  socket.write(
    `POST /take HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=B\r\n${size}\r\n\r\n`,
  )
  return { socket, told }
}

async function send(content: string, from?: string): Promise<string> {
  const body = bodyOf(content)
  const { socket, told } = await begin(body.length, from)
  socket.write(body)
  return told
}

/** Retries until the server has noticed that the sender left. */
async function sendOnceFree(content: string): Promise<string> {
  for (;;) {
    const told = await send(content)
    if (!told.includes('"busy"')) return told
  }
}

test('gives a sender a place only for a limited time, however steadily it sends', async () => {
  const slow = await begin(50_000)
  const dribble = setInterval(() => slow.socket.write('x'), 5)
  expect(await send('refused')).toMatch(/^HTTP\/1\.1 503 [\s\S]*"busy"/)
  expect(await slow.told).toMatch(/^HTTP\/1\.1 408 [\s\S]*"request-too-slow"/)
  clearInterval(dribble)
  expect(await sendOnceFree('taken')).toMatch(/^HTTP\/1\.1 200 /)
  expect(arrived).toEqual(['taken'])
})

test('frees the place of a sender that leaves before the form is complete', async () => {
  const { socket } = await begin(50_000)
  expect(await send('refused')).toContain('"busy"')
  socket.destroy()
  expect(await sendOnceFree('taken')).toMatch(/^HTTP\/1\.1 200 /)
  expect(arrived).toEqual(['taken'])
})

test('gives one network half of the places and admits another', async () => {
  await app.close()
  await open(4)
  const held = [await begin(50_000), await begin(50_000)]
  expect(await send('refused')).toContain('"busy"')
  expect(await send('of another', '127.0.1.1')).toMatch(/^HTTP\/1\.1 200 /)
  held.push(await begin(50_000, '127.0.1.1'), await begin(50_000, '127.0.2.1'))
  expect(await send('refused', '127.0.3.1')).toContain('"busy"')
  for (const { socket } of held) socket.destroy()
  expect(await sendOnceFree('taken')).toMatch(/^HTTP\/1\.1 200 /)
  expect(arrived).toEqual(['of another', 'taken'])
})

test('accepts a form in pieces of any size, even where it omits its size', async () => {
  const content = 'abc'.repeat(30_000)
  const { socket, told } = await begin(null)
  const body = bodyOf(content)
  for (let at = 0; at < body.length; at += 7_001) {
    const piece = body.slice(at, at + 7_001)
    socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`)
  }
  socket.write('0\r\n\r\n')
  expect(await told).toMatch(/^HTTP\/1\.1 200 /)
  expect(arrived).toEqual([content])
})

test('refuses an oversized form by its declared size, or as it arrives', async () => {
  const { told } = await begin(MAX_BYTES + 1)
  expect(await told).toMatch(/^HTTP\/1\.1 413 [\s\S]*"body-too-large"/)
  const untold = await begin(null)
  const piece = 'x'.repeat(40_000)
  for (let nth = 0; nth < 3; nth += 1) untold.socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`)
  expect(await untold.told).toMatch(/^HTTP\/1\.1 413 [\s\S]*"body-too-large"/)
  expect(await sendOnceFree('taken')).toMatch(/^HTTP\/1\.1 200 /)
})
