import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { newToken } from '../../platform/ids.ts'
import { DoorBody } from './door-body.ts'
import { DOOR, type DoorCall } from './door-call.ts'
import {
  deleteMultipart,
  findMultipart,
  insertMultipart,
  listNamedParts,
  type NamedPart,
  setMultipartEtag,
} from './multipart-store.ts'
import { noSuchUpload } from './put-part.ts'
import { S3Error } from './s3-error.ts'
import type { DoorNeeds } from './store-range.ts'
import { type Content, readPartList, writeXml } from './xml.ts'

/** A client that gives up begins again a few times; more are a fault or a flood. */
const MOST_MULTIPARTS = 200
const MAX_LIST_BYTES = 4 * 1024 * 1024
type Needs = Pick<DoorNeeds, 'db'>

/** Begins a multipart upload of a file. @throws S3Error 'SlowDown' where there are too many */
export async function createMultipart({ db }: Needs, { blob, key }: DoorCall): Promise<string> {
  const id = newToken(128)
  if (!(await insertMultipart(db, id, blob.id, MOST_MULTIPARTS))) {
    throw new S3Error('SlowDown', 'There are too many multipart uploads of this file: abort them.')
  }
  return writeXml('InitiateMultipartUploadResult', [...placeOf(key), ['UploadId', id]])
}

/** What is stored of a multipart upload. @throws S3Error 'NoSuchUpload' */
export async function listMultipart(
  { db }: Needs,
  { blob, key }: DoorCall,
  { uploadId, after, most }: { uploadId: string; after: number; most: number },
): Promise<string> {
  const multipart = await findMultipart(db, uploadId, blob.id)
  if (multipart === null || multipart.etag !== null) throw noSuchUpload()
  const rest = [...(await numberedParts({ db }, blob.id, multipart.partBytes))].filter(([number]) => number > after)
  const page = rest.slice(0, most)
  const parts = page.map(([number, { bytes, md5, receivedAt }]): [string, Content] => [
    'Part',
    [
      ['PartNumber', number],
      ['LastModified', receivedAt.toISOString()],
      ['ETag', quoted(md5.toString('hex'))],
      ['Size', bytes],
    ],
  ])
  return writeXml('ListPartsResult', [
    ...placeOf(key),
    ['UploadId', uploadId],
    ['StorageClass', 'STANDARD'],
    ['PartNumberMarker', after],
    ['NextPartNumberMarker', page.at(-1)?.[0] ?? after],
    ['MaxParts', most],
    ['IsTruncated', page.length < rest.length],
    ...parts,
  ])
}

/** By number: what is stored at the places of parts of one size. */
async function numberedParts({ db }: Needs, blobId: string, partBytes: number | null): Promise<Map<number, NamedPart>> {
  if (partBytes === null) return new Map()
  const parts = (await listNamedParts(db, blobId)).filter(({ offset }) => offset % partBytes === 0)
  return new Map(parts.map((part) => [part.offset / partBytes + 1, part]))
}

/**
 * Completes a multipart upload: every listed part is stored with its ETag, and together they are the whole file. A
 * repeated call gets the same answer. This does not complete the upload: its planner does.
 *
 * @throws S3Error 'NoSuchUpload' | 'InvalidPart' | 'InvalidPartOrder' | 'EntityTooSmall' | 'MalformedXML'
 */
export async function completeMultipart(
  { db }: Needs,
  call: DoorCall,
  uploadId: string,
  request: FastifyRequest,
): Promise<string> {
  const { blob, key } = call
  const wanted = readPartList(await new DoorBody(request, call).text(MAX_LIST_BYTES))
  const multipart = await findMultipart(db, uploadId, blob.id)
  if (multipart === null) throw noSuchUpload()
  const etag = multipart.etag ?? (await requireWhole({ db }, call, multipart.partBytes, wanted))
  if (multipart.etag === null) await setMultipartEtag(db, uploadId, etag)
  return writeXml('CompleteMultipartUploadResult', [
    ['Location', `${DOOR.path}/${DOOR.bucket}/${key}`],
    ...placeOf(key),
    ['ETag', quoted(etag)],
  ])
}

async function requireWhole(
  needs: Needs,
  { blob }: DoorCall,
  partBytes: number | null,
  wanted: ReadonlyArray<{ number: number; etag: string }>,
): Promise<string> {
  const held = await numberedParts(needs, blob.id, partBytes)
  const sums: Buffer[] = []
  let end = 0
  for (const [nth, { number, etag }] of wanted.entries()) {
    if (nth > 0 && number <= (wanted[nth - 1]?.number ?? 0)) {
      throw new S3Error('InvalidPartOrder', 'The parts must be listed in ascending order.')
    }
    const part = held.get(number)
    if (part === undefined || part.md5.toString('hex') !== etag || part.offset !== end) {
      throw new S3Error('InvalidPart', 'A listed part is not stored, or not with this ETag.')
    }
    sums.push(part.md5)
    end = part.offset + part.bytes
  }
  if (end !== blob.bytes) throw new S3Error('EntityTooSmall', 'The parts are less than the file was planned.')
  return `${createHash('md5').update(Buffer.concat(sums)).digest('hex')}-${sums.length}`
}

/** Gives a multipart upload up. What it stored stays until it is replaced, or the upload ends. @throws S3Error */
export async function abortMultipart({ db }: Needs, { blob }: DoorCall, uploadId: string): Promise<void> {
  if (!(await deleteMultipart(db, uploadId, blob.id))) throw noSuchUpload()
}

const quoted = (etag: string): string => `"${etag}"`
const placeOf = (key: string): Array<[string, Content]> => [
  ['Bucket', DOOR.bucket],
  ['Key', key],
]
