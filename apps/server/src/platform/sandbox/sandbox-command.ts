import { createRequire } from 'node:module'
import { join, sep } from 'node:path'
import type { Wall } from './sandbox-wall.ts'

const require = createRequire(import.meta.url)
const SANDBOXED = join(import.meta.dirname, 'sandboxed')
const HEAP_MB = 256
/** Node reads them to determine whether a file is a module. */
const PACKAGES = ['../../../package.json', '../../package.json', '../package.json'].map((path) =>
  join(import.meta.dirname, path),
)
const LIBRARIES = ['sharp', 'pdfjs-dist/legacy/build/pdf.mjs', '@napi-rs/canvas']

/** The child's program. */
export const DRAW = join(SANDBOXED, 'draw.ts')

/**
 * How to start a program that reads untrusted bytes, isolated by the kernel: no file but the libraries and its own
 * folder, nothing to write, no further process, no code made from text, no network. Node's own permissions repeat this,
 * and hold where the isolation has a gap.
 */
export function sandboxCommand(program: string, wall: Wall): ReturnType<Wall['enclose']> {
  const folders = [...libraryFolders(), SANDBOXED, program]
  const words = [
    process.execPath,
    '--permission',
    '--allow-addons',
    ...folders.map((folder) => `--allow-fs-read=${folder}`),
    '--disallow-code-generation-from-strings',
    '--disable-warning=SecurityWarning',
    `--max-old-space-size=${HEAP_MB}`,
    `--import=${new URL('sandboxed/lock-network.ts', import.meta.url)}`,
    program,
  ]
  return wall.enclose(words, [process.execPath, ...folders, ...PACKAGES])
}

/** The folders that npm installed the libraries in: one, unless versions differ. */
function libraryFolders(): string[] {
  const mark = `${sep}node_modules${sep}`
  const folders = LIBRARIES.map((library) => {
    const path = require.resolve(library)
    return path.slice(0, path.lastIndexOf(`${mark}${library.split('/')[0]}`) + mark.length - 1)
  })
  return [...new Set(folders)]
}
