import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { cloneDatabase } from '#test/test-database'

interface Column {
  kind: string
  isNullable: boolean
}

/** What a column's TypeScript type says, in the words of `liveKinds`. */
function declaredColumn(type: string): Column {
  const isNullable = /OptionalNull|OrNull|\| null/.test(type)
  const kind = [
    [/Instant/, 'instant'],
    [/Bytea|Buffer/, 'bytes'],
    [/Json(?:OrNull)?</, 'json'],
    [/\[\]/, 'array'],
    [/boolean/, 'boolean'],
    [/number/, 'number'],
    [/string|'|StoreKind|AlarmName|AlertMode|SubscriptionStatus|Evidence/, 'text'],
  ].find(([pattern]) => (pattern as RegExp).test(type))?.[1]
  return { kind: String(kind), isNullable }
}

const liveKinds: Record<string, string> = {
  text: 'text',
  'character varying': 'text',
  inet: 'text',
  'USER-DEFINED': 'text',
  int8multirange: 'text',
  integer: 'number',
  bigint: 'number',
  boolean: 'boolean',
  bytea: 'bytes',
  jsonb: 'json',
  ARRAY: 'array',
  'timestamp with time zone': 'instant',
}

function declaredSchema(): Record<string, Record<string, Column>> {
  const source = readdirSync(import.meta.dirname)
    .filter((file) => file === 'schema.ts' || file.endsWith('-tables.ts'))
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join('\n')
  const interfaces = new Map<string, Record<string, Column>>()
  for (const [, name = '', body = ''] of source.matchAll(/export interface (\w+Table) \{\n([\s\S]*?)\n\}/g)) {
    const lines = body.split('\n').map((line) => /^\s+(\w+): (.+)$/.exec(line))
    interfaces.set(name, Object.fromEntries(lines.flatMap((m) => (m ? [[m[1], declaredColumn(m[2] ?? '')]] : []))))
  }
  const lists = source.matchAll(/export interface (?:Database|\w+Tables)(?:\s+extends [\w,\s]+)? \{\n([\s\S]*?)\n\}/g)
  const tables = [...lists].map(([, list]) => list).join('\n')
  return Object.fromEntries(
    [...tables.matchAll(/(\w+): (\w+)/g)].map(([, table, type]) => [table, interfaces.get(type ?? '') ?? {}]),
  )
}

test('row types say what the live schema says', async () => {
  const database = await cloneDatabase()
  const client = new pg.Client(database.url)
  await client.connect()
  const { rows } = await client.query<{
    table_name: string
    column_name: string
    data_type: string
    is_nullable: string
  }>(
    `select table_name, column_name, data_type, is_nullable from information_schema.columns
     where table_schema = 'public' and table_name <> 'migrations'
       and not (select relispartition from pg_class where oid = format('%I', table_name)::regclass)`,
  )
  await client.end()
  await database.drop()
  const live: Record<string, Record<string, Column>> = {}
  for (const row of rows) {
    live[row.table_name] ??= {}
    const table = live[row.table_name] as Record<string, Column>
    table[row.column_name] = { kind: liveKinds[row.data_type] ?? row.data_type, isNullable: row.is_nullable === 'YES' }
  }
  expect(Object.keys(live).length).toBeGreaterThan(10)
  expect(declaredSchema()).toEqual(live)
})
