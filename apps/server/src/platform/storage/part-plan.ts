import type { BlobStore } from './blob-port.ts'

const KIB = 1024
const MIB = 1024 * KIB
const GIB = 1024 * MIB

/** The largest part that travels through this server. */
export const MAX_SERVER_PART_BYTES = 64 * MIB
/** On a presigned store, blobs up to this size are one PUT. */
export const MAX_SINGLE_PUT_BYTES = 8 * MIB
/** S3 takes no more parts than this in one object, and none but the last under 5 MiB. */
export const MAX_S3_PARTS = 10_000

/** The browser's `navigator.connection.effectiveType`; 'other' where it has none. */
export type EffectiveType = 'slow-2g' | '2g' | '3g' | '4g' | 'other'

/** What a line of each kind starts with; on a server store the client changes the size as it goes. */
const startBytesByType: Record<EffectiveType, number> = {
  'slow-2g': 128 * KIB,
  '2g': 256 * KIB,
  '3g': 512 * KIB,
  '4g': 2048 * KIB,
  other: 2048 * KIB,
}

/** Sizes on a presigned store: fixed when the blob is made, so large enough that 10,000 parts hold it. */
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
