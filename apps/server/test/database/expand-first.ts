/** What a statement of a migration takes away from builds that still run, or null. Comments are not part of it. */
const takings: ReadonlyArray<readonly [RegExp, string]> = [
  [/\bdrop\s+(?:table|view|materialized\s+view|type|function|sequence)\b/, 'drops what older builds use'],
  [/\bdrop\s+column\b/, 'drops a column'],
  [/\brename\b/, 'renames'],
  [/\bset\s+not\s+null\b/, 'refuses rows that older builds write'],
  [/\bdrop\s+not\s+null\b/, 'gives older builds a null that they do not expect'],
  [/\balter\s+(?:column\s+)?\w+\s+(?:set\s+data\s+)?type\b/, 'changes the type of a column'],
  [/\bdrop\s+constraint\s+\w+_(?:p?key|fkey)\b|\bdrop\s+index\b/, 'drops a key that older builds may name'],
  [/\bdrop\s+default\b/, 'drops a default that older builds rely on'],
]
/** `-- contract: unused since 0.3.0` beside the statement: the first release that no longer uses what it takes away. */
const LEAVE = /--\s*contract: unused since (\d+\.\d+\.\d+)\b/

interface Taking {
  statement: string
  because: string
}

/**
 * What a migration takes away from builds that run beside the new one, statement by statement. A statement may take
 * something away if a line in or directly before it names the first release that no longer uses it, and that release is
 * older than `version`.
 */
export function takingsOf(sql: string, version: string): Taking[] {
  return statementsOf(sql).flatMap((text) => {
    const [, since] = LEAVE.exec(text) ?? []
    if (since !== undefined && isOlder(since, version)) return []
    const statement = text.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim().toLowerCase()
    return takings
      .flatMap(([form, because]) => (form.test(statement) ? [{ statement, because }] : []))
      .concat(added(statement))
  })
}

/** A column without a default refuses the rows of builds that do not know it. */
const added = (statement: string): Taking[] =>
  [...statement.matchAll(/\badd\s+column\s+(?:if\s+not\s+exists\s+)?\w+[^;]*?(?=,\s*(?:add|alter|drop)\b|$)/g)]
    .filter(([column]) => /\bnot null\b/.test(column) && !/\bdefault\b|\bgenerated\b/.test(column))
    .map(([column]) => ({ statement: column, because: 'adds a column that older builds leave empty' }))

/** Split at semicolons outside the bodies of functions. */
function statementsOf(sql: string): string[] {
  const bodies: string[] = []
  const flat = sql.replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, (body) => `\u0000${bodies.push(body) - 1}\u0000`)
  return flat.split(/;[^\S\n]*\n?/).filter((text) => text.trim() !== '')
}

function isOlder(since: string, version: string): boolean {
  const [a, b] = [since, version].map((text) => text.split('.').map(Number)) as [number[], number[]]
  const at = a.findIndex((part, nth) => part !== b[nth])
  return at >= 0 && (a[at] as number) < (b[at] as number)
}
