import { chownSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a running PostgreSQL writes into `postmaster.pid` of its data folder. */
export interface PostmasterFile {
  pid: number
  port: number
  /** Empty where the server listens on no Unix socket. */
  socketFolder: string
}

/**
 * An id that no process can have: PostgreSQL sees that it is dead and takes the folder over, but keeps its
 * shared-memory check.
 */
const NO_PROCESS = 2147483646

/** The file's content, or null when there is none. A torn file gives NaN as `pid`. */
export function readPostmasterFile(folder: string): PostmasterFile | null {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    return {
      pid: Number.parseInt(lines[0] ?? '', 10),
      port: Number.parseInt(lines[3] ?? '', 10) || 5432,
      socketFolder: lines[4] ?? '',
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * Whether `pid` is a server on `folder`. A signal alone cannot tell: the id may now belong to a zombie or to another
 * program. Linux shows the command line, which is empty for a zombie.
 */
export function isPostmasterAlive(pid: number, folder: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  if (process.platform === 'linux') {
    const words = readCommandLine(pid)
    return words.some((word) => word.includes('postgres')) && words.includes(folder)
  }
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function readCommandLine(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}

/**
 * Removes a dead server's id from its file; the id would block the next start while it belongs to a zombie or another
 * program. The rest stays: deleting the file would drop the check that no orphaned backend still uses the folder.
 */
export function disownPostmaster(folder: string): void {
  const file = join(folder, 'postmaster.pid')
  const [, ...rest] = readFileSync(file, 'utf8').split('\n')
  const { uid, gid } = statSync(file)
  const draft = `${file}.waybill`
  writeFileSync(draft, [NO_PROCESS, ...rest].join('\n'), { mode: 0o600 })
  if (process.getuid?.() === 0) chownSync(draft, uid, gid)
  renameSync(draft, file)
}
