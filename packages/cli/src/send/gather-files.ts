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
    if (facts.isDirectory()) await walk(location, basename(location), found, onLeftOut)
    else if (facts.isFile()) found.push({ location, path: basename(location) })
    else onLeftOut(operand)
  }
  return found
}

/** All regular files below a folder, under their paths in it. */
export async function gatherBelow(folder: string): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  await walk(folder, '', found, () => {})
  return found
}

async function walk(
  folder: string,
  path: string,
  found: FoundFile[],
  onLeftOut: (location: string) => void,
): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    const location = join(folder, entry.name)
    const inside = path === '' ? entry.name : `${path}/${entry.name}`
    if (entry.isDirectory()) await walk(location, inside, found, onLeftOut)
    else if (entry.isFile()) found.push({ location, path: inside })
    else onLeftOut(location)
  }
}

export const openFiles = (found: readonly FoundFile[]): Promise<SourceFile[]> =>
  Promise.all(found.map(({ location, path }) => openFile(location, path)))
