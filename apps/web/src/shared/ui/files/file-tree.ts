/** Files in their folders, for display. */
export interface ListedFile {
  id: string
  /** '/' between names. */
  path: string
  bytes: number
}

export interface Folder<File extends ListedFile = ListedFile> {
  name: string
  /** The whole path, without a slash at its end. */
  path: string
  folders: Folder<File>[]
  files: File[]
  /** Of everything below. */
  fileCount: number
  bytes: number
}

interface OpenFolder<File extends ListedFile> extends Folder<File> {
  byName: Map<string, OpenFolder<File>>
}

function openFolder<File extends ListedFile>(name: string, path: string): OpenFolder<File> {
  return { name, path, folders: [], files: [], fileCount: 0, bytes: 0, byName: new Map() }
}

/** A folder's totals, where only some of its files are loaded. */
interface FolderSums {
  path: string
  fileCount: number
  bytes: number
}

/** The tree of the files' paths, in the given order; takes time linear in their number. */
export function buildFileTree<File extends ListedFile>(
  files: readonly File[],
  sums: readonly FolderSums[] = [],
): Folder<File> {
  const root = openFolder<File>('', '')
  for (const file of files) {
    let folder = root
    count(folder, file)
    for (const name of file.path.split('/').slice(0, -1)) {
      folder = childOf(folder, name)
      count(folder, file)
    }
    folder.files.push(file)
  }
  if (sums.length > 0) correct(root, new Map(sums.map((one) => [one.path, one])))
  return root
}

function correct(folder: Folder, sums: ReadonlyMap<string, FolderSums>): void {
  for (const child of folder.folders) {
    Object.assign(child, sums.get(child.path))
    correct(child, sums)
  }
}

function count<File extends ListedFile>(folder: OpenFolder<File>, file: File): void {
  folder.fileCount += 1
  folder.bytes += file.bytes
}

function childOf<File extends ListedFile>(parent: OpenFolder<File>, name: string): OpenFolder<File> {
  const known = parent.byName.get(name)
  if (known) return known
  const folder = openFolder<File>(name, parent.path === '' ? name : `${parent.path}/${name}`)
  parent.byName.set(name, folder)
  parent.folders.push(folder)
  return folder
}

/** The last name of a path. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)
