import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Owners {
  rows: Array<{ table: string; owner: string }>
  views: Array<{ view: string; owner: string; readers: string[] }>
  /** The one module that owns a table or view. */
  ownerOf(name: string): string | undefined
  /** Whether a module may use a table or view. */
  mayUse(module: string, name: string, isWrite: boolean): boolean
  /** The module of a file under apps/server/src: the row of either table with the longest matching path. */
  moduleOf(path: string): string
}

const NAME = '`(\\w+)`'

/** The table owners, the views and the modules of ARCHITECTURE.md. */
export function readOwners(root: string): Owners {
  const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  const rows = [...page.matchAll(/^\| ([\w/-]+) \| ((?:`\w+` ?)+) ?\|$/gm)].flatMap(([, owner = '', list = '']) =>
    [...list.matchAll(new RegExp(NAME, 'g'))].map(([, table = '']) => ({ table, owner })),
  )
  const views = [...page.matchAll(new RegExp(`^\\| ${NAME} \\| ([\\w/-]+) \\| ([\\w/, -]+) \\|$`, 'gm'))].map(
    ([, view = '', owner = '', readers = '']) => ({ view, owner, readers: readers.split(', ') }),
  )
  const owned = new Map([...rows.map(({ table, owner }) => [table, owner] as const)])
  for (const { view, owner } of views) owned.set(view, owner)
  const modules = [...page.matchAll(/^\| ([\w/-]+) \| [\w/, -]*\|$/gm)].map(([, name = '']) => name)
  const known = [...new Set([...modules, ...owned.values()])].sort((a, b) => b.length - a.length)
  return {
    rows,
    views,
    ownerOf: (name) => owned.get(name),
    mayUse: (module, name, isWrite) =>
      owned.get(name) === module ||
      (!isWrite && views.some(({ view, readers }) => view === name && readers.includes(module))),
    moduleOf: (path) => known.find((name) => path.startsWith(`${name}/`)) ?? path.split('/')[0] ?? '',
  }
}
