/** Migrations expand; a later release contracts. Builds of two releases then serve side by side during an update. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { takingsOf } from '#test/database/expand-first'

const FOLDER = join(import.meta.dirname, '../migrations')
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../../../../package.json'), 'utf8'))

/** From before the rule, when no release had been made; a migration that ran is never changed. */
const BEFORE_THE_RULE = [
  '0005-company-and-promotions.sql',
  '0006-money-faults.sql',
  '0011-domains.sql',
  '0015-team-books.sql',
  '0030-questions.sql',
]

test('no migration takes away what the release before it uses', () => {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.sql'))
  const taking = names.filter((name) => takingsOf(readFileSync(join(FOLDER, name), 'utf8'), version).length > 0)
  expect(taking.sort()).toEqual(BEFORE_THE_RULE)
})

test.each([
  ['alter table things drop column size;', 'drops a column'],
  ['alter table things\n  rename column size to bytes;', 'renames'],
  ['alter table things rename to objects;', 'renames'],
  ['drop table things;', 'drops what older builds use'],
  [
    'create index a on b (c);\nalter table things alter column size set not null;',
    'refuses rows that older builds write',
  ],
  ['alter table things alter size drop not null;', 'gives older builds a null that they do not expect'],
  ['alter table things alter column size type bigint;', 'changes the type of a column'],
  ['alter table things add column size int not null;', 'adds a column that older builds leave empty'],
  ['alter table things add column a int, add column b text not null;', 'adds a column that older builds leave empty'],
  ['alter table things drop constraint things_name_key;', 'drops a key that older builds may name'],
  ['-- contract: unused since 0.2.0\nalter table things drop column size;', 'drops a column'],
  ['-- contract: unused since 0.1.0\nselect 1;\nalter table things drop column size;', 'drops a column'],
])('refuses %j', (sql, because) => {
  expect(takingsOf(sql, '0.2.0').map((taking) => taking.because)).toEqual([because])
})

test.each([
  'create table things (size int not null);',
  'alter table things add column size int;',
  "alter table things add column size int not null default 0, add column kind text not null default 'a';",
  'alter table things drop constraint things_kind_check, add check (kind in (1, 2));',
  '-- once there was: drop column size\nselect 1;',
  'create function f() returns void language plpgsql as $$ begin drop table things; end $$;',
  '-- contract: unused since 0.1.3\nalter table things drop column size;',
])('accepts %j', (sql) => {
  expect(takingsOf(sql, '0.2.0')).toEqual([])
})
