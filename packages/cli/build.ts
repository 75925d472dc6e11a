/**
 * `npm run build:cli`: the command line as one file without dependencies, and the package around it, in
 * packages/cli/dist. `npm pack` of that folder makes what is published.
 */
import { chmodSync, copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '@waybill/contract/core/routes'
import { rolldown } from 'rolldown'

const here = import.meta.dirname
const root = join(here, '../..')

/** Sums in JavaScript are for pages without a secure context; Node has its own. */
const withoutPageSums = {
  name: 'without-page-sums',
  resolveId: (source: string) => (source.endsWith('/in-page.ts') ? { id: 'node:crypto', external: true } : null),
}

/** Of the table of all calls, the program keeps those that its sources name. */
const withUsedRoutes = {
  name: 'with-used-routes',
  load(id: string) {
    if (!id.endsWith('/contract/src/core/routes.ts')) return null
    const sources = globSync('src/**/*.ts', { cwd: here }).map((path) => readFileSync(join(here, path), 'utf8'))
    const isUsed = (name: string) => sources.some((text) => text.includes(`'${name}'`))
    const used = Object.entries(routes).filter(([name]) => isUsed(name))
    return `export const routes = ${JSON.stringify(Object.fromEntries(used))}`
  },
}

/** Writes the program as one file. 'cjs' is what the single executable takes. */
export async function bundleCli(file: string, format: 'esm' | 'cjs'): Promise<void> {
  const { version } = readManifest()
  const bundle = await rolldown({
    input: join(here, 'src/main.ts'),
    platform: 'node',
    plugins: [withoutPageSums, withUsedRoutes],
    transform: { target: 'node20', define: { WAYBILL_VERSION: JSON.stringify(version) } },
  })
  await bundle.write({ file, format, minify: true, codeSplitting: false })
  await bundle.close()
}

const readManifest = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))

/** Builds into `folder`, which it empties, and returns the program's path. */
export async function buildCli(folder: string): Promise<string> {
  const { version, license, description } = readManifest()
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const program = join(folder, 'waybill.mjs')
  await bundleCli(program, 'esm')
  chmodSync(program, 0o755)
  const manifest = {
    name: 'waybill',
    version,
    description: `${description}: the command line`,
    license,
    type: 'module',
    bin: { waybill: 'waybill.mjs' },
    files: ['waybill.mjs'],
    // From there on zlib has CRC-32.
    engines: { node: '>=20.15' },
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  copyFileSync(join(root, 'docs/cli.md'), join(folder, 'README.md'))
  copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  return program
}

if (process.argv[1] === import.meta.filename) await buildCli(join(here, 'dist'))
