import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { childEnv } from '../config/env.ts'
import { systemCallFilter } from './system-call-filter.ts'

/**
 * What the kernel keeps a sandboxed program from, strongest first:
 * `filtered`: a file system of its own that holds the libraries alone, no network, no other process to be seen, no
 * capabilities, and a filter of system calls. `namespaced`: the same without the filter. `none`: nothing; pictures of
 * strangers are not drawn then.
 */
export type WallLevel = 'filtered' | 'namespaced' | 'none'

export interface Wall {
  level: WallLevel
  /** The program that puts the wall up, as the system calls it. */
  by: 'bubblewrap' | 'unshare' | null
  /** How `words` are started behind the wall, where they may read `folders` beside the system's libraries. */
  enclose(words: readonly string[], folders: readonly string[]): { words: string[]; filter: Uint8Array | null }
}

/** No wall at all. */
export const noWall: Wall = { level: 'none', by: null, enclose: (words) => ({ words: [...words], filter: null }) }

/** What programs need of the system: the C library and what it finds others by. */
const SYSTEM = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/etc/ld.so.cache']

/** `--seccomp` reads the filter from here: the first descriptor behind standard error. */
const FILTER_DESCRIPTOR = 3
/** Nobody's, within the sandbox. */
const NOBODY = '65534'

/** `bwrap`, which Debian and others bring as the package bubblewrap. */
function bubblewrap(filter: Uint8Array | null): Wall {
  const alone = [
    ...['bwrap', '--unshare-all', '--unshare-user', '--uid', NOBODY, '--gid', NOBODY],
    ...['--die-with-parent', '--new-session', '--cap-drop', 'ALL', '--dev', '/dev'],
  ]
  return {
    level: filter ? 'filtered' : 'namespaced',
    by: 'bubblewrap',
    enclose: (words, folders) => {
      const shown = [...SYSTEM, ...folders].flatMap((path) => ['--ro-bind-try', path, path])
      const filtered = filter ? ['--seccomp', String(FILTER_DESCRIPTOR)] : []
      return { words: [...alone, ...shown, '--remount-ro', '/', ...filtered, '--', ...words], filter }
    },
  }
}

/**
 * The same with what util-linux brings: a new root in memory, into which each path of the arguments before `--` is
 * bound read-only. It lies over /sys for a moment, because that is nobody's source.
 */
const ENTER = `
root=/sys
mount -t tmpfs -o mode=0755,size=1m,nosuid,nodev wall "$root"
while [ "$1" != -- ]; do
  # What a folder that came before contains is there.
  if [ -e "$root$1" ]; then shift; continue; fi
  if [ -d "$1" ]; then mkdir -p "$root$1"
  else mkdir -p "$root$(dirname "$1")"; : > "$root$1"
  fi
  mount --bind "$1" "$root$1"
  mount -o remount,bind,ro,nosuid "$root$1"
  shift
done
shift
mkdir "$root/.old" "$root/proc"
mount -t proc proc "$root/proc"
mount -o remount,bind,ro "$root"
cd "$root"
pivot_root . .old
umount -l /.old
umount -l /proc
exec setpriv --no-new-privs --bounding-set=-all --inh-caps=-all "$@"
`

function unshare(): Wall {
  const alone = [
    ...['unshare', '--user', '--map-root-user', '--mount', '--net', '--pid', '--ipc', '--uts'],
    ...['--fork', '--kill-child', 'sh', '-eu', '-c', ENTER, 'sh'],
  ]
  return {
    level: 'namespaced',
    by: 'unshare',
    enclose: (words, folders) => {
      const devices = ['/dev/null', '/dev/urandom']
      const shown = [...SYSTEM, ...devices, ...programs('umount', 'setpriv'), ...folders].filter(existsSync)
      // Sorted, a folder comes before what it contains: binding a file makes empty folders above it, which ENTER would
      // take for folders that are bound.
      return { words: [...alone, ...shown.toSorted(), '--', ...words], filter: null }
    },
  }
}

/** Where programs lie on this system's PATH; what is not there is left out. */
function programs(...names: string[]): string[] {
  const folders = (childEnv().PATH ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name)).find(isExecutable) ?? [])
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Every wall that could stand here, strongest first. */
export function knownWalls(): Wall[] {
  if (process.platform !== 'linux') return []
  const filter = systemCallFilter()
  return [...(filter ? [bubblewrap(filter)] : []), bubblewrap(null), unshare()]
}

/** The strongest wall that this system lets us put up, tried with the program that it is to hold. */
export async function findWall(walls: readonly Wall[] = knownWalls()): Promise<Wall> {
  for (const wall of walls) if (await stands(wall)) return wall
  return noWall
}

let known: Promise<Wall> | null = null

/** `findWall` of this system, looked for once: it does not change while we run. */
export function systemWall(): Promise<Wall> {
  known ??= findWall()
  return known
}

const TRY_MS = 10_000

/** Whether Node runs behind it and sees nothing of this system's files there. */
function stands(wall: Wall): Promise<boolean> {
  const look = `process.exit(['/proc/self', '/home', '/etc/passwd'].some(require('fs').existsSync) ? 1 : 0)`
  const { words, filter } = wall.enclose([process.execPath, '-e', look], [process.execPath])
  return new Promise((resolve) => {
    const child = spawnEnclosed(words, filter)
    const late = setTimeout(() => killEnclosed(child), TRY_MS)
    child.once('error', () => resolve(false))
    child.once('exit', (code) => {
      clearTimeout(late)
      resolve(code === 0)
    })
    child.stdin.end()
    child.stdout.resume()
    child.stderr.resume()
  })
}

/** Starts enclosed words with pipes for what they read and say, and hands the filter over. Our settings stay here. */
export function spawnEnclosed([file = '', ...args]: readonly string[], filter: Uint8Array | null) {
  const child = spawn(file, args, {
    env: { ...childEnv(), HOME: '/' },
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    // A process group of its own, to be killed as a whole.
    detached: true,
  })
  const handOver = child.stdio[FILTER_DESCRIPTOR] as NodeJS.WritableStream
  handOver.on('error', () => undefined)
  handOver.end(filter ?? '')
  // Bytes for a child that has died go nowhere; that it died is seen by its silence.
  child.stdin.on('error', () => undefined)
  return child
}

/**
 * Kills what was started with everything that it has started. While a wall is being put up, its inner half waits for a
 * word of the outer one: alone, it would wait for ever.
 */
export function killEnclosed({ pid }: Pick<ChildProcess, 'pid'>): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // Nothing of it is left.
  }
}
