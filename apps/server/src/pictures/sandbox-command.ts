import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join, sep } from 'node:path'
import { childEnv } from '../config/env.ts'

const require = createRequire(import.meta.url)
const SANDBOXED = join(import.meta.dirname, 'sandboxed')
const HEAP_MB = 256
const LIBRARIES = ['sharp', 'pdfjs-dist/legacy/build/pdf.mjs', '@napi-rs/canvas']

/** The child's program. */
export const DRAW = join(SANDBOXED, 'draw.ts')

export interface SandboxCommand {
  file: string
  args: string[]
}

/**
 * How a program is started that reads strangers' bytes: no file but the libraries and its own folder, nothing to write,
 * no further process, no code made from text, no network. None of our settings are in its environment.
 */
export async function sandboxCommand(program: string, wall = networkWall()): Promise<SandboxCommand> {
  const args = [
    '--permission',
    '--allow-addons',
    ...libraryFolders().map((folder) => `--allow-fs-read=${folder}`),
    `--allow-fs-read=${SANDBOXED}`,
    `--allow-fs-read=${program}`,
    '--disallow-code-generation-from-strings',
    '--disable-warning=SecurityWarning',
    `--max-old-space-size=${HEAP_MB}`,
    `--import=${new URL('sandboxed/lock-network.ts', import.meta.url)}`,
    program,
  ]
  const [file = process.execPath, ...rest] = [...(await wall), process.execPath, ...args]
  return { file, args: rest }
}

/** The folders that npm has put the libraries in: one, unless versions differ. */
function libraryFolders(): string[] {
  const mark = `${sep}node_modules${sep}`
  const folders = LIBRARIES.map((library) => {
    const path = require.resolve(library)
    return path.slice(0, path.lastIndexOf(`${mark}${library.split('/')[0]}`) + mark.length - 1)
  })
  return [...new Set(folders)]
}

let knownWall: Promise<string[]> | null = null

/**
 * What puts a program into a network of its own that leads nowhere: Linux's user namespaces, where this machine lets
 * us have them; else nothing, and the lock inside the sandbox holds alone.
 */
export function networkWall(): Promise<string[]> {
  knownWall ??= new Promise((resolve) => {
    const words = ['unshare', '--user', '--map-current-user', '--net', '--']
    const probe = spawn('unshare', [...words.slice(1), process.execPath, '--version'], {
      stdio: 'ignore',
      env: childEnv(),
    })
    probe.once('error', () => resolve([]))
    probe.once('exit', (code) => resolve(code === 0 ? words : []))
  })
  return knownWall
}
