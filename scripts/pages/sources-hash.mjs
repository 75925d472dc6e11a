import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const notSources = new Set(['node_modules', 'dist', 'test'])

/**
 * SHA-256 over the names and contents of the files under `paths` (folders or files; missing ones count as empty). It
 * leaves tests out: they do not change the build.
 */
export function hashSources(root, paths) {
  const hash = createHash('sha256')
  for (const path of paths) hashPath(hash, root, path)
  return hash.digest('hex')
}

function hashPath(hash, root, path) {
  const stat = statSync(join(root, path), { throwIfNoEntry: false })
  if (stat?.isDirectory()) {
    for (const name of readdirSync(join(root, path)).sort()) {
      if (!notSources.has(name) && !/\.test\.tsx?$/.test(name)) hashPath(hash, root, `${path}/${name}`)
    }
  } else if (stat) {
    const content = readFileSync(join(root, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
}
