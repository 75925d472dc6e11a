import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let root = ''

/** A workspace without packages, so that npm needs no registry. */
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'waybill-prepare-'))
  for (const name of ['prepare.mjs', 'pages/sources-hash.mjs', 'pages/former-assets.mjs'])
    cpSync(join(import.meta.dirname, name), join(root, 'scripts', name))
  write('package.json', JSON.stringify({ name: 'empty', version: '1.0.0', type: 'module' }))
  write(
    'package-lock.json',
    JSON.stringify({ name: 'empty', version: '1.0.0', lockfileVersion: 3, packages: { '': {} } }),
  )
})
afterEach(() => rmSync(root, { recursive: true }))

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), content)
}

function prepare(): { status: number | null; lines: string[] } {
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'scripts/prepare.mjs')], { encoding: 'utf8' })
  return { status, lines: stdout.split('\n').filter((line) => /^(Installing|Building|There|Waybill)/.test(line)) }
}

/** Turns the workspace into one whose pages can be built, with the packages of this repository. */
function addPages(): void {
  prepare()
  symlinkSync(join(import.meta.dirname, '../node_modules/vite'), join(root, 'node_modules/vite'))
  const outDir = "outDir: isSsrBuild ? 'dist/server' : 'dist/client'"
  write('apps/web/vite.config.ts', `export default ({ isSsrBuild }) => ({ build: { ${outDir} } })`)
  write('apps/web/index.html', '<script type="module" src="/src/main.ts"></script>')
  write('apps/web/src/main.ts', 'document.title = "pages"')
  write('apps/web/src/entries/server.tsx', 'export const render = () => "page"')
}

test('installs once, and again when the lockfile changed', () => {
  expect(prepare()).toMatchObject({
    status: 0,
    lines: ['Installing what package-lock.json names …', expect.stringContaining('no pages')],
  })
  expect(readFileSync(join(root, 'node_modules/.waybill-lock'), 'utf8')).toMatch(/^[0-9a-f]{64}$/)
  expect(prepare()).toMatchObject({ status: 0, lines: [expect.stringContaining('no pages')] })
  write('package-lock.json', `${readFileSync(join(root, 'package-lock.json'), 'utf8')}\n`)
  expect(prepare().lines).toContain('Installing what package-lock.json names …')
})

test('an install does not warn of packages that ask for another Node than the one that starts us', () => {
  write('package.json', JSON.stringify({ name: 'empty', version: '1.0.0', type: 'module', engines: { node: '>=99' } }))
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/prepare.mjs')], { encoding: 'utf8' })
  expect(status).toBe(0)
  expect(stderr).not.toContain('EBADENGINE')
})

test('a failed install ends the start, and the next start tries again', () => {
  write('package-lock.json', '{')
  expect(prepare().status).not.toBe(0)
  expect(existsSync(join(root, 'node_modules/.waybill-lock'))).toBe(false)
  expect(prepare().lines).toEqual(['Installing what package-lock.json names …'])
})

test('builds the pages once, and again only when a source changed', () => {
  addPages()
  expect(prepare()).toEqual({ status: 0, lines: ['Building the pages …'] })
  for (const file of ['client/index.html', 'server/server.js'])
    expect(existsSync(join(root, 'apps/web/dist', file))).toBe(true)
  expect(prepare()).toEqual({ status: 0, lines: [] })
  write('packages/contract/src/core/names.test.ts', 'a test')
  expect(prepare().lines).toEqual([])
  for (const source of [
    'packages/contract/src/core/names.ts',
    'packages/sealing/src/seal.ts',
    'apps/web/src/main.ts',
  ]) {
    write(source, 'document.title = "new"')
    expect(prepare().lines, source).toEqual(['Building the pages …'])
  }
})

test('a failed build ends the start, and the next start tries again', () => {
  addPages()
  write('apps/web/src/main.ts', 'this is no script')
  expect(prepare().status).toBe(1)
  expect(prepare().lines).toEqual(['Building the pages …'])
})
