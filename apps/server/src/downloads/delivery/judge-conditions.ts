/**
 * The answer to a GET or HEAD with conditions and a Range (RFC 9110, sections 13 and 14): pure, from its headers and
 * the state of the resource. Several ranges at once, and unintelligible ranges, get the whole; a range outside the
 * resource is refused.
 */
export interface Validators {
  /** Strong entity tag, quoted. */
  etag: string
  lastModified: Date
  /** Length of the whole. */
  bytes: number
}

export interface ConditionHeaders {
  range?: string | undefined
  'if-range'?: string | string[] | undefined
  'if-match'?: string | undefined
  'if-none-match'?: string | undefined
  'if-modified-since'?: string | undefined
  'if-unmodified-since'?: string | undefined
}

/** Bytes `[from, to)` with 200 or 206, or no body at all. */
export type Verdict = { status: 200 | 206; from: number; to: number } | { status: 304 | 412 | 416 }

export function judgeConditions(method: string, headers: ConditionHeaders, is: Validators): Verdict {
  if (failsMatch(headers, is)) return { status: 412 }
  if (isUnchanged(headers, is)) return { status: 304 }
  const whole = { status: 200, from: 0, to: is.bytes } as const
  if (method !== 'GET' || headers.range === undefined || !holdsIfRange(headers['if-range'], is)) return whole
  const range = readRange(headers.range, is.bytes)
  if (range === 'ignored') return whole
  return range === 'unsatisfiable' ? { status: 416 } : { status: 206, ...range }
}

type Range = { from: number; to: number } | 'ignored' | 'unsatisfiable'

/** One range of bytes of a resource of `length` bytes: '0-99', '100-', '-100'. */
function readRange(header: string, length: number): Range {
  const [, first, last] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header) ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return 'ignored'
  if (first === '') return Number(last) === 0 || length === 0 ? 'unsatisfiable' : suffix(Number(last), length)
  if (last !== '' && Number(last) < Number(first)) return 'ignored'
  if (Number(first) >= length) return 'unsatisfiable'
  return { from: Number(first), to: last === '' ? length : Math.min(length, Number(last) + 1) }
}

const suffix = (bytes: number, length: number) => ({ from: Math.max(0, length - bytes), to: length })

/** A weak tag or another date never matches: then the whole is sent, and nothing is patched together. */
function holdsIfRange(header: string | string[] | undefined, is: Validators): boolean {
  if (header === undefined) return true
  if (Array.isArray(header)) return false
  return header.includes('"') ? header === is.etag : Date.parse(header) === wholeSeconds(is.lastModified)
}

function failsMatch(headers: ConditionHeaders, is: Validators): boolean {
  const wanted = headers['if-match']
  if (wanted !== undefined) return !listsTag(wanted, is.etag, false)
  const since = Date.parse(headers['if-unmodified-since'] ?? '')
  return !Number.isNaN(since) && wholeSeconds(is.lastModified) > since
}

function isUnchanged(headers: ConditionHeaders, is: Validators): boolean {
  const known = headers['if-none-match']
  if (known !== undefined) return listsTag(known, is.etag, true)
  const since = Date.parse(headers['if-modified-since'] ?? '')
  return !Number.isNaN(since) && wholeSeconds(is.lastModified) <= since
}

/** `weakly`: a weak form of the tag matches too. */
function listsTag(header: string, etag: string, weakly: boolean): boolean {
  if (header.trim() === '*') return true
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? []
  return tags.some((tag) => tag === etag || (weakly && tag === `W/${etag}`))
}

const wholeSeconds = (date: Date) => Math.floor(date.getTime() / 1_000) * 1_000
