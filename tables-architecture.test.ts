/** Which tables the statements of the server use, compared with ARCHITECTURE.md. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readOwners } from './scripts/tables/owners.ts'
import { readServerStatements } from './scripts/tables/server-statements.ts'

const root = import.meta.dirname
const MAX_VIEWS = 8
const owners = readOwners(root)
const statements = readServerStatements(root, owners)
const migrations = globSync('apps/server/src/platform/database/migrations/*.sql', { cwd: root })
  .map((path) => readFileSync(join(root, path), 'utf8'))
  .join('\n')

describe('the tables of ARCHITECTURE.md', () => {
  test('are those of the migrations, each with one owner', () => {
    const made = [...migrations.matchAll(/^create table (?:if not exists )?(\w+)/gm)].map(([, name]) => name)
    expect(owners.rows.map(({ table }) => table).sort()).toEqual(['migrations', ...made].sort())
  })

  test('name at most eight views, which the migrations create with the rights of the caller', () => {
    const made = [...migrations.matchAll(/^create view (\w+) with \(security_invoker(?: = true)?\)/gm)]
    expect(owners.views.map(({ view }) => view).sort()).toEqual(made.map(([, name]) => name).sort())
    // A later migration adds columns by replacing a view.
    const all = [...migrations.matchAll(/^create (?:or replace )?view (\w+)/gm)].map(([, name]) => name)
    expect([...new Set(all)].sort()).toEqual(made.map(([, name]) => name).sort())
    for (const [made] of migrations.matchAll(/^create (?:or replace )?view .*/gm))
      expect(made).toContain('security_invoker')
    expect(owners.views.length).toBeLessThanOrEqual(MAX_VIEWS)
  })
})

describe('the statements of the server', () => {
  test('are in stores, and in the parts of the platform that run the database and its jobs', () => {
    const allowed = /-store\.ts$|^platform\/(?:database|jobs)\//
    expect(statements.filter(({ path }) => !allowed.test(path)).map(({ path }) => path)).toEqual([])
  })

  test('name tables, views, and their own definitions, under names that no table has', () => {
    const faults = statements.flatMap(({ path, unknown, hidden }) => [
      ...unknown.map((name) => `${path}: ${name} is no table of ARCHITECTURE.md`),
      ...hidden.map((name) => `${path}: WITH ${name} hides the table ${name}; give it another name`),
    ])
    expect(faults).toEqual([])
  })

  test('use the tables of their own module', () => {
    const faults = statements
      .filter(({ foreign }) => foreign !== '')
      .map(({ path, foreign }) => whatToDo(path, foreign))
    expect(faults.join('\n\n')).toBe('')
  })
})

function whatToDo(path: string, foreign: string): string {
  const uses = foreign.split(' ').map((use) => {
    const table = use.replace('!', '')
    return `${use.endsWith('!') ? 'writes' : 'reads'} ${table}, which ${owners.ownerOf(table)} owns`
  })
  return `${path} ${uses.join('; ')}. Call a function of the owner's index.ts (and add the import to ARCHITECTURE.md), or
  move the statement into the owner's store and export it there, or read a view that ARCHITECTURE.md names.`
}
