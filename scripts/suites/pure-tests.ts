/**
 * Which test files are pure: they and the test code that they import use nothing outside of their process except files
 * that they read. The imports of a test show what it needs, so nobody keeps a list. This does not follow the code under
 * test: that code may import a database client while the rule tested beside it needs no database.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** What starts or reaches a database, a server, a browser, another process or thread, or a temporary folder. */
const OUTSIDE =
  /^(?:node:(?:child_process|cluster|dgram|dns|http|http2|https|net|os|tls|worker_threads)|pg|kysely|fastify|nodemailer|@playwright\/test|smtp-server|undici|ws)(?:\/|$)/

const isTestCode = (path: string) => /\.(?:test|conformance)\.tsx?$|\/test\//.test(path)

/** What the file imports at run time: types are gone by then. */
const importsOf = (text: string): string[] =>
  [...text.matchAll(/^(?:import|export)\s+(?!type\s)(?:[^'";]*?\sfrom\s+)?'([^']+)'|\bimport\('([^']+)'\)/gm)].map(
    ([, fixed, late]) => fixed ?? late ?? '',
  )

/** A repository path, or null for a package and for a module of Node. */
function resolve(path: string, target: string): string | null {
  if (target.startsWith('#test/')) return `apps/server/test/${target.slice('#test/'.length)}.ts`
  return target.startsWith('.') ? relative(root, join(root, dirname(path), target)) : null
}

/** `read` returns a file's text, or '' where there is none. */
export function isPure(path: string, read: (path: string) => string, seen = new Set<string>()): boolean {
  if (seen.has(path)) return true
  seen.add(path)
  return importsOf(read(path)).every((target) => {
    if (OUTSIDE.test(target)) return false
    const file = resolve(path, target)
    return file === null || !isTestCode(file) || isPure(file, read, seen)
  })
}

const readFile = (path: string) => readFileSync(join(root, path), 'utf8')

/** Among all files that match the patterns. */
export const pureTests = (patterns: readonly string[]): string[] =>
  globSync([...patterns], { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] }).filter((path) =>
    isPure(path, readFile),
  )
