import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import type { ByteSpan, StoredPart } from '../../platform/storage/blob-port.ts'
import type { Hashing } from '../../platform/storage/index.ts'
import { type SpanSums, type SpanToSum, sumSpan } from '../../platform/storage/sums/sum-span.ts'
import { type BlobRow, refOf } from '../blob-store.ts'
import type { StoredFile } from '../read-file.ts'

type Needs = Pick<Context, 'stores'>

/** Why the stored bytes differ from the acknowledged ones. */
export interface Damage {
  because: 'damaged' | 'sum-differs' | 'gone'
}

/** Computes checksums of spans of stored blobs: in the separate process, or here. */
export type SumSource = Hashing['sum']

/** In this process: for a command, and for the few bytes that a call needs. */
export const sumsHere =
  ({ stores }: Needs): SumSource =>
  (store, work) =>
    sumSpan(stores.of(store), work)

/**
 * The SHA-256 of a stored file, or why it differs from what was sent. @throws the store's error when it is unavailable
 */
export async function sumFile(sum: SumSource, file: StoredFile): Promise<{ sha256: Buffer } | Damage> {
  const sums = await sumPart(sum, file, { offset: 0, bytes: file.bytes }, { crc32: 0, wantsSha256: true })
  if (sums.damage !== null || sums.sha256 === null) return { because: sums.damage ?? 'damaged' }
  return sums.crc32 === file.crc32 ? { sha256: Buffer.from(sums.sha256) } : { because: 'sum-differs' }
}

/** The checksums of a span of a file. @throws as `sumFile` */
export async function sumPart(
  sum: SumSource,
  { source }: Pick<StoredFile, 'source'>,
  { offset, bytes }: ByteSpan,
  options: Pick<SpanToSum, 'crc32' | 'wantsSha256'>,
): Promise<SpanSums> {
  if (source === null || bytes === 0)
    return { read: 0, crc32: options.crc32, sha256: createHash('sha256').digest(), damage: null }
  const { store, ref, parts } = source
  return sum(store, { ref, parts, span: { offset: source.offset + offset, bytes }, ...options })
}

/**
 * Whether the stored bytes of an acknowledged part have its checksum. @throws the store's error when it is unavailable
 */
export async function isPartSound(ctx: Needs, blob: BlobRow, part: StoredPart): Promise<boolean> {
  return (await findDamage(ctx, blob, part)) === null
}

/**
 * Why a stored part differs from what was acknowledged; null where it does not. @throws the store's error when it is
 * unavailable
 */
export async function findDamage(ctx: Needs, blob: BlobRow, part: StoredPart): Promise<Damage | null> {
  const work = { ref: refOf(blob), parts: [part], span: part, crc32: 0, wantsSha256: false }
  const sums = await sumsHere(ctx)(blob.store, work)
  if (sums.damage !== null) return { because: sums.damage }
  return sums.crc32 === part.crc32 ? null : { because: 'sum-differs' }
}
