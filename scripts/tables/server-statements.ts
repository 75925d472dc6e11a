import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Owners } from './owners.ts'
import { tablesOf } from './tables-of.ts'

export interface FileStatements {
  /** Relative to apps/server/src. */
  path: string
  module: string
  /** Tables that it uses and its module does not own; a '!' marks those that it writes: 'mails transfers!'. */
  foreign: string
  unknown: string[]
  hidden: string[]
}

const SERVER = 'apps/server/src'
const isTest = /\.(?:test|s3-test|conformance)\.ts$|(?:^|\/)test\//

/** What the statements of each of the server's files use; without files that have no statements. */
export function readServerStatements(root: string, owners: Owners): FileStatements[] {
  const names = new Set([...owners.rows.map(({ table }) => table), ...owners.views.map(({ view }) => view)])
  const paths = globSync('**/*.ts', { cwd: join(root, SERVER) }).map((path) => path.replaceAll('\\', '/'))
  return paths
    .filter((path) => !isTest.test(path))
    .sort()
    .flatMap((path) => {
      const { reads, writes, unknown, hidden } = tablesOf(readFileSync(join(root, SERVER, path), 'utf8'), names)
      if (reads.length + writes.length + unknown.length + hidden.length === 0) return []
      const module = owners.moduleOf(path)
      const foreign = [
        ...reads.filter((name) => !owners.mayUse(module, name, false)),
        ...writes.filter((name) => !owners.mayUse(module, name, true)).map((name) => `${name}!`),
      ]
      return [{ path, module, foreign: foreign.sort().join(' '), unknown, hidden }]
    })
}
