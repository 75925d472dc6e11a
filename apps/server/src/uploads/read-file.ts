import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Context } from '../context.ts'
import type { Database } from '../platform/database/schema.ts'
import type { BlobRef, ByteSpan, StoredPart, StoreId } from '../platform/storage/blob-port.ts'
import { type BlobRow, listReadableBlobs, listReadableFiles, type ReadableFile, refOf } from './blob-store.ts'
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

/** A stored blob with its parts. */
export interface BlobSource extends Omit<FileSource, 'offset'> {
  revokedCount: number
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
  const files = await listReadableFiles(db, fileIds)
  const [only] = files
  const isOne = span !== undefined && files.length === 1 && span.bytes > 0
  const inBlob = isOne ? { offset: (only?.blob_offset ?? 0) + span.offset, bytes: span.bytes } : undefined
  const sources = await loadSources(db, new Set(files.flatMap(({ blob_id }) => blob_id ?? [])), inBlob)
  const byId = new Map(files.map((file) => [file.id, file]))
  return fileIds.flatMap((id) => {
    const file = byId.get(id)
    return file ? storedFile(file, sources) : []
  })
}

function storedFile(file: ReadableFile, sources: ReadonlyMap<string, BlobSource>): StoredFile | [] {
  const source = file.blob_id === null ? null : sources.get(file.blob_id)
  if (source === undefined) return []
  return {
    id: file.id,
    path: file.path,
    bytes: file.bytes,
    modifiedAt: file.modified_at,
    crc32: file.crc32 ?? 0,
    sha256: file.sha256,
    isWithdrawn: file.withdrawn_at !== null,
    revokedCount: source?.revokedCount ?? 0,
    source: source && { ...source, offset: file.blob_offset },
  }
}

/** A blob that moves to another store moves once: the second look finds it there. */
const LOOKS = 3

/**
 * Complete blobs by id, without those whose bytes were removed. Blobs and parts are as of one moment: a blob may move to
 * another store between two statements. With `span`, only valid for reading those bytes of each blob.
 */
export async function loadSources(
  db: Kysely<Database>,
  blobIds: Iterable<string>,
  span?: ByteSpan,
): Promise<Map<string, BlobSource>> {
  for (let look = 1; ; look += 1) {
    const blobs = await listReadableBlobs(db, [...blobIds])
    const parts = await listPartsAt(db, blobs, span)
    const isWhole = blobs.every(({ id }) => (parts.get(id) ?? []).length > 0)
    if (!isWhole && look < LOOKS) continue
    return new Map(blobs.map((blob) => [blob.id, sourceOf(blob, parts.get(blob.id) ?? [])]))
  }
}

const sourceOf = (blob: BlobRow, parts: readonly StoredPart[]): BlobSource => ({
  blobId: blob.id,
  store: blob.store,
  ref: refOf(blob),
  parts,
  revokedCount: blob.revoked_count,
})

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
