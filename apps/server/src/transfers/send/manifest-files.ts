import { dedupePaths } from '@waybill/contract/dedupe-paths'
import { cleanPath } from '@waybill/contract/names'
import { Problem } from '@waybill/contract/problems'
import type { ManifestFile } from '@waybill/contract/uploads'

/**
 * The files of a manifest under cleaned, distinct paths.
 *
 * @throws Problem 'invalid-input' for a fingerprint that cannot be kept and given back as it came
 */
export function manifestFiles(files: readonly ManifestFile[]): ManifestFile[] {
  if (!files.every(({ fingerprint }) => fingerprint.isWellFormed() && !fingerprint.includes('\0'))) {
    throw new Problem('invalid-input', { where: 'body', field: 'files.fingerprint' })
  }
  const paths = dedupePaths(files.map(({ path }) => cleanPath(path).path))
  return files.map((file, position) => ({ ...file, path: paths[position] as string }))
}
