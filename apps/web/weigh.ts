import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** What each entry loads before anyone touches the page, gzipped, against what it may. Exits with 1 when one is over. */
const CLIENT = join(import.meta.dirname, 'dist/client')
const limitsKb: Record<string, number> = {
  'index.html': 150,
  'src/download/client.tsx': 110,
  'src/answer/client.tsx': 110,
}

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8'))

/** The chunk and everything it imports at once; what it loads later does not count. */
function loadedWith(key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const imported of manifest[key]?.imports ?? []) loadedWith(imported, seen)
  return seen
}

const kilobytes = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(CLIENT, file)), { level: 9 }).length, 0) / 1000

for (const [key, limitKb] of Object.entries(limitsKb)) {
  const chunks = [...loadedWith(key)].flatMap((name) => manifest[name] ?? [])
  const script = kilobytes(new Set(chunks.map(({ file }) => file)))
  const style = kilobytes(new Set(chunks.flatMap(({ css }) => css ?? [])))
  const isOver = script > limitKb
  if (isOver) process.exitCode = 1
  const verdict = isOver ? 'OVER' : 'within'
  process.stdout.write(
    `${key}: script ${script.toFixed(1)} kB, ${verdict} ${limitKb} kB; style ${style.toFixed(1)} kB\n`,
  )
}
