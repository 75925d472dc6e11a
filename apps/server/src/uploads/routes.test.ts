import { connect, type Socket } from 'node:net'
import { crc32 } from 'node:zlib'
import type { PlannedBlob, UploadPlan } from '@waybill/contract/uploads/endpoints'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeTestApp, type TestApp } from '#test/app/test-app'
import { makePerson, type Person } from '#test/people/people'
import { KIB, testFile } from '#test/storage/upload-parts'
import { checkUploads } from './index.ts'

const PART = 256 * KIB
let app: TestApp
let person: Person

beforeAll(async () => {
  app = await makeTestApp()
  person = makePerson(app)
  await person.prove()
})
afterAll(async () => {
  expect(await checkUploads(app.ctx, { hash: true })).toEqual([])
  await app.close()
})

async function planned(bytes = 4 * PART) {
  const files = [testFile('one.bin', bytes)]
  const plan = await person.plan({ files })
  const [blob] = plan.blobs as [PlannedBlob]
  return { files, plan, blob, content: files[0]?.content as Buffer }
}
const put = (plan: UploadPlan, blob: PlannedBlob, part: Buffer, headers: Record<string, string>) =>
  person.fetch(blob.path as string, {
    method: 'PUT',
    body: new Uint8Array(part),
    headers: {
      authorization: `Bearer ${plan.token}`,
      'content-type': 'application/octet-stream',
      'waybill-offset': '0',
      'waybill-crc32': String(crc32(part)),
      ...headers,
    },
  })
const have = async ({ upload, token }: UploadPlan) => {
  const { body } = await person.call('readUpload', {
    params: { upload },
    headers: { authorization: `Bearer ${token}` },
  })
  return body.blobs.map((one: PlannedBlob) => one.have)
}
const leaseCount = async () => (await sql`select 1 from part_leases`.execute(app.ctx.db)).rows.length

/** A PUT on a raw socket that sends only `sent` bytes. */
function rawPut(plan: UploadPlan, blob: PlannedBlob, part: Buffer, sent: number): Promise<Socket> {
  const socket = connect(app.config.port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    `PUT ${blob.path} HTTP/1.1\r\nHost: localhost:${app.config.port}\r\nOrigin: ${app.origin}\r\n` +
      `Authorization: Bearer ${plan.token}\r\nContent-Type: application/octet-stream\r\nWaybill-Offset: 0\r\n` +
      `Waybill-Crc32: ${crc32(part)}\r\nContent-Length: ${part.length}\r\n\r\n`,
  )
  return new Promise((resolve) => socket.write(part.subarray(0, sent), () => resolve(socket)))
}

test('resumes a whole upload over HTTP after a restart of the server, and only sends what is missing', async () => {
  const { plan, blob, content, files } = await planned()
  const sent = await person.putPart(plan, blob.path as string, PART, content.subarray(PART, 2 * PART))
  expect(sent).toMatchObject({
    status: 200,
    body: { offset: PART, bytes: PART, crc32: crc32(content.subarray(PART, 2 * PART)) },
  })
  await app.restart()
  const again = await person.plan({ files })
  expect(again.upload).toBe(plan.upload)
  expect(again.blobs[0]?.have).toEqual([[PART, PART]])
  for (const offset of [0, 2 * PART, 3 * PART]) {
    expect(
      await person.putPart(plan, blob.path as string, offset, content.subarray(offset, offset + PART)),
    ).toMatchObject({ status: 200 })
  }
  const saved = await person.call('completeTransfer', { body: { upload: plan.upload, token: again.token } })
  expect(saved).toMatchObject({ status: 200, body: { data: { ops: [{ bytes: 4 * PART, fileNumber: 1 }] } } })
})

test.each([
  ['no token', { authorization: '' }, 403, 'upload-token-wrong'],
  ['another token', { authorization: `Bearer ${'x'.repeat(43)}` }, 403, 'upload-token-wrong'],
  ['no offset', { 'waybill-offset': '' }, 400, 'invalid-input'],
  ['a negative offset', { 'waybill-offset': '-1' }, 400, 'invalid-input'],
  ['a fraction', { 'waybill-offset': '1.5' }, 400, 'invalid-input'],
  ['an offset beyond every number', { 'waybill-offset': '9007199254740993' }, 400, 'invalid-input'],
  ['a sum of 33 bits', { 'waybill-crc32': '4294967296' }, 400, 'invalid-input'],
  ['a wrong sum', { 'waybill-crc32': '4294967295' }, 422, 'part-crc-mismatch'],
  ['a place between records', { 'waybill-offset': '1000' }, 422, 'part-misplaced'],
  ['another type', { 'content-type': 'application/json' }, 415, 'media-type-unsupported'],
  ['a type with a parameter', { 'content-type': 'application/octet-stream; x=y' }, 415, 'media-type-unsupported'],
])('refuses a part with %s', async (_name, headers, status, code) => {
  const { plan, blob, content } = await planned()
  const response = await put(plan, blob, content.subarray(0, PART), headers)
  const { code: answered } = (await response.json()) as { code: string }
  expect({ status: response.status, code: answered }).toEqual({ status, code })
  expect(await have(plan)).toEqual([[]])
})

test('refuses a part of unknown length, of zero bytes and above 64 MiB before it is read', async () => {
  const { plan, blob } = await planned()
  const answers: string[] = []
  for (const length of ['Transfer-Encoding: chunked', 'Content-Length: 0', 'Content-Length: 67108865']) {
    const socket = connect(app.config.port, '127.0.0.1')
    socket.write(
      `PUT ${blob.path} HTTP/1.1\r\nHost: localhost:${app.config.port}\r\nOrigin: ${app.origin}\r\n` +
        `Authorization: Bearer ${plan.token}\r\nContent-Type: application/octet-stream\r\nWaybill-Offset: 0\r\n` +
        `Waybill-Crc32: 0\r\n${length}\r\n\r\n`,
    )
    const [chunk] = (await socket.take(1).toArray()) as Buffer[]
    answers.push(/"code":"([\w-]+)"/.exec(String(chunk))?.[1] ?? String(chunk))
    socket.destroy()
  }
  expect(answers).toEqual(['invalid-input', 'invalid-input', 'part-too-large'])
})

test('acknowledges nothing after a connection is cut, and frees its range at once', async () => {
  const { plan, blob, content } = await planned()
  const part = content.subarray(0, PART)
  const socket = await rawPut(plan, blob, part, PART / 2)
  await expect.poll(leaseCount).toBe(1)
  socket.destroy()
  await expect.poll(leaseCount).toBe(0)
  expect(await have(plan)).toEqual([[]])
  expect(await person.putPart(plan, blob.path as string, 0, part)).toMatchObject({ status: 200 })
})

test('answers a half-open connection once another request has brought its range', async () => {
  const { plan, blob, content } = await planned()
  const part = content.subarray(0, PART)
  const socket = await rawPut(plan, blob, part, PART / 2)
  const answer = socket.toArray().then((chunks) => Buffer.concat(chunks as Buffer[]).toString())
  await expect.poll(leaseCount).toBe(1)
  expect(await person.putPart(plan, blob.path as string, 0, part)).toMatchObject({ status: 200 })
  expect(await answer).toContain(JSON.stringify({ offset: 0, bytes: PART, crc32: crc32(part) }))
})

test('leaves the connection of a refused part usable once the rest of the body has arrived', async () => {
  const { plan, blob, content } = await planned()
  const part = content.subarray(0, PART)
  const socket = await rawPut({ ...plan, token: 'y'.repeat(43) }, blob, part, PART / 2)
  let answers = ''
  socket.on('data', (chunk) => {
    answers += String(chunk)
  })
  await expect.poll(() => answers).toContain('upload-token-wrong')
  socket.write(part.subarray(PART / 2))
  socket.write(`GET /-/probe HTTP/1.1\r\nHost: localhost:${app.config.port}\r\nOrigin: ${app.origin}\r\n\r\n`)
  await expect.poll(() => answers).toContain('204 No Content')
  socket.destroy()
})

test('looks nobody up for a probe, which comes with the cookies of its page', async () => {
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  expect((await person.fetch('/-/probe')).status).toBe(204)
  const texts = asked.mock.calls.map(([query]) => (query as unknown as { text?: string }).text ?? String(query))
  asked.mockRestore()
  expect(texts.filter((text) => /devices|sessions/.test(text))).toEqual([])
})

test('accepts nothing more for an abandoned upload and removes its bytes', async () => {
  const { plan, blob, content } = await planned()
  await person.putPart(plan, blob.path as string, 0, content.subarray(0, PART))
  const headers = { authorization: `Bearer ${plan.token}` }
  const call = { params: { upload: plan.upload }, headers }
  expect(await person.call('abandonUpload', call)).toMatchObject({ status: 204, body: '' })
  await app.runJobs()
  const { rows } = await sql`select 1 from blobs where upload_id = ${plan.upload}`.execute(app.ctx.db)
  expect(rows).toEqual([])
  expect(await person.call('readUpload', call)).toMatchObject({ status: 404, body: { code: 'upload-not-found' } })
  expect(await person.putPart(plan, blob.path as string, 0, content.subarray(0, PART))).toMatchObject({ status: 404 })
})

test('signs no URLs for a server store', async () => {
  const { plan, blob } = await planned()
  const part = { blob: blob.id, offset: 0, bytes: PART, crc32: 0, md5: Buffer.alloc(16).toString('base64') }
  const call = {
    params: { upload: plan.upload },
    body: { parts: [part] },
    headers: { authorization: `Bearer ${plan.token}` },
  }
  expect(await person.call('signParts', call)).toMatchObject({ status: 422, body: { code: 'part-misplaced' } })
})
