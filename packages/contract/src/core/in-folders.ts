import { dedupePaths } from './dedupe-paths.ts'
import { cleanName, cleanPath } from './names.ts'

/** A file of an archive, and the folder that it belongs in. */
export interface FolderedFile {
  /** Files with one key share a folder. */
  key: string
  /** What the folder is called, where no other has that name. */
  label: string
  path: string
}

/**
 * The paths of files in an archive, in the order given: a folder for each key. Two keys with one label get two folders,
 * two files with one path get two names.
 */
export function inFolders(files: readonly FolderedFile[]): string[] {
  const labels = new Map(files.map(({ key, label }) => [key, cleanName(label)]))
  const folders = dedupePaths([...labels.values()])
  const folderOf = new Map([...labels.keys()].map((key, nth) => [key, folders[nth] as string]))
  return dedupePaths(files.map(({ key, path }) => cleanPath(`${folderOf.get(key)}/${path}`).path))
}
