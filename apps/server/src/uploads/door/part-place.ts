import { RECORD_BYTES } from '../../platform/storage/blob-port.ts'
import { S3Error } from './s3-error.ts'

/** S3's own limit for every part but the last. */
const MIN_PART_BYTES = 5 * 1024 * 1024

export interface NumberedPart {
  number: number
  bytes: number
}

/**
 * The size of every part but the last, as far as one part shows it; null where it could be a middle part as well as the
 * last one. All parts but the last have one size, a whole number of 64 KiB: so a part's place follows from its number.
 *
 * @param blobBytes of the whole object
 */
export function stepShownBy({ number, bytes }: NumberedPart, blobBytes: number): number | null {
  if (number === 1) return bytes
  const fromStart = (number - 1) * bytes
  const couldBeMiddle = isStep(bytes) && fromStart + bytes <= blobBytes
  const step = (blobBytes - bytes) / (number - 1)
  const couldBeLast = step >= bytes && isStep(step)
  if (couldBeMiddle && couldBeLast && step !== bytes) return null
  // Where it can be neither, `placeOfPart` says why.
  return couldBeLast ? step : bytes
}

const isStep = (bytes: number): boolean => bytes >= MIN_PART_BYTES && bytes % RECORD_BYTES === 0

/**
 * Where a part begins.
 *
 * @throws S3Error 'EntityTooLarge' beyond the planned size | 'EntityTooSmall' | 'InvalidRequest' for parts of several
 * sizes
 */
export function placeOfPart({ number, bytes }: NumberedPart, step: number, blobBytes: number): number {
  const offset = (number - 1) * step
  if (bytes <= 0 || offset >= blobBytes || offset + bytes > blobBytes) {
    throw new S3Error('EntityTooLarge', 'The part goes beyond the size that was planned for the file.')
  }
  const isLast = offset + bytes === blobBytes
  if (isLast && bytes <= step) return offset
  if (bytes < MIN_PART_BYTES) throw new S3Error('EntityTooSmall', 'Every part but the last has at least 5 MiB.')
  if (bytes !== step || !isStep(step)) {
    throw new S3Error('InvalidRequest', 'All parts but the last have the same size, a multiple of 64 KiB.')
  }
  return offset
}
