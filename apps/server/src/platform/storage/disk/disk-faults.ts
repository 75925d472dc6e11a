import { Problem } from '@waybill/contract/core/problems'

/** errno of a failed file operation, or null. */
export function errnoOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

/** What a failed file operation means to the caller: the disk is full, the disk fails, or (unchanged) a bug. */
export function diskFault(error: unknown): unknown {
  switch (errnoOf(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new Problem('disk-full', {}, { cause: error })
    case 'EIO':
    case 'EROFS':
    case 'EMFILE':
    case 'ENFILE':
    case 'ESTALE':
      return new Problem('store-unavailable', {}, { cause: error })
    default:
      return error
  }
}
