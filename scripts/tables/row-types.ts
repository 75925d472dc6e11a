import type { Owners } from './owners.ts'
import type { Column } from './read-columns.ts'

const FOLDER = 'apps/server/src/platform/database'
const WIDTH = 120
const HEADER =
  '/** Written by `npm run tables` from the migrated schema; not to be edited. column-types.ts has what it cannot say. */'

const numbers = new Set(['integer', 'bigint'])
const texts = new Set(['text', 'character varying', 'inet', 'int8multirange'])

/**
 * The files with the row types, by their paths: one for each owner, and schema.ts, which joins them. `columnTypes` is
 * the text of column-types.ts; its interface ColumnTypes describes the columns that the schema cannot.
 *
 * @throws Error where a column has no type, or ColumnTypes names a column that does not exist
 */
export function writeRowTypes(columns: Column[], owners: Owners, columnTypes: string): Map<string, string> {
  const given = new Set([...columnTypes.matchAll(/^ {2}'(\w+\.\w+)': /gm)].map(([, name = '']) => name))
  for (const name of given) {
    if (!columns.some((one) => `${one.table}.${one.name}` === name)) throw new Error(`There is no column ${name}.`)
  }
  const files = new Map<string, string>()
  const names = [...new Set(owners.rows.map(({ owner }) => owner))].sort()
  for (const owner of names) {
    const tables = owners.rows.filter((row) => row.owner === owner).map(({ table }) => table)
    const views = owners.views.filter((row) => row.owner === owner).map(({ view }) => view)
    const own = [...tables, ...views].filter((name) => columns.some((column) => column.table === name))
    files.set(pathOf(owner), fileOf(owner, own, columns, given))
  }
  files.set(`${FOLDER}/schema.ts`, schemaOf(names))
  return files
}

const fileName = (owner: string) => `${owner.replaceAll('/', '-')}.ts`
const pathOf = (owner: string) => `${FOLDER}/tables/${fileName(owner)}`
const pascal = (name: string) => name.replace(/(?:^|[_/-])(\w)/g, (_all, letter: string) => letter.toUpperCase())
const listOf = (owner: string) => `${pascal(owner)}Tables`

function fileOf(owner: string, tables: string[], columns: Column[], given: ReadonlySet<string>): string {
  const rows = tables.map((table) => {
    const lines = columns.filter((column) => column.table === table).map((column) => lineOf(column, given))
    return `export interface ${rowOf(table, columns)} {\n${lines.join('\n')}\n}\n`
  })
  const list = `export interface ${listOf(owner)} {\n${tables.map((table) => `  ${table}: ${rowOf(table, columns)}`).join('\n')}\n}\n`
  const body = [...rows, list].join('\n')
  const ours = ['Bytea', 'BytesOrNull', 'ColumnTypes', 'DefaultInstant', 'DefaultJson', 'Instant', 'InstantOrNull']
    .concat(['Json', 'JsonOrNull', 'OptionalNull'])
    .filter((name) => new RegExp(`\\b${name}\\b`).test(body))
  const imports = [
    ...(/\bGenerated</.test(body) ? ["import type { Generated } from 'kysely'"] : []),
    ...(ours.length > 0 ? [importOf(ours, '../column-types.ts')] : []),
  ]
  const top = imports.length > 0 ? `${imports.join('\n')}\n\n` : ''
  return `${top}${HEADER}\n${body}`
}

const rowOf = (name: string, columns: Column[]) =>
  `${pascal(name)}${columns.some(({ table, of }) => table === name && of !== undefined) ? 'View' : 'Table'}`

function importOf(names: string[], from: string): string {
  const line = `import type { ${names.join(', ')} } from '${from}'`
  return line.length <= WIDTH ? line : `import type {\n${names.map((name) => `  ${name},\n`).join('')}} from '${from}'`
}

function lineOf(column: Column, given: ReadonlySet<string>): string {
  return `  ${column.name}: ${typeOf(column, given)}`
}

/** How a column is read and written, by its type and by whether a write may leave it out. */
function typeOf(column: Column, given: ReadonlySet<string>): string {
  const key = `${column.of ?? column.table}.${column.name}`
  const { type, isNullable, hasDefault } = column
  if (type === 'timestamp with time zone')
    return isNullable ? 'InstantOrNull' : hasDefault ? 'DefaultInstant' : 'Instant'
  if (type === 'bytea') return isNullable ? 'BytesOrNull' : 'Bytea'
  const value = given.has(key) ? `ColumnTypes['${key}']` : plainType(column)
  if (value === null) throw new Error(`column-types.ts must say what ${key} (${type}) holds.`)
  if (type === 'jsonb') return `${isNullable ? 'JsonOrNull' : hasDefault ? 'DefaultJson' : 'Json'}<${value}>`
  return isNullable ? `OptionalNull<${value}>` : hasDefault ? `Generated<${value}>` : value
}

function plainType({ type, values }: Column): string | null {
  if (values !== null) return values.map((value) => `'${value}'`).join(' | ')
  if (type.endsWith('[]')) {
    const item = plainType({ type: type.slice(0, -2), values: null } as Column)
    return item === null ? null : `${item}[]`
  }
  if (numbers.has(type)) return 'number'
  if (texts.has(type)) return 'string'
  return type === 'boolean' ? 'boolean' : null
}

function schemaOf(owners: string[]): string {
  const lists = owners.map(listOf)
  return `${owners.map((owner) => `import type { ${listOf(owner)} } from './tables/${fileName(owner)}'`).join('\n')}

export type { DraftRecipient, ForwardedFile } from './column-types.ts'
${owners.map((owner) => `export type * from './tables/${fileName(owner)}'`).join('\n')}

${HEADER}
export interface Database
  extends ${lists.join(',\n    ')} {}
`
}
