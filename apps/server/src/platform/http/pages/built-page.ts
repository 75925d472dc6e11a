import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { PageAssets, RenderPage } from '@waybill/contract/core/page'

const BUILT = join(import.meta.dirname, '../../../../../web/dist')

/** Fonts of the first paint; the others load when a character needs them. */
const FIRST_FACES = [
  /\/instrument-sans-latin-wght-normal-[^/]*\.woff2$/,
  /\/ibm-plex-mono-latin-400-normal-[^/]*\.woff2$/,
]

/** An entry of the manifest that Vite writes beside its output. */
interface BuiltChunk {
  file: string
  imports?: string[]
  css?: string[]
  assets?: string[]
}

type Manifest = Record<string, BuiltChunk>

/** What only an answer knows. */
type OfAnswer = 'nonce' | 'ourPicture'

interface BuiltPage<Props> {
  render: RenderPage<Props>
  /** The assets of the page, by their names in this build. */
  assets: Omit<PageAssets, OfAnswer>
}

type AnyPage = 'answer' | 'download'

/** The manifest's name for each page's script, and the folder of each pack of words. */
const scripts: Record<AnyPage, string> = {
  answer: 'src/entries/request-page/client.tsx',
  download: 'src/entries/download/client.tsx',
}
/** Parts that the server renders although the browser loads their code late: the page needs their styles at once. */
const drawnParts: Record<AnyPage, readonly string[]> = {
  answer: ['src/entries/request-page/sealed/sealing-part.tsx'],
  download: [],
}
const packFolders = {
  first: 'src/shared/words/packs',
  home: 'src/app/packs',
  answer: 'src/entries/request-page/packs',
  download: 'src/entries/download/packs',
}

const renderers = { answer: 'renderAnswerPage', download: 'renderDownloadPage' } as const satisfies Record<
  AnyPage,
  string
>

// biome-ignore lint/suspicious/noExplicitAny: each page has props of its own, which its reader names
const built = new Map<AnyPage, Promise<BuiltPage<any>>>()

/** A page from the web app's build, read once. */
export function builtPage<Props>(page: AnyPage): Promise<BuiltPage<Props>> {
  const known = built.get(page) ?? readBuilt(page)
  built.set(page, known)
  known.catch(() => built.delete(page))
  return known
}

async function readBuilt<Props>(page: AnyPage): Promise<BuiltPage<Props>> {
  const manifest = readManifest()
  const server = await import(pathToFileURL(join(BUILT, 'server/server.js')).href)
  return { render: server[renderers[page]], assets: assetsOf(manifest, page) }
}

const readManifest = () => JSON.parse(readFileSync(join(BUILT, 'client/.vite/manifest.json'), 'utf8')) as Manifest

/**
 * The files of the packs of words that a page requests at once, in each language; `apps/web/src/shared/words/packs.ts`.
 */
export function packsOf(names: readonly (keyof typeof packFolders)[], manifest = readManifest()): PageAssets['words'] {
  const filesIn = (language: string): string[] => {
    const chunks = new Set<BuiltChunk>()
    for (const name of names) {
      const pack = chunkNamed(manifest, `${packFolders[name]}/${language}/${name}.ts`)
      collectImports(manifest, pack, chunks)
      chunks.add(pack)
    }
    return [...chunks].map(({ file }) => `/${file}`)
  }
  return { en: filesIn('en'), zh: filesIn('zh') }
}

/** The files of the faces of a page's first paint. */
export interface Faces {
  text: string
  mono: string
}

let faces: Faces | null = null

/** The faces for a document that the build knows nothing of. */
export function builtFaces(): Faces {
  faces ??= facesIn(Object.values(readManifest()))
  return faces
}

/**
 * Where a face is not there for the first paint, one of the system is drawn instead, about as wide and as high as it is,
 * with the figures of `apps/web/src/shared/ui/styles/fonts.css`. These documents are read and left: a face that comes
 * later waits for the next one, since changing it would break lines again and move what is being read.
 */
export const fontFaces = ({ text, mono }: Faces): string =>
  `@font-face { font-family: 'Instrument Sans'; font-weight: 400 700; font-display: optional; src: url('${text}') format('woff2') }
@font-face { font-family: 'IBM Plex Mono'; font-weight: 400; font-display: optional; src: url('${mono}') format('woff2') }
@font-face { font-family: 'Instrument Fallback'; font-weight: 400 500; src: local('Arial'), local('Liberation Sans'), local('Helvetica'); size-adjust: 101%; ascent-override: 96%; descent-override: 24.8%; line-gap-override: 0% }
@font-face { font-family: 'Instrument Fallback'; font-weight: 600 700; src: local('Arial Bold'), local('Arial-BoldMT'), local('Liberation Sans Bold'), local('Helvetica Bold'); size-adjust: 97.2%; ascent-override: 99.8%; descent-override: 25.7%; line-gap-override: 0% }
@font-face { font-family: 'Plex Fallback'; src: local('Courier New'), local('CourierNewPSMT'), local('Liberation Mono'), local('Courier'); size-adjust: 100%; ascent-override: 102.5%; descent-override: 27.5%; line-gap-override: 0% }`

function facesIn(chunks: readonly BuiltChunk[]): Faces {
  const files = chunks.flatMap(({ file, assets = [] }) => [file, ...assets])
  const [text, mono] = FIRST_FACES.map((face) => files.find((file) => face.test(file)))
  if (text === undefined || mono === undefined) throw new Error('The built web app lacks a face of the first paint')
  return { text: `/${text}`, mono: `/${mono}` }
}

/** Everything that the entry imports, directly or not; shared files come first, so that the page's own style wins. */
function assetsOf(manifest: Manifest, page: AnyPage): Omit<PageAssets, OfAnswer> {
  const entry = chunkNamed(manifest, scripts[page])
  const shared = new Set<BuiltChunk>()
  collectImports(manifest, entry, shared)
  const chunks = [...shared, entry]
  const drawn = new Set<BuiltChunk>()
  for (const name of drawnParts[page]) {
    collectImports(manifest, chunkNamed(manifest, name), drawn)
    drawn.add(chunkNamed(manifest, name))
  }
  const styled = [...[...drawn].filter((part) => !chunks.includes(part)), ...chunks]
  const paths = (chunks: Iterable<BuiltChunk>, pick: (chunk: BuiltChunk) => string[] | undefined) => [
    ...new Set([...chunks].flatMap((chunk) => (pick(chunk) ?? []).map((file) => `/${file}`))),
  ]
  return {
    script: `/${entry.file}`,
    modules: [...shared].map(({ file }) => `/${file}`),
    words: packsOf(['first', page], manifest),
    styles: paths(styled, ({ css }) => css),
    fonts: paths(chunks, ({ assets }) => assets).filter((file) => FIRST_FACES.some((face) => face.test(file))),
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
