import { readSql, type SqlNames } from './read-sql.ts'
import { type Literal, type Scanned, scanSource } from './scan-source.ts'

export interface TablesUsed {
  /** Tables that the file's statements read but do not write. */
  reads: string[]
  writes: string[]
  /** Names in the position of a table that are neither a table nor an expression that this file defines. */
  unknown: string[]
  /** Common table expressions with the name of a table: a reader cannot tell which is meant. */
  hidden: string[]
}

const CALLS =
  /\.(selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin|innerJoinLateral|leftJoinLateral|insertInto|updateTable|deleteFrom|mergeInto|from|using|with|withRecursive)\s*(?:<[^()]*>)?\(\s*(\[[^\]]*\]|[^,)]*)/g
const writing = new Set(['insertInto', 'updateTable', 'deleteFrom', 'mergeInto'])
/** Other objects have methods of these names too (Array.from): their arguments count only where they are tables. */
const shared = new Set(['from', 'using', 'with', 'withRecursive'])
const TABLE_CALL = /\bsql\s*\.table\(/
const SCHEMAS = /^(?:pg_|information_schema\.|graphile_worker\.)/
const BEGINS_LIKE_SQL =
  /^\s*(?:with\b[\s\S]*\bas\b[\s\S]*\(|select\b[\s\S]*\bfrom\b|insert\s+into\s|update\s+[\w."]+\s+(?:\w+\s+)?set\b|delete\s+from\s|truncate\s|copy\s+[\w("]|lock\s+table\s|(?:alter|create|drop)\s+table\s)/i

/**
 * Which of the database's tables the statements of one file name: Kysely's calls, templates with the tag `sql`, and
 * texts that are SQL. Functions, sub-selects, aliases and common table expressions are no tables. Where a statement
 * takes the name of its table from a variable, every text of the file that is a table's name counts as that table.
 */
export function tablesOf(source: string, tables: ReadonlySet<string>): TablesUsed {
  const found: Found = { reads: new Set(), writes: new Set(), defines: new Set(), computed: new Set(), texts: [] }
  visit(scanSource(source), tables, found)
  for (const kind of found.computed) for (const text of found.texts) if (tables.has(text)) found[kind].add(text)
  const named = [...new Set([...found.reads, ...found.writes])].sort()
  return {
    reads: named.filter((name) => tables.has(name) && !found.writes.has(name)),
    writes: named.filter((name) => tables.has(name) && found.writes.has(name)),
    unknown: named.filter((name) => !tables.has(name) && !found.defines.has(name) && !SCHEMAS.test(name)),
    hidden: [...found.defines].filter((name) => tables.has(name)).sort(),
  }
}

type Found = Pick<SqlNames, 'reads' | 'writes' | 'defines'> & {
  /** What statements do with tables whose names are in variables. */
  computed: Set<'reads' | 'writes'>
  /** Every literal of the file. */
  texts: string[]
}

function visit({ code, literals }: Scanned, tables: ReadonlySet<string>, found: Found, isHole = false): void {
  // In the position of a table the statement around it says what it does; elsewhere nobody can tell.
  if (!isHole && TABLE_CALL.test(code)) found.computed.add('writes')
  for (const [, method = '', argument = ''] of code.matchAll(CALLS)) noteCall(method, argument, literals, tables, found)
  for (const literal of literals) {
    found.texts.push(literal.text)
    if (literal.tag === 'sql' || BEGINS_LIKE_SQL.test(literal.text)) noteSql(literal, tables, found)
    for (const hole of literal.holes) visit(hole, tables, found, true)
  }
}

function noteCall(
  method: string,
  argument: string,
  literals: Literal[],
  tables: ReadonlySet<string>,
  found: Found,
): void {
  const kind = writing.has(method) ? 'writes' : 'reads'
  const marks = [...argument.matchAll(/«(\d+)»/g)]
  if (marks.length === 0 || !/^[«[]/.test(argument)) {
    if (!shared.has(method)) noteExpression(argument, kind, found)
    return
  }
  for (const [, mark] of marks) {
    const name = (literals[Number(mark)]?.text ?? '').split(/\s+as\s+|\(/i)[0]?.trim() ?? ''
    if (/^with/.test(method)) found.defines.add(name)
    else if (!shared.has(method) || tables.has(name)) found[kind].add(name)
  }
}

/**
 * The scan reads `(eb) => …`, `eb.selectFrom(…)` and `rows.as(…)` in their position; a bare name is a table that nobody
 * sees.
 */
function noteExpression(argument: string, kind: 'reads' | 'writes', found: Found): void {
  if (/^\w+$/.test(argument.trim())) found.computed.add(kind)
}

function noteSql({ text, holes }: Literal, tables: ReadonlySet<string>, found: Found): void {
  const names = readSql(text)
  for (const kind of ['reads', 'writes', 'defines'] as const) for (const name of names[kind]) found[kind].add(name)
  for (const [nth, { code }] of holes.entries()) {
    if (TABLE_CALL.test(code)) found.computed.add(names.holes[nth] === 'read' ? 'reads' : 'writes')
  }
  // A fragment that belongs after FROM: a table's name, alone or with an alias.
  const [, first = ''] =
    /^\s*(\w+)(?:\s+(?:as\s+)?\w+)?(?:\s+(?:left |inner |cross )?join\b[\s\S]*)?\s*$/.exec(text) ?? []
  if (tables.has(first)) found.reads.add(first)
}
