import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { timed } from '../../http/pages/kept-check.ts'
import type { BlobStore } from '../blob-port.ts'
import { openS3Store } from './s3-adapter.ts'

/** As much of an S3 store as a probe and a sweep need; it answers anything else like a store without such rules. */
const objects = new Map<string, Buffer>()
const uploads = new Map<string, string>()
type Fault = 'none' | 'away' | 'forbidden' | 'hang' | 'lost-put' | 'refused-get'
let fault: Fault = 'none'
let server: Server
let store: BlobStore

async function answer(method: string, path: string, query: URLSearchParams, body: Buffer, response: ServerResponse) {
  const send = (status: number, text = '') =>
    void response.writeHead(status, { 'content-type': 'application/xml' }).end(text)
  const refuse = (status: number, code: string) => send(status, `<Error><Code>${code}</Code></Error>`)
  if (fault === 'hang') return
  if (fault === 'away') return refuse(503, 'ServiceUnavailable')
  if (fault === 'forbidden') return refuse(403, 'AccessDenied')
  if (query.has('uploads')) {
    const listed = [...uploads].map(
      ([id, key]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>2020-01-01T00:00:00.000Z</Initiated></Upload>`,
    )
    return send(200, `<ListMultipartUploadsResult>${listed.join('')}</ListMultipartUploadsResult>`)
  }
  if (query.has('list-type')) return send(200, '<ListBucketResult></ListBucketResult>')
  if (query.has('cors') || query.has('lifecycle')) return refuse(501, 'NotImplemented')
  if (method === 'DELETE' && query.has('uploadId')) {
    uploads.delete(query.get('uploadId') ?? '')
    return send(204)
  }
  if (method === 'PUT') objects.set(path, body)
  if (method === 'PUT' && fault === 'lost-put') return void response.destroy()
  if (method === 'DELETE') objects.delete(path)
  if (method === 'GET' && fault === 'refused-get') return refuse(500, 'InternalError')
  if (method !== 'GET') return send(method === 'PUT' ? 200 : 204)
  const found = objects.get(path)
  if (found === undefined) return refuse(404, 'NoSuchKey')
  response.writeHead(200).end(found)
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://store')
    await answer(request.method ?? '', url.pathname, url.searchParams, await buffer(request), response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const settings = {
    id: 's3',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'us-east-1',
    bucket: 'files',
    accessKeyId: 'key',
    secretAccessKey: 'secret',
    pathStyle: true,
    sse: 'none',
    sseKeyId: null,
    stsRole: null,
  } as const
  const quiet = { info() {}, warn() {} }
  store = await openS3Store({ settings, log: quiet, publicOrigins: [], tuning: { maxAttempts: 1, timeoutMs: 300 } })
})
afterAll(async () => {
  await store.close()
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  fault = 'none'
})

test('accepts a store that writes, reads and removes, and leaves nothing behind', async () => {
  expect(await timed(() => store.probe())).toMatchObject({ ok: true })
  expect(objects.size).toBe(0)
})

test.each(['away', 'forbidden', 'hang'] as const)('rejects a store that only answers "%s"', async (kind) => {
  fault = kind
  expect(await timed(() => store.probe())).toMatchObject({ ok: false })
})

test.each(['lost-put', 'refused-get'] as const)('leaves no probe behind after "%s"', async (kind) => {
  fault = kind
  expect(await timed(() => store.probe())).toMatchObject({ ok: false })
  expect([...objects.keys()]).toEqual([])
})

test('aborts uploads that no row knows, and keeps those of a row', async () => {
  const { key } = await store.create(1, 1)
  uploads.set('known', key).set('twice', key).set('stranger', 'not-a-blob')
  expect(await store.sweep(async () => new Set(['known']))).toBe(1)
  expect([...uploads.keys()].sort()).toEqual(['known', 'stranger'])
})
