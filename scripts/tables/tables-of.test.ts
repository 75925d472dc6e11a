/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: source text is what is read */
import { expect, test } from 'vitest'
import { tablesOf } from './tables-of.ts'

const tables = new Set(['accounts', 'events', 'files', 'mails', 'recipients', 'transfers', 'uploads'])
const used = (source: string) => {
  const { reads, writes } = tablesOf(source, tables)
  return { reads, writes }
}
const reads = (...names: string[]) => ({ reads: names, writes: [] as string[] })
const writes = (...names: string[]) => ({ reads: [] as string[], writes: names })
const both = (read: string[], written: string[]) => ({ reads: read, writes: written })

test.each([
  ['a select', `db.selectFrom('files').select('id')`, reads('files')],
  ['an alias', `db.selectFrom('files as f').select('f.id')`, reads('files')],
  ['several', `db.selectFrom(['files as f', 'uploads'])`, reads('files', 'uploads')],
  ['type arguments', `db.selectFrom<'files'>('files')`, reads('files')],
  ['joins', `x.innerJoin('files as f', 'f.id', 'a').leftJoin('mails', 'a', 'b')`, reads('files', 'mails')],
  ['over lines', `x.innerJoin(\n  'files as f', (join) => join.onRef('f.id', '=', 'a'))`, reads('files')],
  ['writes', `tx.insertInto('files').values(a); tx.updateTable('mails').set(b)`, writes('files', 'mails')],
  ['a delete that reads', `tx.deleteFrom('files').using('uploads').where(a)`, both(['uploads'], ['files'])],
  ['an update that reads', `tx.updateTable('files').from('uploads').set(a)`, both(['uploads'], ['files'])],
  ['a sub-select', `x.where(({ exists, selectFrom }) => 1).where((eb) => eb.selectFrom('mails'))`, reads('mails')],
  ['an expression to join', `x.innerJoin((eb) => eb.selectFrom('mails').as('m'), (join) => join)`, reads('mails')],
  ['a defined name', `db.with('old', (q) => q.selectFrom('files')).selectFrom('old')`, reads('files')],
  ['other things with from', `Array.from('files'); Buffer.from('a')`, reads('files')],
  ['a name in a variable', `for (const t of ['files', 'mails']) tx.deleteFrom(t)`, writes('files', 'mails')],
  ['a comment', `// db.selectFrom('files')\n/* sql\`from mails\` */`, reads()],
  ['a regular expression', `const a = /'/.test(b); db.selectFrom('files')`, reads('files')],
])('Kysely: %s', (_what, source, expected) => {
  expect(used(source)).toEqual(expected)
})

test.each([
  ['from', 'select 1 from files f, uploads u, lateral (select 1 from mails) m', reads('files', 'mails', 'uploads')],
  [
    'joins',
    'select 1 from files join uploads u on a = b left join mails using (id), events',
    reads('events', 'files', 'mails', 'uploads'),
  ],
  ['a fragment', 'join files f on f.id = x', reads('files')],
  ['a fragment that is a table', 'files f', reads('files')],
  ['a column', 'files.bytes', reads()],
  ['an insert', 'insert into files (id) select id from uploads', both(['uploads'], ['files'])],
  ['an insert without a blank', 'insert into files(id) values (1) on conflict do update set a = 1', writes('files')],
  ['an update', 'update files f set a = 1 from uploads u where u.id = f.id', both(['uploads'], ['files'])],
  ['only', 'update only files set a = 1', writes('files')],
  ['a delete', 'delete from files using uploads u where u.id = a', both(['uploads'], ['files'])],
  [
    'a merge',
    'merge into files using uploads on a = b when matched then update set c = 1',
    both(['uploads'], ['files']),
  ],
  ['a lock of rows', 'select 1 from files for no key update', reads('files')],
  ['a lock of a table', 'lock table files in share mode', writes('files')],
  [
    'a defined name',
    'with a as (select 1 from files), b (c) as not materialized (delete from mails) select 1 from a join b on true',
    both(['files'], ['mails']),
  ],
  ['what it is distinct from', 'select a is not distinct from mails from files', reads('files')],
  [
    'parts of dates and texts',
    `select extract(epoch from mails), trim(both ' ' from events) from files`,
    reads('files'),
  ],
  ['functions', 'select 1 from unnest(array[1]) with ordinality as files (a, b), generate_series(1, 2) mails', reads()],
  ['rows', 'select 1 from (values (1)) as mails (a), files', reads('files')],
  ['texts', `select 'from mails' as "from", "a", 'it''s' from files -- from events`, reads('files')],
  ['quoted names', 'select 1 from "files" f where "update" = 1', reads('files')],
  ['a select that selects nothing', 'exists (select from files where a = b)', reads('files')],
  ['an order in a call', 'select array_agg(a order by b, mails) from files', reads('files')],
  ['a list after a clause', 'select 1 from files where a order by b, mails', reads('files')],
  ['another schema', 'select 1 from pg_catalog.pg_class c join information_schema.columns on true', reads()],
])('SQL: %s', (_what, text, expected) => {
  expect(used(`await sql<{ n: number }>\`${text}\`.execute(db)`)).toEqual(expected)
})

test('the scan reads code inside a template in its position', () => {
  expect(used('sql`select 1 from ${sql`files`} where ${a ? sql`exists (select from mails)` : b}`')).toEqual(
    reads('files', 'mails'),
  )
  expect(used("sql`select 1 from ${sql.table(which)}`; const names = ['files']")).toEqual(reads('files'))
  expect(used("sql`delete from ${sql.table(which)}`; const names = ['files']")).toEqual(writes('files'))
  expect(used('sql`select 1 from ${given(files)} join mails m on a = ${`x${sql`select 1 from uploads`}`}`')).toEqual(
    reads('mails', 'uploads'),
  )
})

test('texts are SQL where code runs them, or when they begin like SQL', () => {
  expect(used("client.query('update files set a = 1')")).toEqual(writes('files'))
  expect(used('client.query<{ a: Array<number> }>(`select 1 from files`)')).toEqual(reads('files'))
  expect(used('const text = `\n  select 1 from files`')).toEqual(reads('files'))
  expect(used("const words = 'These files are deleted from transfers'; const a = 'update'")).toEqual(reads())
})

test('reports names that are neither tables nor defined, and definitions that hide a table', () => {
  expect(tablesOf('sql`select 1 from file`', tables)).toMatchObject({ unknown: ['file'], hidden: [] })
  expect(tablesOf('sql`with files as (select 1) select 1 from files`', tables)).toMatchObject({ hidden: ['files'] })
  expect(tablesOf("db.with('files', f)", tables)).toMatchObject({ hidden: ['files'] })
})
