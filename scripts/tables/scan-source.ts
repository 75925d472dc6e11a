/**
 * The text of a TypeScript file split into code and literals, as far as reading its SQL needs it: it drops comments and
 * regular expressions, replaces every literal in the code with a mark and keeps it separately, and scans what a
 * template has between `${` and `}` as separate code.
 */
export interface Scanned {
  /** Code without comments; `«n»` marks the position of literal `n`. */
  code: string
  literals: Literal[]
}

export interface Literal {
  /** As written, without its quotes; a template has HOLE for each `${…}`. */
  text: string
  /** 'sql' is a template with that tag, or the text passed to sql.raw and query(). */
  tag: 'sql' | 'none'
  /** What a template has at each HOLE. */
  holes: Scanned[]
}

export const HOLE = '\u0000'

export function scanSource(source: string): Scanned {
  return scanUntil(source, 0, false).scanned
}

interface Part {
  scanned: Scanned
  end: number
}

/** Scans from `at` to the end, or in a template to the `}` that ends the hole. */
function scanUntil(source: string, at: number, isHole: boolean): Part {
  const scanned: Scanned = { code: '', literals: [] }
  let depth = 0
  let index = at
  while (index < source.length) {
    const sign = source[index] as string
    const skipped = endOfComment(source, index) ?? endOfRegExp(source, index, scanned.code)
    if (skipped !== null) {
      scanned.code += ' '
      index = skipped
    } else if (sign === '`' || sign === "'" || sign === '"') {
      const { literal, end } = sign === '`' ? readTemplate(source, index) : readString(source, index)
      literal.tag = isSql(scanned.code) ? 'sql' : 'none'
      scanned.code += `«${scanned.literals.push(literal) - 1}»`
      index = end
    } else {
      if (sign === '{') depth++
      if (sign === '}' && isHole && depth-- === 0) return { scanned, end: index + 1 }
      scanned.code += sign
      index++
    }
  }
  return { scanned, end: index }
}

function endOfComment(source: string, at: number): number | null {
  if (source.startsWith('//', at)) return endOr(source, source.indexOf('\n', at))
  if (source.startsWith('/*', at)) return endOr(source, source.indexOf('*/', at), 2)
  return null
}

const endOr = (source: string, found: number, length = 0) => (found < 0 ? source.length : found + length)

/** A slash begins a regular expression where no value can end before it. */
function endOfRegExp(source: string, at: number, before: string): number | null {
  if (source[at] !== '/' || !/(?:^|[(,=:[!&|?{};+\-*%<>~^]|\b(?:return|typeof|case|in|of))\s*$/.test(before))
    return null
  const [whole] = /^\/(?:[^\\/[\n]|\\.|\[(?:[^\\\]\n]|\\.)*\])+\/\w*/.exec(source.slice(at)) ?? []
  return whole === undefined ? null : at + whole.length
}

function readString(source: string, at: number): { literal: Literal; end: number } {
  let end = at + 1
  while (end < source.length && source[end] !== source[at]) end += source[end] === '\\' ? 2 : 1
  return { literal: { text: source.slice(at + 1, end), tag: 'none', holes: [] }, end: end + 1 }
}

function readTemplate(source: string, at: number): { literal: Literal; end: number } {
  const literal: Literal = { text: '', tag: 'none', holes: [] }
  let end = at + 1
  while (end < source.length && source[end] !== '`') {
    if (source.startsWith('${', end)) {
      const hole = scanUntil(source, end + 2, true)
      literal.holes.push(hole.scanned)
      literal.text += HOLE
      end = hole.end
    } else {
      const length = source[end] === '\\' ? 2 : 1
      literal.text += source.slice(end, end + length)
      end += length
    }
  }
  return { literal, end: end + 1 }
}

/** Whether code ends with the tag `sql`, or calls a function that takes SQL as a text. */
function isSql(code: string): boolean {
  const before = withoutTypes(code.trimEnd())
  return /(?:^|[^\w.$])sql$|\bsql\.raw\($|\.query\((?:\{\s*text:\s*)?$/.test(before)
}

/** Code without the type arguments at its end, or before its last bracket. */
function withoutTypes(code: string): string {
  const isCall = code.endsWith('(')
  const inside = isCall ? code.slice(0, -1) : code
  if (!inside.endsWith('>') || inside.endsWith('=>')) return code
  let depth = 0
  for (let at = inside.length - 1; at >= 0; at--) {
    if (inside[at] === '>' && inside[at - 1] !== '=') depth++
    if (inside[at] === '<' && --depth === 0) return inside.slice(0, at) + (isCall ? '(' : '')
  }
  return code
}
