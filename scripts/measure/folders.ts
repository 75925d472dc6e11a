/** How many files a folder holds, without tests and folders; and the folders with more than `most`. */
import { dirname } from 'node:path'

const isTest = (file: string) => /\.(?:test|s3-test|spec|conformance)\.tsx?$/.test(file)

export interface FolderCount {
  folder: string
  files: number
}

/** Counts all tracked files; the fullest folder comes first. */
export function countByFolder(files: readonly string[]): FolderCount[] {
  const groups = Map.groupBy(
    files.filter((file) => !isTest(file)),
    (file) => dirname(file),
  )
  return [...groups].map(([folder, { length }]) => ({ folder, files: length })).sort((a, b) => b.files - a.files)
}
