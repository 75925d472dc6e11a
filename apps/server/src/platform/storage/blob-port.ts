/**
 * The storage port: where the bytes of blobs are stored. A blob is one stored object: one file, or a *pack* of many
 * small ones. Bytes arrive as *parts*, ranges of the blob in any order; a blob becomes readable as a whole once
 * `complete` has returned. Adapters: disk (encrypted records, synced before a part is acknowledged) and S3-compatible.
 * `blob-port.conformance.ts` tests what both guarantee; every row of `blobs` names its store.
 */
import type { Readable } from 'node:stream'

/** A store's name in the settings and in rows: two stores of one kind have two ids. */
export type StoreId = string
/** The id of the store in the data folder, which always exists. */
export const DISK_ID: StoreId = 'disk'
/**
 * Whether a store, configured or not, keeps blobs as segments on a disk: the settings give such ids to these stores
 * alone. `onDisk` in uploads/ is the same in SQL.
 */
export const isDiskId = (id: StoreId): boolean => id === DISK_ID || id.startsWith(`${DISK_ID}-`)

/** What a store must remember about a blob, kept in the blob's row. Opaque to everyone but the adapter that made it. */
export interface BlobRef {
  /** Random, from a CSPRNG; never holds user input. */
  key: string
  /** Final size in bytes, above 0. */
  bytes: number
  /**
   * The fixed size of every part but the last (S3; the whole blob where it is a single PUT); on disk the client's
   * initial size.
   */
  partBytes: number
  /** Disk: the blob's data key, wrapped by the master key. S3: empty. */
  wrappedKey: Uint8Array
  /** S3: the multipart upload's id; empty for a single PUT. Disk: empty. */
  multipartId: string
}

/** A half-open range of a blob's plaintext: `[offset, offset + bytes)`. */
export interface ByteSpan {
  offset: number
  bytes: number
}

/**
 * An acknowledged part, as in its row. The adapter defines `tag` and `segment`. Disk: the attempt's nonce prefix, and
 * which of the blob's files holds the part. S3: the ETag, and ''.
 */
export interface StoredPart extends ByteSpan {
  crc32: number
  tag: Uint8Array
  segment: string
}

/** Where the client sends a part: a PUT of exactly `bytes` bytes. */
export interface SignedPart extends ByteSpan {
  url: string
  headers: Record<string, string>
  /** Epoch milliseconds after which the store refuses the URL; null where it is valid as long as the upload's token. */
  expiresAt: number | null
}

/** What a browser claims about a part before it is sent to a presigned URL. */
export interface PartClaim extends ByteSpan {
  /** 16 bytes, signed into the URL as Content-MD5, so that the store accepts only these bytes. */
  md5: Uint8Array
}

export interface WrittenPart {
  crc32: number
  tag: Uint8Array
  segment: string
  /** CRC-32 of each span in `spans`, in their order. */
  spanCrcs: number[]
}

/** One of the two places where one process may write the same bytes of a blob at the same time. */
export type Lane = 0 | 1

export interface WriteOptions {
  /** 0 unless told. The caller sees to it that no two writes of a store overlap in one lane. */
  lane?: Lane
  /**
   * Ranges of the blob inside the part (the small files of a pack) whose CRC-32 is needed too; ascending, not
   * overlapping.
   */
  spans?: readonly ByteSpan[]
  /**
   * This write alone uses the body's chunks, like those of a `node:http` request: the store may empty them after use,
   * which saves the collector most of its work. Later listeners on the body see length 0.
   */
  ownsChunks?: boolean
  /** Aborts the write; it rejects after every byte in flight has been drained, so that a successor may start. */
  signal?: AbortSignal
}

/** One object of a store: a segment of a blob on disk; on S3 a whole object, or an unfinished upload with its id. */
export interface StoredObject {
  key: string
  segment: string
  multipartId: string
  bytes: number
  changedAt: Date
}

/** Where an S3 client finds a store, and the keys with which it may bring one upload's files there. */
export interface ScopedKeys {
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string
  endsAt: Date
  endpoint: string
  region: string
  bucket: string
}

/**
 * Foreign clients put files straight into the store, under a random prefix of one upload. A file there counts for
 * nothing until `adopt` has copied it to where no foreign key reaches.
 */
export interface ScopedUploads {
  /** Keys that put objects and parts, abort and list parts under the prefix, and nothing else. */
  issue(prefix: string, minutes: number): Promise<ScopedKeys>
  /**
   * Copies what was put under `from` to the blob's own key; parts that lie there complete are completed first. Null where
   * there is no object of exactly `ref.bytes`. Idempotent.
   *
   * @returns the tag of the blob
   */
  adopt(from: string, ref: BlobRef): Promise<Uint8Array | null>
  /** Removes everything under the prefix. Returns how many objects and unfinished uploads it removed. */
  sweep(prefix: string): Promise<number>
}

export interface BlobStore {
  readonly id: StoreId
  /** Null where the store has no role for foreign clients; those of a server store come through its S3 door. */
  readonly scoped: ScopedUploads | null
  /** Whether the client sends parts to this server ('server') or to presigned URLs of the store ('presigned'). */
  readonly transport: 'server' | 'presigned'
  /**
   * Reserves a new blob. With `isBrought`, foreign clients bring its bytes: a presigned store begins nothing for it.
   * Nothing is visible yet. A caller may drop the result: `abandon` or the sweeper removes it.
   */
  create(bytes: number, partBytes: number, isBrought?: boolean): Promise<BlobRef>
  /**
   * Writes one part that came to this server and syncs it before it returns, so that the part may be acknowledged.
   * `body` must hold exactly `span.bytes`; more or fewer reject with Problem 'part-size-mismatch'. On disk
   * `span.offset` is a multiple of RECORD_BYTES. Every attempt uses its own nonce, and no other store object, in this
   * or any other process, ever writes to its segment, so that a forgotten writer cannot reach a part of another
   * process, and not even to one of its own in another lane. S3 offers it for packs and tests.
   */
  writePart(ref: BlobRef, span: ByteSpan, body: Readable, options?: WriteOptions): Promise<WrittenPart>
  /**
   * Presigned stores: URLs with signed length and MD5, valid for `seconds`. Server stores reject with an Error (a bug).
   */
  signParts(ref: BlobRef, claims: readonly PartClaim[], seconds: number): Promise<SignedPart[]>
  /**
   * Presigned stores: what the store itself holds, from all pages, each part number once; a server store returns [].
   */
  listParts(ref: BlobRef): Promise<Array<Omit<StoredPart, 'crc32'>>>
  /**
   * Completes the blob. Idempotent: a second call, or a call whose first answer was lost, succeeds when the stored
   * object has `ref.bytes`. Rejects with Problem 'upload-incomplete' when bytes are missing. `parts` cover the blob.
   */
  complete(ref: BlobRef, parts: readonly StoredPart[]): Promise<void>
  /**
   * Those of `parts` that are obviously lost, from a check of their containers without reading them. Rejects with
   * Problem 'store-unavailable' where the store itself seems to be unavailable.
   */
  findLost(ref: BlobRef, parts: readonly StoredPart[]): Promise<StoredPart[]>
  /** Whether anything is stored under the key; distinguishes a lost blob from an unavailable store. */
  has(ref: BlobRef): Promise<boolean>
  /**
   * Plaintext of `span`, streamed with back-pressure in constant memory. `parts` are the blob's rows. Altered or
   * swapped bytes destroy the stream with a DamagedBlob: never a short success. An unreachable store causes a Problem
   * instead. Destroying the stream frees everything.
   */
  read(ref: BlobRef, parts: readonly StoredPart[], span: ByteSpan): Readable
  /** Removes a blob, complete or not. Idempotent. */
  remove(ref: Pick<BlobRef, 'key' | 'multipartId'>): Promise<void>
  /** Removes one segment of a blob that no part refers to. Idempotent; S3 has none. */
  removeSegment(key: string, segment: string): Promise<void>
  /** The stored segments of a blob, whichever process wrote them. S3: []. */
  listSegments(key: string): Promise<string[]>
  /** Everything the store holds, complete or not; for the consistency check. */
  list(): AsyncIterable<StoredObject>
  /** Writes a few bytes, reads and removes them. Rejects where one of these steps fails; leaves nothing behind. */
  probe(): Promise<void>
  /**
   * Aborts uploads that the store has held unfinished for an hour and that no row knows: leftovers of a lost reply or a
   * broken plan. `known` returns which of some multipart ids are in rows. Returns how many it aborted.
   */
  sweep(known: (multipartIds: readonly string[]) => Promise<ReadonlySet<string>>): Promise<number>
  /** Bytes that fit before the reserve (5 %, at most 2 GiB) is touched; Infinity where unknown. */
  freeBytes(): Promise<number>
  close(): Promise<void>
}

/** Plaintext bytes of one encrypted record on disk; part offsets are multiples of it. */
export const RECORD_BYTES = 65_536
