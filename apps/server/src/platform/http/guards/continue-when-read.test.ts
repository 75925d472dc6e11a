/** `Expect: 100-continue`: a client whose call will be refused learns that before the server requests the body. */
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { makeAccount } from '#test/people/account-person'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await makeTestApp()
  token = (await makeAccount(app, { role: 'pro' })).accessToken
})
afterAll(() => app?.close())

interface Call {
  path: string
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** Everything that comes back; sends the body once the server requests it. */
async function ask({ path, method = 'POST', headers = {}, body = '{}' }: Call): Promise<string> {
  const socket = connect({ port: app.config.port, host: '127.0.0.1' })
  await once(socket, 'connect')
  const all = {
    host: `localhost:${app.config.port}`,
    origin: app.origin,
    'content-type': 'application/json',
    'content-length': String(body.length),
    expect: '100-continue',
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`)
  let told = ''
  for await (const piece of socket) {
    told += piece
    if (told === 'HTTP/1.1 100 Continue\r\n\r\n') socket.write(body)
    if (/\r\n\r\n[\s\S]*\}$/.test(told)) break
  }
  socket.destroy()
  return told
}

const upload = '/uploads/AAAAAAAAAAAAAAAAAAAAAA/blobs/AAAAAAAAAAAAAAAAAAAAAA'
test.each<[string, number, Call]>([
  ['another host', 421, { path: '/verifyEmail', headers: { host: 'evil.example' } }],
  ['another site', 403, { path: '/verifyEmail', headers: { origin: 'https://evil.example' } }],
  ['another type', 415, { path: '/verifyEmail', headers: { 'content-type': 'text/plain' } }],
  ['too large a body', 413, { path: '/verifyEmail', headers: { 'content-length': '70000' } }],
  ['nobody who is signed in', 401, { path: '/importContacts' }],
  ['no upload', 404, { path: '/nowhere' }],
  [
    'no token of the upload',
    403,
    {
      path: upload,
      method: 'PUT',
      headers: {
        'content-type': 'application/octet-stream',
        authorization: `Bearer ${'A'.repeat(43)}`,
        'waybill-offset': '0',
        'waybill-crc32': '0',
      },
    },
  ],
])('answers %s with %i and never requests its body', async (_what, status, call) => {
  const told = await ask(call)
  expect(told).toMatch(/^HTTP\/1\.1 4/)
  if (call.path !== upload) expect(told).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(told.toLowerCase()).toContain('connection: close')
})

test('requests the body of an accepted call and answers it', async () => {
  const body = JSON.stringify({ csv: 'email\nasha@rao-forge.example' })
  const told = await ask({ path: '/importContacts', headers: { authorization: `Bearer ${token}` }, body })
  expect(told).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK[\s\S]*"added":1/)
})
