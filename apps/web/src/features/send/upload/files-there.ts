import type { UploadProgress } from '@waybill/uploader/upload'

/**
 * How many files of the upload have all their bytes on the server, at least: those before the first missing byte. Later
 * ones may be there too, because parts travel side by side.
 */
export function filesThere(
  progress: Pick<UploadProgress, 'fileIndex' | 'fileCount' | 'bytesAcknowledged' | 'bytesTotal'> | null,
): number {
  if (progress === null) return 0
  const { fileIndex, fileCount, bytesAcknowledged, bytesTotal } = progress
  return bytesAcknowledged >= bytesTotal ? fileCount : Math.max(0, fileIndex - 1)
}
