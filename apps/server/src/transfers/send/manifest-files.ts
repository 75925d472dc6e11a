import { dedupePaths } from '@waybill/contract/core/dedupe-paths'
import { cleanPath } from '@waybill/contract/core/names'
import { Problem } from '@waybill/contract/core/problems'
import type { ManifestFile } from '@waybill/contract/uploads/endpoints'

/**
 * The files of a manifest under cleaned, distinct paths.
 *
 * @throws Problem 'invalid-input' for a fingerprint that cannot be stored and returned unchanged
 */
export function manifestFiles(files: readonly ManifestFile[]): ManifestFile[] {
  if (!files.every(({ fingerprint }) => fingerprint.isWellFormed() && !fingerprint.includes('\0'))) {
    throw new Problem('invalid-input', { where: 'body', field: 'files.fingerprint' })
  }
  const paths = dedupePaths(files.map(({ path }) => cleanPath(path).path))
  return files.map((file, position) => ({ ...file, path: paths[position] as string }))
}
