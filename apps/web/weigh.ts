import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/**
 * What each entry loads before anyone touches the page, gzipped, compared with its limit; and that every style of
 * Mantine's is in its layer, so that the order of late files does not matter. Exits with 1 where one is not so.
 */
const CLIENT = join(import.meta.dirname, 'dist/client')
const limits: Record<string, { limitKb: number; packs: string[] }> = {
  'index.html': { limitKb: 143.6, packs: ['src/shared/words/packs/*/first.ts', 'src/app/packs/*/home.ts'] },
  'src/entries/download/client.tsx': {
    limitKb: 96.7,
    packs: ['src/shared/words/packs/*/first.ts', 'src/entries/download/packs/*/download.ts'],
  },
  'src/entries/request-page/client.tsx': {
    limitKb: 107.2,
    packs: ['src/shared/words/packs/*/first.ts', 'src/entries/request-page/packs/*/answer.ts'],
  },
}

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

const manifest: Record<string, Chunk> = JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8'))

/** The chunk and everything that it imports at once; later loads do not count. */
function loadedWith(key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen
  seen.add(key)
  for (const imported of manifest[key]?.imports ?? []) loadedWith(imported, seen)
  return seen
}

const kilobytes = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(CLIENT, file)), { level: 9 }).length, 0) / 1000

const filesOf = (keys: Iterable<string>) => [...keys].flatMap((name) => manifest[name] ?? [])

/** The words come in one language; the heavier one counts. */
function withWords(key: string, packs: string[]): number {
  const inLanguages = ['en', 'zh'].map((language) => {
    const loaded = loadedWith(key)
    for (const pack of packs) loadedWith(pack.replace('*', language), loaded)
    return kilobytes(new Set(filesOf(loaded).map(({ file }) => file)))
  })
  return Math.max(...inLanguages)
}

for (const [key, { limitKb, packs }] of Object.entries(limits)) {
  const chunks = filesOf(loadedWith(key))
  const script = withWords(key, packs)
  const style = kilobytes(new Set(chunks.flatMap(({ css }) => css ?? [])))
  const isOver = script > limitKb
  if (isOver) process.exitCode = 1
  const verdict = isOver ? 'OVER' : 'within'
  process.stdout.write(
    `${key}: script ${script.toFixed(1)} kB, ${verdict} ${limitKb} kB; style ${style.toFixed(1)} kB\n`,
  )
}

/** The part of a style sheet outside the layer. */
function outsideLayer(css: string): string {
  const parts = css.split('@layer mantine{')
  const rest = parts.slice(1).map((part) => {
    let depth = 1
    let at = 0
    for (; depth > 0 && at < part.length; at++) depth += part[at] === '{' ? 1 : part[at] === '}' ? -1 : 0
    return part.slice(at)
  })
  return [parts[0], ...rest].join('')
}

const sheets = readdirSync(join(CLIENT, 'assets')).filter((name) => name.endsWith('.css'))
for (const name of sheets) {
  if (!/\.m_[0-9a-f]{6,8}\b/.test(outsideLayer(readFileSync(join(CLIENT, 'assets', name), 'utf8')))) continue
  process.exitCode = 1
  process.stdout.write(`${name}: styles of Mantine's stand outside their layer\n`)
}
process.stdout.write(`${sheets.length} style sheets: Mantine's in its layer\n`)
