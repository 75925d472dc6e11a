import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageAssets, RenderDownloadPage } from '../../../web/src/download/page-props.ts'

const BUILT = join(import.meta.dirname, '../../../web/dist')
const ENTRY = 'src/download/client.tsx'

/** Faces of the first paint; the others come when a letter asks for them. */
const FIRST_FACES = [
  /\/instrument-sans-latin-wght-normal-[^/]*\.woff2$/,
  /\/ibm-plex-mono-latin-400-normal-[^/]*\.woff2$/,
]

/** A line of the manifest that Vite writes beside what it builds. */
interface BuiltChunk {
  file: string
  imports?: string[]
  css?: string[]
  assets?: string[]
}

type Manifest = Record<string, BuiltChunk>

export interface BuiltDownloadPage {
  render: RenderDownloadPage
  /** What the page loads, by the names of this build. */
  assets: Omit<PageAssets, 'nonce'>
}

let built: Promise<BuiltDownloadPage> | null = null

/** The recipient's page as the web app's build has left it, read once. */
export function builtDownloadPage(): Promise<BuiltDownloadPage> {
  built ??= readBuilt().catch((error) => {
    built = null
    throw error
  })
  return built
}

async function readBuilt(): Promise<BuiltDownloadPage> {
  const manifest = JSON.parse(readFileSync(join(BUILT, 'client/.vite/manifest.json'), 'utf8')) as Manifest
  const { render } = await import(pathToFileURL(join(BUILT, 'server/server.js')).href)
  return { render, assets: assetsOf(manifest) }
}

/** Everything the entry imports, directly or not; what is shared comes first, so that the page's own style wins. */
function assetsOf(manifest: Manifest): Omit<PageAssets, 'nonce'> {
  const entry = chunkNamed(manifest, ENTRY)
  const shared = new Set<BuiltChunk>()
  collectImports(manifest, entry, shared)
  const chunks = [...shared, entry]
  const paths = (pick: (chunk: BuiltChunk) => string[] | undefined) => [
    ...new Set(chunks.flatMap((chunk) => (pick(chunk) ?? []).map((file) => `/${file}`))),
  ]
  return {
    script: `/${entry.file}`,
    modules: [...shared].map(({ file }) => `/${file}`),
    styles: paths(({ css }) => css),
    fonts: paths(({ assets }) => assets).filter((file) => FIRST_FACES.some((face) => face.test(file))),
  }
}

function collectImports(manifest: Manifest, chunk: BuiltChunk, found: Set<BuiltChunk>): void {
  for (const name of chunk.imports ?? []) {
    const imported = chunkNamed(manifest, name)
    if (found.has(imported)) continue
    collectImports(manifest, imported, found)
    found.add(imported)
  }
}

function chunkNamed(manifest: Manifest, name: string): BuiltChunk {
  const chunk = manifest[name]
  if (chunk === undefined) throw new Error(`The built web app has no ${name}`)
  return chunk
}
