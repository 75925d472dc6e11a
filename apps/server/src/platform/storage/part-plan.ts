import type { BlobStore } from './blob-port.ts'

const KIB = 1024
const MIB = 1024 * KIB
const GIB = 1024 * MIB

/** The largest part that travels through this server. */
export const MAX_SERVER_PART_BYTES = 64 * MIB
/** S3 accepts no more parts than this in one object, and none but the last under 5 MiB. */
export const MAX_SINGLE_PUT_BYTES = 8 * MIB
/** S3 takes no more parts than this in one object, and none but the last under 5 MiB. */
export const MAX_S3_PARTS = 10_000

/** The initial size for each kind of connection; on a server store the client adapts the size later. */
export type EffectiveType = 'slow-2g' | '2g' | '3g' | '4g' | 'other'

/** Sizes on a presigned store: fixed when the blob is created, so large enough for 10,000 parts to hold it. */
const startBytesByType: Record<EffectiveType, number> = {
  'slow-2g': 128 * KIB,
  '2g': 256 * KIB,
  '3g': 512 * KIB,
  '4g': 2048 * KIB,
  other: 2048 * KIB,
}

/**
 * Part size for a blob of `bytes`, in bytes. Server stores: the initial size, a multiple of RECORD_BYTES. Presigned
 * stores: the size of every part but the last.
 */
const presignedSizes = [
  { below: GIB, partBytes: 8 * MIB },
  { below: 32 * GIB, partBytes: 16 * MIB },
  { below: 128 * GIB, partBytes: 32 * MIB },
  { below: MAX_S3_PARTS * 64 * MIB, partBytes: 64 * MIB },
] as const

/**
 * Part size for a blob of `bytes`, in bytes. Server stores: the size to start with, a multiple of RECORD_BYTES.
 * Presigned stores: the size of every part but the last.
 */
export function planPartBytes(
  transport: BlobStore['transport'],
  bytes: number,
  effectiveType: EffectiveType = 'other',
): number {
  if (transport === 'server') return startBytesByType[effectiveType]
  const fitting = presignedSizes.find(({ below }) => bytes < below)
  return fitting?.partBytes ?? Math.ceil(bytes / MAX_S3_PARTS / MIB) * MIB
}
