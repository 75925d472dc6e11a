import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../platform/database/schema.ts'
import type { BlobRef, ByteSpan, StoredPart, StoreId } from '../platform/storage/blob-port.ts'
import { listReadableFiles, refOf } from './blob-store.ts'
import { listPartsAt } from './parts/part-store.ts'

/** A stored file with everything needed to read it; loaded once per request. */
export interface StoredFile {
  id: string
  /** Cleaned, unique inside its upload. */
  path: string
  bytes: number
  modifiedAt: Date
  /** Set once the upload is complete. */
  crc32: number
  sha256: Buffer | null
  isWithdrawn: boolean
  /** How often acknowledged parts of it were revoked: above 0, bytes read before its completion may differ. */
  revokedCount: number
  /** Null for an empty file. */
  source: FileSource | null
}

/** The location of a file's bytes: from `offset` of a stored blob, which the small files of one pack share. */
export interface FileSource {
  blobId: string
  store: StoreId
  ref: BlobRef
  parts: readonly StoredPart[]
  offset: number
}

/**
 * What is needed to read these files, in the order of `fileIds`; omits unknown ones and those whose bytes were removed.
 * With `span`, only valid for reading those bytes of one file.
 */
export async function loadReadable(
  db: Kysely<Database>,
  fileIds: readonly string[],
  span?: ByteSpan,
): Promise<StoredFile[]> {
  const { rows, parts } = await readTogether(db, fileIds, span)
  const byId = new Map(
    rows.map(({ file, blob }): [string, StoredFile] => [
      file.id,
      {
        id: file.id,
        path: file.path,
        bytes: file.bytes,
        modifiedAt: file.modified_at,
        crc32: file.crc32 ?? 0,
        sha256: file.sha256,
        isWithdrawn: file.withdrawn_at !== null,
        revokedCount: blob?.revoked_count ?? 0,
        source: blob && {
          blobId: blob.id,
          store: blob.store,
          ref: refOf(blob),
          parts: parts.get(blob.id) ?? [],
          offset: file.blob_offset,
        },
      },
    ]),
  )
  return fileIds.flatMap((id) => byId.get(id) ?? [])
}

/** A blob that moves to another store moves once: the second look finds it there. */
const LOOKS = 3

/** Files, their blobs and their parts as of one moment: a blob may move to another store between two statements. */
async function readTogether(db: Kysely<Database>, fileIds: readonly string[], span?: ByteSpan) {
  for (let look = 1; ; look += 1) {
    const rows = await listReadableFiles(db, fileIds)
    const blobs = new Map(rows.flatMap(({ blob }) => (blob === null ? [] : [[blob.id, blob]])))
    const start = rows[0]?.file.blob_offset ?? 0
    const isOne = span !== undefined && rows.length === 1 && span.bytes > 0
    const inBlob = isOne ? { offset: start + span.offset, bytes: span.bytes } : undefined
    const parts = await listPartsAt(db, [...blobs.values()], inBlob)
    const isWhole = [...blobs.keys()].every((id) => (parts.get(id) ?? []).length > 0)
    if (isWhole || look === LOOKS) return { rows, parts }
  }
}

/**
 * The bytes of `span` of a file, from whichever store has it, in constant memory. Altered or missing bytes destroy the
 * stream with an error; destroying it frees everything.
 *
 * @throws RangeError (a bug) when the span lies outside the file
 */
export function readFile(
  { stores }: Pick<Context, 'stores'>,
  { source, bytes }: Pick<StoredFile, 'source' | 'bytes'>,
  span: ByteSpan = { offset: 0, bytes },
): Readable {
  if (span.offset < 0 || span.bytes < 0 || span.offset + span.bytes > bytes) throw new RangeError('outside the file')
  if (source === null || span.bytes === 0) return Readable.from([])
  return readSource({ stores }, source, { offset: source.offset + span.offset, bytes: span.bytes })
}

/** The bytes of a span of the blob itself, counted from its start: neighbours in a pack take one read. */
export function readSource(
  { stores }: Pick<Context, 'stores'>,
  { store, ref, parts }: Omit<FileSource, 'offset'>,
  span: ByteSpan,
): Readable {
  return stores.of(store).read(ref, parts, span)
}
