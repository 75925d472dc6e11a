/** Where received files go: names of strangers become safe paths inside one folder. */
import { link, mkdir, rename, stat, unlink } from 'node:fs/promises'
import { dirname, join, resolve, sep } from 'node:path'
import { dedupePaths } from '@waybill/contract/core/dedupe-paths'
import { cleanPath } from '@waybill/contract/core/names'
import { EXIT, Failure } from '../terminal/exit-codes.ts'

/** Until a file is complete and checked. */
export const PART_SUFFIX = '.waybill-part'

/**
 * One location for each path, in their order, all inside `folder` and distinct on every file system. Drops '..', drives,
 * leading slashes, control and invisible characters, and what Windows forbids.
 */
export function placeFiles(folder: string, paths: readonly string[]): string[] {
  const root = resolve(folder)
  return dedupePaths(paths.map((path) => cleanPath(path.replaceAll('\\', '_')).path)).map((path) => {
    const location = join(root, path)
    const inside = root.endsWith(sep) ? root : root + sep
    if (!location.startsWith(inside)) throw new Error(`A name leads out of the folder: ${path}`)
    return location
  })
}

export const makeFolderOf = (location: string): Promise<unknown> => mkdir(dirname(location), { recursive: true })

/** The size of the file at `location`; null where there is none. Throws where something else has its place. */
export async function bytesAt(location: string): Promise<number | null> {
  const facts = await stat(location).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (facts !== null && !facts.isFile()) throw new Failure(EXIT.failed, 'in-the-way', `This is not a file: ${location}`)
  return facts?.size ?? null
}

/** Gives the complete part file its name. Overwrites nothing unless forced, also where the name came up meanwhile. */
export async function finishPart(location: string, isForced: boolean): Promise<void> {
  const part = location + PART_SUFFIX
  if (isForced) return rename(part, location)
  try {
    await link(part, location)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') throw inTheWay(location)
    // A file system without hard links.
    if ((await bytesAt(location)) !== null) throw inTheWay(location)
    return rename(part, location)
  }
  await unlink(part)
}

export const inTheWay = (location: string): Failure =>
  new Failure(EXIT.failed, 'in-the-way', `There is another file: ${location}. Overwrite it with --force`)
