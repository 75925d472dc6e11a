import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = import.meta.dirname
const SERVER = 'apps/server/src/'
const CAP_LINES = 300
const CAP_MEDIAN = 50
const CAP_P90 = 160

interface SourceFile {
  path: string
  text: string
  /**
   * Import targets: repository paths for relative imports, the specifier itself for packages; type-only imports are
   * separate.
   */
  imports: Array<{ target: string; isTypeOnly: boolean }>
}

const isTest = (path: string) => /\.(test|s3-test|conformance)\.tsx?$|\/test\//.test(path)

function readSources(): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed
    .split('\n')
    .filter((path) => /^(apps|packages)\//.test(path) && existsSync(join(root, path)))
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8')
      return { path, text, imports: importsOf(path, text) }
    })
}

function importsOf(path: string, text: string): SourceFile['imports'] {
  const pattern = /^(?:import|export)\s+(type\s+)?(?:([^'"]*?)\s+from\s+)?['"]([^'"]+)['"]/gm
  const dynamic = [...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)].map((match) => ({
    target: match[1] ?? '',
    isTypeOnly: false,
  }))
  const fixed = [...text.matchAll(pattern)].map(([, typeWord, names = '', target = '']) => ({
    target,
    isTypeOnly: typeWord !== undefined || (/^\{[^}]*\}$/.test(names.trim()) && allTyped(names)),
  }))
  return [...fixed, ...dynamic].map(({ target, isTypeOnly }) => ({
    target: target.startsWith('.')
      ? relative(root, join(root, dirname(path), target))
          .split(sep)
          .join('/')
      : target,
    isTypeOnly,
  }))
}

const allTyped = (names: string) =>
  names
    .replace(/[{}]/g, '')
    .split(',')
    .filter((name) => name.trim() !== '')
    .every((name) => name.trim().startsWith('type '))

/** The table "Which module imports which" of ARCHITECTURE.md. */
function importTable(): Map<string, string[]> {
  const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  const rows = [...page.matchAll(/^\| ([\w/-]+) \| ([\w/, -]*)\|$/gm)].filter(
    ([, name = '']) => name !== 'Module' && !/^-+$/.test(name),
  )
  return new Map(
    rows.map(([, name = '', list = '']) => [
      name,
      list
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    ]),
  )
}

const sources = readSources()
const code = sources.filter(({ path }) => !isTest(path))
const table = importTable()
/**
 * The module of a file: the row of the table with the longest matching path; else its folder, or a file of the root.
 */
const moduleOf = (path: string): string | undefined => {
  if (!path.startsWith(SERVER)) return undefined
  const inside = path.slice(SERVER.length)
  const rows = [...table.keys()].filter((row) => inside.startsWith(`${row}/`))
  return rows.sort((a, b) => b.length - a.length)[0] ?? inside.split('/')[0]
}

const valueImporters = (pattern: RegExp, allowed: RegExp) =>
  code
    .filter(
      ({ path, imports }) =>
        !allowed.test(path) && imports.some(({ target, isTypeOnly }) => !isTypeOnly && pattern.test(target)),
    )
    .map(({ path }) => path)

const users = (pattern: RegExp, allowed: RegExp) =>
  code
    .filter(({ path, text }) => !allowed.test(path) && pattern.test(text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')))
    .map(({ path }) => path)

describe('the architecture', () => {
  test('every module is in the import table', () => {
    const modules = new Set(
      code.map(({ path }) => moduleOf(path)).filter((name) => name && !name.endsWith('.ts') && name !== 'platform'),
    )
    expect([...modules].sort()).toEqual([...table.keys()].sort())
  })

  test('a module imports the modules of its row and no others, and only through their index.ts', () => {
    const used = new Map([...table.keys()].map((row) => [row, new Set<string>()]))
    const pastIndex: string[] = []
    const fromPlatform: string[] = []
    for (const { path, imports } of code) {
      const from = moduleOf(path)
      if (!from || from.endsWith('.ts')) continue
      for (const { target } of imports) {
        const to = moduleOf(target)
        if (!to || to === from || !table.has(to)) continue
        used.get(from)?.add(to)
        if (!table.has(from)) fromPlatform.push(`${path} imports ${target}`)
        if (target !== `${SERVER}${to}/index.ts`) pastIndex.push(`${path} imports ${target}`)
      }
    }
    expect(fromPlatform).toEqual([])
    expect(pastIndex).toEqual([])
    expect([...table].map(([from, row]) => [from, row.toSorted()])).toEqual(
      [...used].map(([from, to]) => [from, [...to].sort()]),
    )
  })

  test('no module imports itself through others', () => {
    const settled = new Set<string>()
    for (let before = -1; before !== settled.size; ) {
      before = settled.size
      for (const [from, row] of table) if (row.every((to) => settled.has(to))) settled.add(from)
    }
    expect([...table.keys()].filter((row) => !settled.has(row))).toEqual([])
  })

  test('only platform/database, platform/jobs and stores use the database', () => {
    const allowed =
      /apps\/server\/src\/platform\/(database|jobs)\/|-store\.ts$|apps\/server\/src\/(context|platform\/http\/operating\/health)\.ts$/
    expect(valueImporters(/^(pg|kysely)$/, allowed)).toEqual([])
  })

  test('the SDKs of S3 and Stripe stay behind their adapters, the environment and the time behind one file each', () => {
    expect(valueImporters(/^@aws-sdk\//, /storage\/s3\//)).toEqual([])
    const stripe = (path: string) => /platform\/payments\/stripe\//.test(path)
    const importsStripe = code.filter(({ imports }) => imports.some(({ target }) => /^stripe(\/|$)/.test(target)))
    expect(importsStripe.map(({ path }) => path).filter((path) => !stripe(path))).toEqual([])
    expect(users(/constructEventWithoutVerification/, /^never$/)).toEqual([])
    expect(users(/\bprocess\.env\b/, /config\/env\.ts$|vite\.config\.ts$|packages\/cli\/src\/main\.ts$/)).toEqual([])
    expect(users(/\bDate\.now\(|new Date\(\)/, /^apps\/web\/|^packages\/uploader\/|\/clock\.ts$/)).toEqual([])
    expect(users(/\bconsole\./, /^never$/)).toEqual([])
  })

  test('the server computes with time zones in core/zoned-time.ts alone', () => {
    expect(valueImporters(/^temporal-polyfill/, /core\/zoned-time\.ts$/)).toEqual([])
    expect(users(/\bIntl\.DateTimeFormat\b|\bDateTimeFormatPart/, /^apps\/web\//)).toEqual([])
  })

  test('only platform/links.ts makes links to pages', () => {
    const inServer = (paths: string[]) => paths.filter((path) => path.startsWith(SERVER))
    const knowsOrigin = /platform\/(links|config\/config|http\/origins)\.ts$|\/(run-server|passkey-proof)\.ts$/
    expect(inServer(users(/publicUrl\.origin\b/, knowsOrigin))).toEqual([])
    expect(
      inServer(
        users(/`\/(d|w|r|dash|mute|take-back|extension)\/[^`]*\$\{/, /platform\/(links|http\/pages\/pages)\.ts$/),
      ),
    ).toEqual([])
  })

  test('the browser loads neither zod nor the library of time zones', () => {
    const contract = code.filter(({ path }) => path.startsWith('packages/contract/src/'))
    const heavy = new Set(['zod', 'temporal-polyfill'])
    for (let before = -1; before !== heavy.size; ) {
      before = heavy.size
      for (const { path, imports } of contract)
        if (imports.some(({ target, isTypeOnly }) => !isTypeOnly && heavy.has(target))) heavy.add(path)
    }
    const wrong = code
      .filter(({ path }) => /^(apps\/web|packages\/uploader)\//.test(path))
      .flatMap(({ path, imports }) =>
        imports
          .filter(({ target, isTypeOnly }) => !isTypeOnly && /^@waybill\/contract(\/|$)/.test(target))
          .map(({ target }) => ({
            path,
            target: `${target.replace('@waybill/contract', 'packages/contract/src')}.ts`,
          })),
      )
      .filter(({ target }) => heavy.has(target) || !contract.some(({ path }) => path === target))
    expect(wrong).toEqual([])
  })

  test('no feature of the web imports another, shared code imports no feature, and the server imports no page', () => {
    const part = (path: string) => {
      const [, folder = '', name = ''] = /^apps\/web\/src\/([^/]+)\/(?:([^/]+)\/)?/.exec(path) ?? []
      return folder === 'features' || (folder === 'entries' && name) ? `${folder}/${name}` : folder
    }
    const mayImport = (from: string, to: string) =>
      from === to || to === 'shared' || from === 'app' || (from === 'entries' && to.startsWith('entries/'))
    const edges = sources.flatMap(({ path, imports }) =>
      imports.filter(({ target }) => target.startsWith('apps/web/src/')).map(({ target }) => ({ path, target })),
    )
    const inWeb = edges.filter(({ path }) => part(path) && !isTest(path))
    expect(inWeb.filter(({ path, target }) => !mayImport(part(path), part(target)))).toEqual([])
    expect(edges.filter(({ path }) => path.startsWith('apps/server/'))).toEqual([])
  })

  test('the web draws with shared/ui, which wraps Mantine', () => {
    expect(users(/from '@mantine\/|import '@mantine\//, /^apps\/web\/src\/shared\/ui\//)).toEqual([])
  })

  test('a file imports a module once', () => {
    const pattern = /^import\s+(?!(?:type\s+)?\*)[^'"]*?\sfrom\s+'([^']+)'/gm
    const twice = sources.flatMap(({ path, text }) => {
      const named = [...text.matchAll(pattern)].map(([, specifier]) => specifier)
      return named.filter((specifier, nth) => named.indexOf(specifier) !== nth).map((from) => `${path}: ${from}`)
    })
    expect(twice).toEqual([])
  })

  test('files are small', () => {
    const lines = code.map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    expect(lines.filter((one) => one.lines > CAP_LINES)).toEqual([])
    const sorted = lines.map((one) => one.lines).sort((a, b) => a - b)
    expect(sorted[Math.floor(sorted.length * 0.5)]).toBeLessThanOrEqual(CAP_MEDIAN)
    expect(sorted[Math.floor(sorted.length * 0.9)]).toBeLessThanOrEqual(CAP_P90)
  })

  test('no file has a banned name', () => {
    const banned = /(^|[-/])(service|manager|helper|helpers|util|utils|common|misc|data|info)([-./]|$)/
    expect(sources.map(({ path }) => path).filter((path) => banned.test(path))).toEqual([])
  })
})
