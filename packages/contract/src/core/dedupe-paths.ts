import { byteLength, cleanPath, fit, MAX_NAME_BYTES, splitExtension } from './names.ts'

/** Space for the number of a duplicate, ' (123456789)'. */
const NUMBER_BYTES = 12

/** Equal for paths that some file system treats as the same: by case or by normal form. */
function foldPath(path: string): string {
  return path.normalize('NFD').toLowerCase().toUpperCase()
}

/**
 * Makes cleaned paths distinct on every file system: the first of equal ones stays, the others become 'name (2).ext',
 * 'name (3).ext' in their order. A file with the name of a folder beside it gets a number too. Takes time linear in the
 * number of paths.
 */
export function dedupePaths(paths: readonly string[]): string[] {
  const keys = paths.map(foldPath)
  const taken = new Set<string>()
  for (const key of keys) {
    for (let at = key.indexOf('/'); at >= 0; at = key.indexOf('/', at + 1)) taken.add(key.slice(0, at))
  }
  const isClash = keys.map((key) => taken.has(key) || !taken.add(key))
  const nextNumbers = new Map<string, number>()
  return paths.map((path, index) => (isClash[index] ? numberedPath(path, taken, nextNumbers) : path))
}

function numberedPath(path: string, taken: Set<string>, nextNumbers: Map<string, number>): string {
  const nameAt = path.lastIndexOf('/') + 1
  const [stem, extension] = splitExtension(path.slice(nameAt))
  const head = path.slice(0, nameAt) + fit(stem, MAX_NAME_BYTES - NUMBER_BYTES - byteLength(extension))
  const counter = foldPath(`${head}\0${extension}`)
  for (let number = nextNumbers.get(counter) ?? 2; ; number++) {
    const numbered = cleanPath(`${head} (${number})${extension}`).path
    const key = foldPath(numbered)
    if (taken.has(key)) continue
    taken.add(key)
    nextNumbers.set(counter, number + 1)
    return numbered
  }
}
