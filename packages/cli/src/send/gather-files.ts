import type { Dirent } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { SourceFile } from '@waybill/uploader'
import { openFile } from '@waybill/uploader/transport/node-transport'

export interface FoundFile {
  location: string
  /** Its path in the transfer, with '/'. */
  path: string
}

/**
 * The files of the operands: files under their names, folders with all that is in them, in the order of their names.
 * Symbolic links inside folders, sockets and devices are left out; `onLeftOut` hears of each. Rejects with the system's
 * ENOENT, EACCES …
 */
export async function gatherFiles(
  operands: readonly string[],
  onLeftOut: (location: string) => void,
): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  for (const operand of operands) {
    const location = resolve(operand)
    const facts = await stat(location)
    if (facts.isDirectory())
      await walk({ folder: location, path: basename(location) }, { found, list: listFolder, onLeftOut })
    else if (facts.isFile()) found.push({ location, path: basename(location) })
    else onLeftOut(operand)
  }
  return found
}

/**
 * All regular files below a folder, under their paths in it. Folders inside that go meanwhile are left out; `onUnreadable`
 * hears of those that may not be read. Rejects where the folder itself cannot be read.
 */
export async function gatherBelow(
  folder: string,
  onUnreadable: (location: string, code: string) => void,
): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  const list: List = async (location) => {
    try {
      return await listFolder(location)
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      if (location === folder) throw error
      if (code !== 'ENOENT' && code !== 'ENOTDIR') onUnreadable(location, code)
      return []
    }
  }
  await walk({ folder, path: '' }, { found, list, onLeftOut: () => {} })
  return found
}

type List = (folder: string) => Promise<Dirent[]>
const listFolder: List = (folder) => readdir(folder, { withFileTypes: true })

interface Walk {
  found: FoundFile[]
  list: List
  onLeftOut: (location: string) => void
}

async function walk({ folder, path }: { folder: string; path: string }, options: Walk): Promise<void> {
  const { found, list, onLeftOut } = options
  const entries = await list(folder)
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    const location = join(folder, entry.name)
    const inside = path === '' ? entry.name : `${path}/${entry.name}`
    if (entry.isDirectory()) await walk({ folder: location, path: inside }, options)
    else if (entry.isFile()) found.push({ location, path: inside })
    else onLeftOut(location)
  }
}

export const openFiles = (found: readonly FoundFile[]): Promise<SourceFile[]> =>
  Promise.all(found.map(({ location, path }) => openFile(location, path)))
