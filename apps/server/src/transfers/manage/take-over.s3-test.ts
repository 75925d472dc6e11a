import { createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { UploadPlan } from '@waybill/contract/uploads/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTestEnvironment, type TestEnvironment } from '#test/app/test-environment'
import { draftOf, makeSender, planned } from '#test/people/sender'
import { makeSendingAccount, signedIn } from '#test/people/sending-account'
import { makeTestBucket, type TestBucket } from '#test/storage/s3-bucket'
import { putPart } from '#test/storage/signed-put'
import { contentOf, type TestFile, testFile } from '#test/storage/upload-parts'
import { readUsage } from '../../billing/index.ts'
import type { Context } from '../../context.ts'
import { hashToken } from '../../platform/ids.ts'
import { checkUploads, loadReadable, readFile } from '../../uploads/index.ts'
import { signParts } from '../../uploads/parts/sign-parts.ts'
import { checkTransfers } from '../check/check-transfers.ts'
import { completeTransfer } from '../send/complete-transfer.ts'
import { planTransfer } from '../send/plan-transfer.ts'

const MIB = 2 ** 20
let bucket: TestBucket
let environment: TestEnvironment
let ctx: Context
let close: () => Promise<void>

beforeAll(async () => {
  bucket = await makeTestBucket()
  environment = await makeTestEnvironment({
    S3_ENDPOINT: bucket.settings.endpoint,
    S3_REGION: bucket.settings.region,
    S3_BUCKET: bucket.settings.bucket,
    S3_ACCESS_KEY_ID: bucket.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.settings.secretAccessKey,
  })
  ;({ ctx, close } = await environment.open())
})
afterAll(async () => {
  expect(await checkUploads(ctx, { hash: true })).toEqual([])
  expect(await checkTransfers(ctx)).toEqual([])
  await close()
  await environment.drop()
  await bucket.close()
})

/** Signs and PUTs the parts that the store lacks, like a browser; the first `count` of them. */
async function send(plan: UploadPlan, files: readonly TestFile[], count = Number.POSITIVE_INFINITY): Promise<number> {
  let sent = 0
  for (const blob of plan.blobs) {
    const content = contentOf(blob, files)
    for (let offset = 0; offset < blob.bytes; offset += blob.partBytes) {
      if (sent === count || blob.have.some(([from, bytes]) => from <= offset && offset < from + bytes)) continue
      const part = content.subarray(offset, offset + blob.partBytes)
      const md5 = createHash('md5').update(part).digest('base64')
      const memberCrcs = blob.members.map(({ file }) => crc32(files[file]?.content ?? ''))
      const wanted = { blob: blob.id, offset, bytes: part.length, crc32: crc32(part), md5, memberCrcs }
      const { parts } = await signParts(ctx, plan.upload, hashToken(plan.token), [wanted])
      expect(await putPart(parts[0] as never, part)).toBe(200)
      sent++
    }
  }
  return sent
}

test('keeps the parts that a visitor sent to the store when they sign in, and sends the others from the account', async () => {
  const visitor = await makeSender(ctx)
  const who = signedIn(visitor, await makeSendingAccount(ctx))
  const files = [testFile('large.bin', 19 * MIB + 5), testFile('a.txt', 10), testFile('empty', 0)]
  const begun = await planned(ctx, visitor, files)
  expect(begun.transport).toBe('presigned')
  await send(begun, files, 2)
  const { plan, resumed } = await planTransfer(ctx, who.actor, draftOf(who, files), [])
  expect([resumed, plan.upload]).toEqual([true, begun.upload])
  expect(plan.blobs[0]?.have).toEqual([[0, 16 * MIB]])
  expect(await send(plan, files)).toBe(2)
  const op = await completeTransfer(ctx, who.actor, { upload: plan.upload, token: plan.token })
  expect(op).toMatchObject({ senderId: who.actor.account.id, fileNumber: 3 })
  const usage = { usedBytes: 19 * MIB + 15, reservedBytes: 0, monthTransfers: 1 }
  expect(await readUsage(ctx.db, who.actor.account.id)).toEqual(usage)
  for (const [nth, { content }] of files.entries()) {
    const [file] = await loadReadable(ctx.db, [plan.files[nth]?.id as string])
    expect(Buffer.concat(await readFile(ctx, file as never).toArray()).equals(content)).toBe(true)
  }
})
