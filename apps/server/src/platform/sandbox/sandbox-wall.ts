import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { childEnv } from '../config/env.ts'
import { systemCallFilter } from './system-call-filter.ts'

/**
 * What the kernel isolates a sandboxed program from, strongest first: `filtered`: a file system with only the
 * libraries, no network, no other process visible, no capabilities, and a filter of system calls. `namespaced`: the
 * same without the filter. `none`: nothing; untrusted pictures are then not drawn.
 */
export type WallLevel = 'filtered' | 'namespaced' | 'none'

export interface Wall {
  level: WallLevel
  /** The program that sets up the isolation, by its name on the system. */
  by: 'bubblewrap' | 'unshare' | null
  /** How to start `words` isolated, with read access to `folders` besides the system's libraries. */
  enclose(words: readonly string[], folders: readonly string[]): { words: string[]; filter: Uint8Array | null }
}

/** No isolation at all. */
export const noWall: Wall = { level: 'none', by: null, enclose: (words) => ({ words: [...words], filter: null }) }

/** What programs need from the system: the C library and the files by which it finds others. */
const SYSTEM = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/etc/ld.so.cache']

/** `--seccomp` reads the filter from here: the first descriptor after standard error. */
const FILTER_DESCRIPTOR = 3
/** The user nobody, inside the sandbox. */
const NOBODY = '65534'

/** `bwrap`, which Debian and others ship as the package bubblewrap. */
function bubblewrap(filter: Uint8Array | null): Wall {
  const alone = [
    ...(hasAmbientCapabilities() ? ['setpriv', '--inh-caps=-all', '--ambient-caps=-all'] : []),
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

/** What systemd's AmbientCapabilities= gives every child too. bubblewrap refuses to start with any capability. */
function hasAmbientCapabilities(): boolean {
  return /^CapAmb:\s*0*[1-9a-f]/m.test(readFileSync('/proc/self/status', 'utf8'))
}

/**
 * The same with util-linux: a new root in memory, into which each path of the arguments before `--` is bound read-only.
 * It is mounted over /sys for a moment, because none of the bound paths is there.
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
      // Sorted, a folder comes before its content: binding a file creates empty folders above it, which ENTER would
      // mistake for bound folders.
      return { words: [...alone, ...shown.toSorted(), '--', ...words], filter: null }
    },
  }
}

/** The paths of programs on this system's PATH; omits missing ones. */
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

/** Every isolation that may be available, strongest first. */
export function knownWalls(): Wall[] {
  if (process.platform !== 'linux') return []
  const filter = systemCallFilter()
  return [...(filter ? [bubblewrap(filter)] : []), bubblewrap(null), unshare()]
}

/** The strongest isolation that this system permits, tested with the program that it will contain. */
export async function findWall(walls: readonly Wall[] = knownWalls()): Promise<Wall> {
  for (const wall of walls) if (await stands(wall)) return wall
  return noWall
}

let known: Promise<Wall> | null = null

/** `findWall` for this system, run once: the answer does not change while we run. */
export function systemWall(): Promise<Wall> {
  known ??= findWall()
  return known
}

const TRY_MS = 10_000

/** Whether Node runs inside it and sees none of this system's files. */
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

/** Starts enclosed words with pipes for input and output, and passes the filter. Our settings are not passed. */
export function spawnEnclosed([file = '', ...args]: readonly string[], filter: Uint8Array | null) {
  const child = spawn(file, args, {
    env: { ...childEnv(), HOME: '/' },
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    // Its own process group, so that it can be killed as a whole.
    detached: true,
  })
  const handOver = child.stdio[FILTER_DESCRIPTOR] as NodeJS.WritableStream
  handOver.on('error', () => undefined)
  handOver.end(filter ?? '')
  // Writes to a dead child are lost; its missing answer shows that it died.
  child.stdin.on('error', () => undefined)
  return child
}

/**
 * Kills a started program with everything that it has started. While the isolation is being set up, its inner half
 * waits for a message from the outer one: alone, it would wait for ever.
 */
export function killEnclosed({ pid }: Pick<ChildProcess, 'pid'>): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // It has already ended.
  }
}
