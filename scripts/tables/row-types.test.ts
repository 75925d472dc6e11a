import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { cloneDatabase } from '../../apps/server/test/database/test-database.ts'
import { readOwners } from './owners.ts'
import { readColumns, readViewColumns } from './read-columns.ts'
import { writeRowTypes } from './row-types.ts'

const root = join(import.meta.dirname, '../..')
const folder = 'apps/server/src/platform/database'
const columnTypes = readFileSync(join(root, folder, 'column-types.ts'), 'utf8')

test('the row types match the live schema (run: npm run tables)', async () => {
  const database = await cloneDatabase()
  const client = new pg.Client(database.url)
  await client.connect()
  const tables = await readColumns(client)
  const columns = [...tables, ...(await readViewColumns(client, tables))]
  await client.end()
  await database.drop()
  const files = writeRowTypes(columns, readOwners(root), columnTypes)
  expect(files.size).toBeGreaterThan(10)
  const stale = [...files].filter(([path, text]) => textOf(path) !== text).map(([path]) => path)
  expect(stale, 'stale; run: npm run tables').toEqual([])
  const there = globSync(`${folder}/tables/*.ts`, { cwd: root }).map((path) => path.replaceAll('\\', '/'))
  expect(there.filter((path) => !files.has(path))).toEqual([])
})

const textOf = (path: string) =>
  existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8').replaceAll('\r\n', '\n') : ''

test('a column that the schema cannot describe must be described, and a description without a column must go', () => {
  const owners = { ...readOwners(root), rows: [{ table: 'things', owner: 'library' }] }
  const column = { table: 'things', name: 'facts', isNullable: false, hasDefault: false, values: null }
  expect(() => writeRowTypes([{ ...column, type: 'jsonb' }], owners, '')).toThrow('what things.facts (jsonb) holds')
  expect(() => writeRowTypes([], owners, "  'things.gone': string\n")).toThrow('There is no column things.gone.')
  const texts = { ...column, name: 'kind', type: 'text', values: ['a', 'b'] }
  const files = writeRowTypes([texts, { ...texts, isNullable: true, name: 'other' }], owners, '')
  expect(files.get(`${folder}/tables/library.ts`)).toContain(
    "export interface ThingsTable {\n  kind: 'a' | 'b'\n  other: OptionalNull<'a' | 'b'>\n}\n",
  )
})

test('a view has the types of the columns that it shows, and no defaults', () => {
  const views = [{ view: 'thing_facts', owner: 'library', readers: [] }]
  const owners = { ...readOwners(root), rows: [{ table: 'things', owner: 'library' }], views }
  const column = { table: 'things', name: 'facts', type: 'jsonb', isNullable: false, hasDefault: true, values: null }
  const shown = { ...column, table: 'thing_facts', hasDefault: false, of: 'things' }
  const files = writeRowTypes([column, shown], owners, "  'things.facts': string\n")
  const text = files.get(`${folder}/tables/library.ts`)
  expect(text).toContain("export interface ThingFactsView {\n  facts: Json<ColumnTypes['things.facts']>\n}\n")
  expect(text).toContain('  things: ThingsTable\n  thing_facts: ThingFactsView\n')
})
