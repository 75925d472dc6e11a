/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: source text is what is read */
/** No statement and no command is built from text: what a caller sends is always a parameter. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = import.meta.dirname

/** Where code must assemble a statement or start a program, and why nothing that a caller sends gets there. */
const explained: Record<string, string> = {
  'apps/server/src/platform/database/dump-tables.ts':
    'names of tables and sequences, as the catalogue tells them and escaped; the snapshot is PostgreSQL’s own',
  'apps/server/src/platform/database/load-tables.ts':
    'the same, held against this database’s own catalogue; bounds of partitions match a pattern of dates',
  'apps/server/src/platform/database/embedded/embedded-account.ts':
    'asks the system who runs the database server; fixed words',
  'apps/server/src/platform/database/embedded/embedded-cluster.ts': 'initdb, with paths of the operator’s data folder',
  'apps/server/src/platform/database/embedded/embedded-process.ts': 'starts and stops the embedded PostgreSQL',
  'apps/server/src/platform/database/embedded/embedded.ts':
    'reads that PostgreSQL’s version; makes its two roles, whose names are fixed, and the password is ours and escaped',
  'apps/server/src/platform/database/read-as.ts':
    'fixed words that make a connection a reader, and what Kysely has written',
  'apps/server/src/platform/database/starting/reader-role.ts':
    'makes and grants the reading role; its name is fixed, but in a test',
  'apps/server/src/platform/database/starting/migrate.ts': 'runs our own migration files',
  'apps/server/src/transfers/list/transfer-list-store.ts':
    'the number of a list status, as a literal so that the planner takes its index, and an order by a flag of ours',
  'apps/server/src/platform/sandbox/sandbox-wall.ts':
    'the child that draws pictures: fixed words and paths of our own code; it gets their bytes through a pipe',
  'apps/server/src/platform/payments/sandbox/sandbox-store.ts':
    'the columns of rows that the sandbox has made itself; Kysely quotes their names',
  'apps/server/src/platform/storage/sums/hashing.ts':
    'the process that reads for sums: a file of our own, without arguments',
  'apps/server/src/platform/database/starting/refuse-pooler.ts':
    'LISTEN and NOTIFY of a channel whose name is random hexadecimal digits of ours; the lock is of fixed words',
  'apps/server/src/uploads/upload-store.ts': 'the column of the statement around it, which its author writes',
  'apps/server/src/uploads/on-disk-store.ts': 'the column of the statement around it, which its author writes',
  'apps/server/src/downloads/grant/grant-store.ts': 'a column of one of three tables that this file names',
  'apps/server/src/transfers/transfer-store.ts': 'the column of the statement around it, which its author writes',
  'apps/server/src/requests/submission-store.ts': 'the column of the statement around it, which its author writes',
  'apps/server/src/platform/mail-transport/mail-store.ts':
    'the column of the statement around it, which its author writes',
  'apps/server/src/tracking/alerts/alert-store.ts': 'the names of three columns, which stand in this file',
  'apps/server/src/downloads/delivery/sending-store.ts': 'references to columns, which stand in this file',
  'apps/server/src/supervise.ts': 'starts the server itself, by the path of our own file',
  'apps/server/src/platform/database/listen.ts':
    'LISTEN takes no parameters; the channel is a constant of the module that listens',
  'apps/server/src/tracking/ledger/month-store.ts':
    'names and bounds of partitions take no parameters; PostgreSQL makes both from its own clock',
}

const NAME = '[A-Z][A-Z0-9_]*'
const isLiteral = (text: string) => /^(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[\d_.]+)$/.test(text)

/** A literal, a text or product of constants alone, or the name of a constant: this file shows the value. */
function isFixed(text: string, source: string): boolean {
  if (isLiteral(text)) return true
  if (text.startsWith('`')) {
    const inside = [...text.matchAll(/\$\{([^}]*)\}/g)].map(([, name = '']) => name)
    return inside.every((name) => new RegExp(`^${NAME}$`).test(name) && isFixed(name, source))
  }
  if (/^[\w ]+(?:\*[\w ]+)+$/.test(text)) return text.split('*').every((factor) => isFixed(factor.trim(), source))
  if (!/^\w+$/.test(text)) return false
  const values = [...source.matchAll(new RegExp(`\\bconst ${text}(?:: \\w+)? = (.*)$`, 'gm'))].map(
    ([, value = '']) => value,
  )
  return values.length > 0 && values.every((value) => isLiteral(value.trim()) || /^\d[\d_ *]*$/.test(value.trim()))
}

/** The text from `at` up to the comma or bracket that ends an argument. */
function argumentAt(source: string, at: number): string {
  let depth = 0
  let quote = ''
  for (let end = at; end < source.length; end++) {
    const sign = source[end] as string
    if (quote !== '') {
      if (sign === '\\') end++
      else if (sign === quote) quote = ''
    } else if (/['"`]/.test(sign)) quote = sign
    else if (/[([{]/.test(sign)) depth++
    else if (/[)\]},]/.test(sign)) {
      if (depth === 0) return source.slice(at, end).trim()
      if (sign !== ',') depth--
    }
  }
  return source.slice(at).trim()
}

const always: Array<[RegExp, string]> = [
  [/\bsql\s*\.raw\b|\bCompiledQuery\s*\.raw\b/, 'raw SQL'],
  [/\bsql\(/, 'SQL from a list of texts'],
  [/\.dynamic\b/, 'a dynamic reference'],
  [/['"](?:node:)?(?:child_process|cluster|vm)['"]/, 'a program or code run from here'],
  [/\beval\(|\bnew Function\(/, 'code from text'],
]
/** Functions that must get a fixed text, up to their first argument. */
const fixedOnly: Array<[RegExp, string]> = [
  [/\bsql\s*\.(?:lit|ref|id|table)(?:<[^(]*>)?\(/g, 'a literal or name that is no constant'],
  [/\.query(?:<[^(]*>)?\(/g, 'a statement that is no constant'],
]

function findingsIn(text: string): string[] {
  const source = text.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
  const plain = always.filter(([pattern]) => pattern.test(source)).map(([, what]) => what)
  const told = fixedOnly.flatMap(([pattern, what]) =>
    [...source.matchAll(pattern)]
      .map((match) => argumentAt(source, match.index + match[0].length))
      .filter((argument) => !isFixed(argument, source))
      .map((argument) => `${what}: ${argument}`),
  )
  return [...plain, ...told]
}

test('no statement, program or code is made from text without an explanation', () => {
  const files = globSync('apps/server/src/**/*.ts', { cwd: root }).filter(
    (path) => !/\.(test|s3-test|conformance)\.ts$/.test(path),
  )
  expect(files.length).toBeGreaterThan(150)
  const found = files
    .map((path) => ({ path, findings: findingsIn(readFileSync(join(root, path), 'utf8')) }))
    .filter(({ findings }) => findings.length > 0)
  expect(found.filter(({ path }) => !(path in explained))).toEqual([])
  expect(Object.keys(explained).filter((path) => !found.some((one) => one.path === path))).toEqual([])
})

describe('the check', () => {
  test.each([
    'sql`select * from t where id = ${sql.raw(id)}`',
    'sql.lit(name)',
    'sql.lit(DAYS)',
    'const DAYS = 7\nsql.lit(DAYS * count)',
    'const DAYS = Number(input)\nsql.lit(DAYS)',
    'sql.table(request.body.table)',
    'sql.ref(`t.${column}`)',
    'CompiledQuery.raw(text)',
    'await client.query(`select * from t where id = ${id}`)',
    "await pool.query<Row>('select * from t where id = ' + id)",
    'await client.query(statement, [id])',
    'await client.query({ text: statement })',
    'db.dynamic.ref(column)',
    'sql([text] as never)',
    "import { spawn } from 'node:child_process'",
    "const { execSync } = await import('child_process')",
    "new Function('return 1')()",
  ])('finds %s', (text) => {
    expect(findingsIn(text)).toHaveLength(1)
  })

  test.each([
    'sql`select * from t where id = ${id}`',
    "sql.lit('files-arrived')",
    'const DAYS = 7\nsql.lit(DAYS)',
    'const MS = 60 * 1_000\nsql.lit(MS)',
    'const DAYS = 7\nsql.lit(DAYS * 86_400)',
    "sql.ref('f.deleted_at')",
    "await client.query('select $1, $2', [a, `${b}`])",
    "const CHANNEL = 'waybill'\nawait client.query(`listen ${CHANNEL}`)",
    "const sql = 'select $1'\nawait client.query<{ a: number }>(sql, [a])",
    'await client.query(\n  `select 1`,\n)',
    'request.query as Asked',
    '// as sql.raw(text) would',
  ])('lets pass %s', (text) => {
    expect(findingsIn(text)).toEqual([])
  })
})
