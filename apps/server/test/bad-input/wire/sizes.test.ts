import { crc32 } from 'node:zlib'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#test/people/people'
import { noise } from '#test/people/recipient'
import { AttackedApp } from '../attack/attacked-app.ts'
import { codeOf, toldBy } from '../attack/sound-answer.ts'
import { type DraftCase, draftCases, partCases } from '../cases/size-cases.ts'

const FILE_BYTES = 1_048_576
const file = { path: 'sizes/whole.bin', content: noise(FILE_BYTES, 31) }

let attacked: AttackedApp
let sender: Person
let plan: UploadPlan
let path: string
beforeAll(async () => {
  attacked = await AttackedApp.open()
  sender = await attacked.proven()
  plan = await sender.plan({ files: [file] })
  path = plan.blobs[0]?.path ?? ''
})
afterAll(() => attacked?.close())

let made = 0

/** The draft as text, so that a number appears on the wire as written in the case. */
function textOf({ sizes = ['0'], fields = {} }: DraftCase): string {
  made += 1
  const { modifiedAt = 1_790_000_000_000, fingerprint = `f${made}`, ...others } = fields
  const head = { ...sender.draft({ files: [], message: 'numbers' }), ...others }
  const facts = JSON.stringify({ modifiedAt, fingerprint })
  const files = sizes.map((bytes, nth) => `{"path":"n${nth}.bin","bytes":${bytes},${facts.slice(1)}`)
  return JSON.stringify(head).replace('"files":[]', `"files":[${files.join(',')}]`)
}

describe('drafts', () => {
  test.each(draftCases.map((one) => [one.name, one] as const))('%s', async (_name, one) => {
    const told = await attacked.post(sender, '/quicksend2', textOf(one))
    if (one.code === undefined) expect([told.status, codeOf(told)]).toEqual([200, undefined])
    else expect([one.code].flat()).toContain(codeOf(told))
  })

  test('seven spellings of one recipient are one', async () => {
    const spellings = draftCases.find(({ name }) => name.includes('spellings')) as DraftCase
    const told = await attacked.post(sender, '/quicksend2', textOf(spellings))
    expect(JSON.parse(told.text).contacts).toHaveLength(1)
  })
})

const put = (headers: Record<string, string>, body: Buffer) =>
  attacked.ask(sender, path, {
    method: 'PUT',
    body: new Uint8Array(body),
    headers: {
      authorization: `Bearer ${plan.token}`,
      'content-type': 'application/octet-stream',
      'waybill-offset': '0',
      'waybill-crc32': String(crc32(body)),
      ...headers,
    },
  })

const have = async () => {
  const answer = await sender.call('readUpload', {
    params: { upload: plan.upload },
    headers: { authorization: `Bearer ${plan.token}` },
  })
  return answer.body.blobs[0].have
}

describe('parts', () => {
  test.each(partCases)('%s', async (_name, headers, statuses, bytes = 65_536) => {
    const told = await put(headers, noise(bytes, 32))
    expect(statuses).toContain(told.status)
    expect(await have()).toEqual([])
  })

  test('bytes that differ from acknowledged ones, in whole or in part, change nothing', async () => {
    const [first, other] = [file.content.subarray(0, 131_072), noise(131_072, 33)]
    expect((await put({}, first)).status).toBe(200)
    expect(codeOf(await put({}, other))).toBe('part-conflict')
    expect(codeOf(await put({ 'waybill-offset': '65536' }, other))).toBe('part-conflict')
    expect(codeOf(await put({}, Buffer.concat([first, other])))).toBe('part-conflict')
    expect((await put({}, first)).status).toBe(200)
    expect(await have()).toEqual([[0, 131_072]])
  })

  test('a swapped pair and a flipped bit are detected', async () => {
    const [a, b] = [file.content.subarray(131_072, 196_608), file.content.subarray(196_608, 262_144)]
    expect(codeOf(await put({ 'waybill-offset': '131072', 'waybill-crc32': String(crc32(a)) }, b))).toBe(
      'part-crc-mismatch',
    )
    const flipped = Buffer.from(a)
    flipped.writeUInt8(flipped.readUInt8(77) ^ 1, 77)
    expect(codeOf(await put({ 'waybill-offset': '131072', 'waybill-crc32': String(crc32(a)) }, flipped))).toBe(
      'part-crc-mismatch',
    )
    expect(await have()).toEqual([[0, 131_072]])
  })

  test('another sender’s token, another upload’s blob and unknown ids give no access', async () => {
    const other = await attacked.proven()
    const theirs = await other.plan({ files: [{ path: 'theirs.bin', content: noise(65_536, 34) }] })
    const part = noise(65_536, 34)
    const tries = [
      [theirs.blobs[0]?.path ?? '', plan.token],
      [path, theirs.token],
      [`/uploads/${plan.upload}/blobs/${theirs.blobs[0]?.id}`, plan.token],
      [`/uploads/${theirs.upload}/blobs/${plan.blobs[0]?.id}`, plan.token],
      [`/uploads/${plan.upload}/blobs/nothing`, plan.token],
      ['/uploads/nothing/blobs/nothing', plan.token],
    ] as const
    for (const [where, token] of tries) {
      const headers = {
        authorization: `Bearer ${token}`,
        'content-type': 'application/octet-stream',
        'waybill-offset': '0',
        'waybill-crc32': String(crc32(part)),
      }
      const told = await attacked.ask(sender, where, { method: 'PUT', body: new Uint8Array(part), headers })
      expect(['upload-token-wrong', 'upload-not-found']).toContain(codeOf(told))
    }
    const left = await toldBy(
      await other.fetch(`/uploads/${theirs.upload}`, { headers: { authorization: `Bearer ${theirs.token}` } }),
    )
    expect(JSON.parse(left.text).blobs[0].have).toEqual([])
  })

  test('after all of it the rest is accepted', async () => {
    expect((await put({ 'waybill-offset': '131072' }, file.content.subarray(131_072))).status).toBe(200)
    expect(await have()).toEqual([[0, FILE_BYTES]])
    const saved = await sender.call('completeTransfer', { body: { upload: plan.upload, token: plan.token } })
    expect(saved).toMatchObject({ status: 200, body: { data: { ops: [{ bytes: FILE_BYTES }] } } })
  })
})

test('declared small and sent large: stopped at the declared size, nothing stored', async () => {
  const cheat = await attacked.proven()
  const small = await cheat.plan({ files: [{ path: 'small.bin', content: Buffer.alloc(1_000) }] })
  for (const bytes of [1_001, 100_000, 5_000_000]) {
    const answer = await cheat.putPart(small, small.blobs[0]?.path ?? '', 0, noise(bytes, 35))
    expect([answer.status, answer.body.code]).toEqual([422, 'part-misplaced'])
  }
  const saved = await cheat.call('completeTransfer', { body: { upload: small.upload, token: small.token } })
  expect(saved.body).toMatchObject({ code: 'upload-incomplete', facts: { missingBytes: 1_000 } })
})

test('nothing is lost', () => attacked.expectNothingLost())
