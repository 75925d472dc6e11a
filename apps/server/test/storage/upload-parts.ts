/** Uploads without HTTP: plans, parts and their bytes. */
import { createHash, randomBytes } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import type { PlannedBlob, UploadPlan } from '@waybill/contract/uploads/endpoints'
import { senderKeys } from '../../src/billing/index.ts'
import type { Context } from '../../src/context.ts'
import { hashToken } from '../../src/platform/ids.ts'
import { completeUpload, listUploadedFiles, planUpload, type UploadInput } from '../../src/uploads/index.ts'
import { type IncomingPart, receivePart } from '../../src/uploads/parts/receive-part.ts'

export interface TestFile {
  path: string
  content: Buffer
}

export const KIB = 1024

export const fileIdsOf = async (ctx: Pick<Context, 'db'>, uploadId: string): Promise<string[]> =>
  (await listUploadedFiles(ctx.db, uploadId)).map(({ id }) => id)

/** All columns of an upload's files, in the order of its manifest. */
export const fileRowsOf = (ctx: Pick<Context, 'db'>, uploadId: string) =>
  ctx.db.selectFrom('files').selectAll().where('upload_id', '=', uploadId).orderBy('position').execute()

/** The same once the upload is complete. */
export async function completedRows(ctx: Context, uploadId: string) {
  await completeUpload(ctx, uploadId)
  return fileRowsOf(ctx, uploadId)
}

/** Random content, so that no two files are alike. */
export const testFile = (path: string, bytes: number): TestFile => ({ path, content: randomBytes(bytes) })

export function inputOf(files: readonly TestFile[], more: Partial<UploadInput> = {}): UploadInput {
  const ownerAddress = more.ownerAddress ?? 'mei@example.com'
  return {
    ownerAddress,
    accountId: null,
    deviceId: null,
    network: '203.0.113.0/24',
    files: files.map(({ path, content }) => ({
      path,
      bytes: content.length,
      modifiedAt: 1_790_000_000_000,
      fingerprint: createHash('sha256').update(path).update(content).digest('hex'),
    })),
    purpose: null,
    effectiveType: 'other',
    allowance: { keys: senderKeys({ address: ownerAddress, deviceId: 'd' }), limitBytes: 5e9 },
    origins: ['http://localhost:3000'],
    keepWith: async () => {},
    ...more,
  }
}

export async function plan(
  ctx: Context,
  files: readonly TestFile[],
  more: Partial<UploadInput> = {},
): Promise<UploadPlan> {
  return (await planUpload(ctx, inputOf(files, more))).plan
}

/** The content of a blob. */
export const contentOf = (blob: PlannedBlob, files: readonly TestFile[]): Buffer =>
  Buffer.concat(blob.members.map(({ file }) => files[file]?.content ?? Buffer.alloc(0)))

/** A part as it arrives: `bytes` of `content` from `offset`, unless `more` says otherwise. */
export function incoming(
  { upload, token }: Pick<UploadPlan, 'upload' | 'token'>,
  blob: Pick<PlannedBlob, 'id'>,
  content: Buffer,
  span: { offset: number; bytes: number },
  more: Partial<IncomingPart> = {},
): IncomingPart {
  const part = content.subarray(span.offset, span.offset + span.bytes)
  return {
    uploadId: upload,
    blobId: blob.id,
    tokenHash: hashToken(token),
    ...span,
    crc32: crc32(part),
    body: Readable.from([part]),
    bytesSoFar: () => 0,
    ...more,
  }
}

/** A body that sends half of the part and then waits for an instruction. */
export function halfSent(content: Buffer, { offset, bytes }: { offset: number; bytes: number }) {
  const body = new PassThrough({ highWaterMark: 1 << 20 })
  body.on('error', () => {})
  body.write(content.subarray(offset, offset + bytes / 2))
  return { body, finish: () => body.end(content.subarray(offset + bytes / 2, offset + bytes)) }
}

/** Sends everything that is missing, part by part. */
export async function sendAll(ctx: Context, planned: UploadPlan, files: readonly TestFile[]): Promise<void> {
  for (const blob of planned.blobs) {
    const content = contentOf(blob, files)
    for (let offset = 0; offset < blob.bytes; offset += blob.partBytes) {
      const bytes = Math.min(blob.partBytes, blob.bytes - offset)
      await receivePart(ctx, incoming(planned, blob, content, { offset, bytes }))
    }
  }
}
