import { HOLE } from './scan-source.ts'

/** What one text of SQL, whole or a fragment, names in the position of a table. */
export interface SqlNames {
  reads: Set<string>
  writes: Set<string>
  /** Common table expressions that it defines. */
  defines: Set<string>
  /** What each HOLE replaces: a table that the statement reads or writes, or anything else. */
  holes: Expected[]
}

interface Level {
  /** A statement has begun here, so FROM begins a list of tables: this is not so inside extract(… from …). */
  isStatement: boolean
  /** Inside a list of tables: the next table comes after a comma. */
  isList: boolean
  /** Inside WITH, before its statement: a name with AS ( after it is a common table expression. */
  isWith: boolean
}

type Expected = 'read' | 'write' | null

const endsList = new Set(
  'where group order limit offset fetch having window union except intersect returning set values select for'.split(
    ' ',
  ),
)
const begins = new Set(['select', 'insert', 'update', 'delete', 'merge', 'values'])
const quiet = new Set(['only', 'lateral', 'table', 'if', 'not', 'exists', 'rows'])
const notStatement = new Set(['for', 'key', 'do', 'on', 'or', 'before', 'after', 'then'])
const schemaWords = new Set(['alter', 'create', 'drop', 'lock', 'truncate', 'partition', 'unlogged', 'temporary'])

/**
 * Words, names and signs of SQL, without its comments and string literals. A quoted name keeps its quotes, and is no
 * keyword.
 */
function wordsOf(sql: string): string[] {
  const bare = sql
    .replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
    .replace(/'(?:[^']|'')*'/g, ' 0 ')
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, ' 0 ')
  return [...bare.matchAll(/"[^"]+"|[a-z_][\w$]*|\$?\d[\w.]*|\S/gi)].map(([word]) =>
    /^[a-z_]/i.test(word) ? word.toLowerCase() : word,
  )
}

const isName = (word: string | undefined) => word !== undefined && /^(?:[a-z_][\w$]*|"[^"]+")$/.test(word)
const plain = (name: string | undefined) => (name ?? '').replaceAll('"', '')

/** Reads a statement or a fragment of one. */
export function readSql(sql: string): SqlNames {
  const words = wordsOf(sql)
  const names: SqlNames = { reads: new Set(), writes: new Set(), defines: new Set(), holes: [] }
  const levels: Level[] = [{ isStatement: true, isList: false, isWith: false }]
  let expected: Expected = null
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string
    const level = levels.at(-1) as Level
    if (word === HOLE) names.holes.push(expected)
    if (word === '(') {
      expected = null
      levels.push({ isStatement: false, isList: false, isWith: false })
    } else if (word === ')') {
      expected = null
      if (levels.length > 1) levels.pop()
    } else if (expected !== null && !quiet.has(word)) {
      const { name, next } = nameAt(words, at)
      // A name with a bracket is a function, except in a write: there its columns follow.
      if (name !== null && (expected === 'write' || words[next] !== '(')) add(names, name, expected)
      expected = null
      at = name === null ? at : next - 1
      if (name === null && word !== HOLE) expected = follow(words, at, level, names)
    } else {
      expected = expected ?? follow(words, at, level, names)
    }
  }
  return names
}

function add(names: SqlNames, name: string, expected: 'read' | 'write'): void {
  names[expected === 'write' ? 'writes' : 'reads'].add(name)
}

/** `a` or `a.b` at a position; null where no name begins. */
function nameAt(words: string[], at: number): { name: string | null; next: number } {
  if (!isName(words[at])) return { name: null, next: at }
  if (words[at + 1] === '.' && isName(words[at + 2]))
    return { name: plain(`${words[at]}.${words[at + 2]}`), next: at + 3 }
  return { name: plain(words[at]), next: at + 1 }
}

/** What a word that is no table's name changes; returns whether a table's name must follow, and for what. */
function follow(words: string[], at: number, level: Level, names: SqlNames): Expected {
  const word = words[at] as string
  const before = words[at - 1] ?? ''
  const next = words[at + 1]
  if (word === ',') return level.isList ? 'read' : null
  if (level.isWith && isName(word)) noteDefinition(words, at, names)
  if (word === 'with' && next !== 'ordinality' && next !== '(') level.isWith = true
  if (begins.has(word)) {
    level.isStatement = true
    level.isWith = false
  }
  if (endsList.has(word)) level.isList = false
  const isDistinct = before === 'distinct' && /^(?:is|not)$/.test(words[at - 2] ?? '')
  if (word === 'from' && level.isStatement && !isDistinct) {
    level.isList = true
    return before === 'delete' ? 'write' : 'read'
  }
  if (word === 'join') {
    level.isList = true
    return 'read'
  }
  if (word === 'into') return 'write'
  if (word === 'update') return notStatement.has(before) ? null : 'write'
  if (word === 'using') return next === '(' || !isName(next) ? null : 'read'
  if (word === 'truncate' || (word === 'copy' && next !== '(')) return 'write'
  if (word === 'table') return schemaWords.has(before) ? 'write' : null
  return word === 'of' && before === 'partition' ? 'write' : null
}

/** `name [(columns)] as [not] [materialized] (` inside WITH. */
function noteDefinition(words: string[], at: number, names: SqlNames): void {
  let next = at + 1
  if (words[next] === '(') next = words.indexOf(')', next) + 1
  if (words[next] !== 'as') return
  next += 1
  if (words[next] === 'not') next += 1
  if (words[next] === 'materialized') next += 1
  if (words[next] === '(' || words[next] === HOLE) names.defines.add(plain(words[at]))
}
